import { encode } from 'uqr'
import { createPdf, type Paper, type TextStyle } from '../../infra/pdf/pdf-paper.server.ts'
import { joinDetails } from '../../lib/shop-contact.ts'
import {
  type ChartFilter,
  type ChartMachine,
  formatInterval,
  limitLabelsToWidth,
  toQrCodePath,
} from './chart.ts'
import {
  type Box,
  cellPadding,
  getPictureSide,
  getSmallFontSize,
  getTextPadding,
  type Panel,
} from './layout.ts'

/** What the footer of each sheet says about its origin. */
export interface WallpaperFooter {
  name: string
  phone: string | null
  at: Date
  /** Its parts and fits are invented. */
  isDemo: boolean
}

export interface WallpaperInput {
  footer: WallpaperFooter
  machines: readonly ChartMachine[]
  sheets: Panel[][]
  /** JPEGs by file name; null: there is none. */
  pictures: ReadonlyMap<string, Uint8Array | null>
}

export function drawWallpaper({ footer, machines, sheets, pictures }: WallpaperInput): Promise<Buffer> {
  // Opened once for each file name, so each picture is embedded once.
  const buffers = new Map([...pictures].map(([name, bytes]) => [name, bytes && Buffer.from(bytes)]))
  const facts = { title: 'Filter wallpaper', author: footer.name, at: footer.at }
  return createPdf({ ...facts, size: 'A3', landscape: true, content: { footer, machines } }, paper => {
    for (const [index, sheet] of sheets.entries()) {
      if (index > 0) paper.newPage()
      for (const panel of sheet)
        drawPanel(paper, machines[panel.machineIndex]!, panel, image => buffers.get(image) ?? null)
    }
    paper.onEachPage((nth, count) => drawFooter(paper, footer, nth, count))
  })
}

const margin = 28
const gap = 14

const handbookNote = 'Intervals are typical: check your machine’s handbook for the right ones.'
const demoNote = 'Demo data: numbers, fits and intervals are invented. Do not use for fitment.'

function drawFooter(
  paper: Paper,
  { name, phone, at, isDemo }: WallpaperFooter,
  nth: number,
  count: number,
): void {
  const baseline = paper.height - margin
  const style = { size: 8.5, ink: 'steel' } as const
  const note = isDemo ? `${demoNote} ${handbookNote}` : handbookNote
  const width = paper.widthOf(note, style)
  const shopStyle = { ...style, face: 'strong' } as const
  const shopWidth = (paper.width - width) / 2 - margin - gap
  paper.text(paper.truncate(joinDetails([name, phone]), shopWidth, shopStyle), margin, baseline, shopStyle)
  paper.text(note, (paper.width - width) / 2, baseline, style)
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
  const sheet = count > 1 ? `${day} · Sheet ${nth} of ${count}` : day
  paper.text(sheet, paper.width - margin, baseline, { ...style, align: 'right' })
}

const inset = 14

/** Draws one machine: its header and its filters. `pictureOf` returns a picture by its file name. */
function drawPanel(
  paper: Paper,
  machine: ChartMachine,
  panel: Panel,
  pictureOf: (image: string) => Buffer | null,
): void {
  const { x, y, width, height } = panel
  paper.box(x, y, width, height, 'edge', 6)
  paper.box(x + 0.75, y + 0.75, width - 1.5, height - 1.5, 'paper', 5.4)
  drawHead(paper, machine, panel)
  const filters = machine.filters.slice(panel.from, panel.to)
  if (filters.length === 0) {
    paper.text('No products yet', x + inset, y + panel.headHeight + 30, { size: 14, ink: 'steel' })
  }
  for (const [index, filter] of filters.entries()) {
    const column = index % panel.columns
    const row = Math.floor(index / panel.columns)
    const left = x + column * panel.cellWidth
    const top = y + panel.headHeight + row * panel.cellHeight
    if (column > 0) paper.line(left, top + 6, left, top + panel.cellHeight - 6, 'rule')
    if (row > 0) paper.line(left + 6, top, left + panel.cellWidth - 6, top, 'rule')
    drawFilter(paper, filter, panel, { left, top }, filter.image === null ? null : pictureOf(filter.image))
  }
}

/** A dark band with the machine, its fleet numbers, and the QR code. */
function drawHead(paper: Paper, machine: ChartMachine, panel: Panel): void {
  const { x, y, width, headHeight, from, to } = panel
  paper.box(x, y, width, headHeight, 'ink', 6)
  paper.box(x, y + headHeight - 8, width, 8, 'ink')
  paper.box(x, y + headHeight - 3, width, 3, 'amber')
  const qrSide = Math.min(headHeight - 17, width * 0.2)
  drawQr(paper, machine.url, x + width - qrSide - 7, y + (headHeight - 3 - qrSide) / 2, qrSide)
  const left = x + inset
  const contentWidth = width - qrSide - 7 - 2 * inset
  const hint: TextStyle = { size: Math.max(9, headHeight * 0.12), ink: 'paper' }
  const hintWidth = Math.max(...scanHint.map(line => paper.widthOf(line, hint)))
  const hasHint = contentWidth > 300
  if (hasHint) {
    for (const [nth, line] of scanHint.entries())
      paper.text(line, left + contentWidth, y + headHeight / 2 - hint.size * (0.4 - nth * 1.25), {
        ...hint,
        align: 'right',
      })
  }
  const titleWidth = contentWidth - (hasHint ? hintWidth + 12 : 0)
  const isWhole = to - from === machine.filters.length
  const part = isWhole ? '' : `, ${from + 1}–${to} of ${machine.filters.length}`
  const hasNames = machine.fleetNumbers.length > 0 || machine.listName !== ''
  const titleBox = hasNames
    ? { x: left, y: y + headHeight * 0.07, width: titleWidth, height: headHeight * 0.5 }
    : { x: left, y, width: titleWidth, height: headHeight }
  drawTitle(paper, machine.name + part, headHeight * 0.32, titleBox)
  if (hasNames) drawFleetNumbers(paper, machine, left, y + headHeight * 0.58, titleWidth, headHeight * 0.27)
}

/** Shares of the largest title size: below the first a title takes two lines; it is never smaller than the second. */
const twoLinesBelowShare = 0.62
const minTitleShare = 0.4

/** Centres a title in its box, on one line or two. It is truncated only when it does not fit at the smallest size. */
function drawTitle(paper: Paper, title: string, largest: number, { x, y, width, height }: Box): void {
  const style: TextStyle = { face: 'strong', size: largest, ink: 'paper' }
  const oneLineShare = width / Math.max(width, paper.widthOf(title, style))
  const isOneLine = oneLineShare >= twoLinesBelowShare
  let share = isOneLine ? oneLineShare : twoLinesBelowShare
  const wrapAt = (sizeShare: number) => paper.wrap(title, width, { ...style, size: largest * sizeShare })
  while (!isOneLine && share > minTitleShare && wrapAt(share).length > 2) share -= 0.02
  const fitted = { ...style, size: largest * share }
  const [first = '', ...furtherLines] = isOneLine ? [title] : wrapAt(share)
  const second = paper.truncate(furtherLines.join(' '), width, fitted)
  const lines = second === '' ? [first] : [first, second]
  const leading = fitted.size * 1.12
  const baseline = y + height / 2 + fitted.size * 0.36 - ((lines.length - 1) * leading) / 2 + 2
  for (const [nth, line] of lines.entries()) paper.text(line, x, baseline + nth * leading, fitted)
}

const scanHint = ['Scan to', 'order these']

/** Fleet numbers as tags, followed by the name of the list. */
function drawFleetNumbers(
  paper: Paper,
  { fleetNumbers, listName }: ChartMachine,
  left: number,
  top: number,
  width: number,
  height: number,
): void {
  const tag: TextStyle = { face: 'strong', size: height * 0.62 }
  const note: TextStyle = { size: height * 0.56, ink: 'paper' }
  const widthOf = (number: string) => paper.widthOf(number, tag) + height * 0.6 + 5
  const countWidth = fleetNumbers.length > 1 ? 40 : 0
  const { fitting, hiddenCount } = limitLabelsToWidth(fleetNumbers, width - countWidth, widthOf)
  const baseline = top + height * 0.72
  let x = left
  for (const number of fitting) {
    paper.box(x, top, widthOf(number) - 5, height, 'amber', 3)
    paper.text(number, x + height * 0.3, baseline, tag)
    x += widthOf(number)
  }
  if (hiddenCount > 0) {
    paper.text(`+${hiddenCount}`, x + 2, baseline, note)
    return
  }
  const name = paper.truncate(listName, left + width - x - 8, note)
  if (name !== '') paper.text(name, x + (x === left ? 0 : 8), baseline, note)
}

// ISO 18004 requires this many white squares around the code for cameras to find it.
const quietZone = 4

function drawQr(paper: Paper, url: string, x: number, y: number, side: number): void {
  const { size, data } = encode(url, { border: quietZone, ecc: 'M' })
  paper.box(x, y, side, side, 'paper', 2)
  paper.shape(toQrCodePath(data), x, y, side / size, 'ink')
}

function drawFilter(
  paper: Paper,
  filter: ChartFilter,
  { cellWidth, cellHeight, codeFontSize }: Panel,
  { left, top }: { left: number; top: number },
  picture: Buffer | null,
): void {
  const side = getPictureSide(cellWidth, cellHeight)
  const pictureTop = top + (cellHeight - side) / 2
  const pictureLeft = left + cellPadding
  if (picture) paper.picture(picture, pictureLeft, pictureTop, side, side)
  else paper.box(pictureLeft, pictureTop, side, side, 'sunk', 4)
  const textLeft = pictureLeft + side + cellPadding
  const textWidth = left + cellWidth - getTextPadding(cellWidth) - textLeft
  const code: TextStyle = { face: 'code', size: codeFontSize }
  const fittedSize = Math.min(codeFontSize, (codeFontSize * textWidth) / paper.widthOf(filter.code, code))
  const small = getSmallFontSize(codeFontSize)
  const positionStyle: TextStyle = { size: small }
  const middle = top + cellHeight / 2
  // Three lines, vertically centred: the code, the position, quantity and interval.
  const first = middle - (codeFontSize * 0.7 + small * 2.7) / 2 + codeFontSize * 0.7
  paper.text(filter.code, textLeft, first, { ...code, size: fittedSize })
  const second = first + small * 1.35
  paper.text(paper.truncate(filter.position, textWidth, positionStyle), textLeft, second, positionStyle)
  drawQuantityAndInterval(paper, filter, textLeft, second + small * 1.35, small, textWidth)
}

function drawQuantityAndInterval(
  paper: Paper,
  { quantity, hours }: ChartFilter,
  x: number,
  baseline: number,
  size: number,
  maxWidth: number,
): void {
  const count: TextStyle = { face: 'strong', size, ink: quantity > 1 ? 'ink' : 'steel' }
  const countText = `×${quantity.toLocaleString('en-GB')}`
  const width = paper.widthOf(countText, count)
  // Quantities above one are highlighted, because they are easily overlooked from a distance.
  if (quantity > 1) paper.box(x, baseline - size * 0.92, width + size * 0.6, size * 1.2, 'amber', 2)
  paper.text(countText, x + (quantity > 1 ? size * 0.3 : 0), baseline, count)
  const intervalStyle: TextStyle = { size, ink: 'steel' }
  const left = x + width + size * (quantity > 1 ? 1 : 0.5)
  const text = paper.truncate(formatInterval(hours), x + maxWidth - left, intervalStyle)
  if (text !== '') paper.text(text, left, baseline, intervalStyle)
}
