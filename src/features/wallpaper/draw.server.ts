import { encode } from 'uqr'
import type { Paper, TextStyle } from '../../infra/pdf/pdf-paper.server.ts'
import { type ChartFilter, type ChartMachine, cut, fitting, hoursText, squares } from './chart.ts'
import { type Box, cellPadding, type Panel, pictureSide, smallSize } from './layout.ts'

const inset = 14

/** One machine: its head, and its filters below. `pictureOf` answers a picture's bytes by its file name. */
export function drawPanel(
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

/** A dark band: the machine, the owner's names for it, and the code to scan. */
function drawHead(paper: Paper, machine: ChartMachine, panel: Panel): void {
  const { x, y, width, headHeight, from, to } = panel
  paper.box(x, y, width, headHeight, 'ink', 6)
  paper.box(x, y + headHeight - 8, width, 8, 'ink')
  paper.box(x, y + headHeight - 3, width, 3, 'amber')
  const qrSide = Math.min(headHeight - 17, width * 0.2)
  drawQr(paper, machine.url, x + width - qrSide - 7, y + (headHeight - 3 - qrSide) / 2, qrSide)
  const left = x + inset
  const room = width - qrSide - 7 - 2 * inset
  const hint: TextStyle = { size: 8, ink: 'paper' }
  const hintWidth = Math.max(...scanWords.map(line => paper.widthOf(line, hint)))
  const hasHint = room > 300
  if (hasHint) {
    for (const [nth, line] of scanWords.entries())
      paper.text(line, left + room, y + headHeight / 2 - 4 + nth * 10, { ...hint, align: 'right' })
  }
  const wide = room - (hasHint ? hintWidth + 12 : 0)
  const isWhole = to - from === machine.filters.length
  const part = isWhole ? '' : `, ${from + 1}–${to} of ${machine.filters.length}`
  const hasNames = machine.fleetNumbers.length > 0 || machine.listName !== ''
  const titleBox = { x: left, y, width: wide, height: headHeight * (hasNames ? 0.56 : 1) }
  drawTitle(paper, machine.name + part, headHeight * 0.32, titleBox)
  if (hasNames) drawNames(paper, machine, left, y + headHeight * 0.58, wide, headHeight * 0.27)
}

/** Of the largest size of a title: below the first it goes on two lines, and it is never smaller than the second. */
const twoLinesBelow = 0.62
const smallestTitle = 0.4

/** In the middle of its box, on one line or two. What tells machines apart stands at the end: it is cut last of all. */
function drawTitle(paper: Paper, title: string, largest: number, { x, y, width, height }: Box): void {
  const style: TextStyle = { face: 'strong', size: largest, ink: 'paper' }
  const inOneLine = width / Math.max(width, paper.widthOf(title, style))
  const isOneLine = inOneLine >= twoLinesBelow
  let share = isOneLine ? inOneLine : twoLinesBelow
  const linesAt = (part: number) => paper.wrap(title, width, { ...style, size: largest * part })
  while (!isOneLine && share > smallestTitle && linesAt(share).length > 2) share -= 0.02
  const fitted = { ...style, size: largest * share }
  const [first = '', ...more] = isOneLine ? [title] : linesAt(share)
  const second = cut(more.join(' '), width, words => paper.widthOf(words, fitted))
  const lines = second === '' ? [first] : [first, second]
  const leading = fitted.size * 1.12
  const baseline = y + height / 2 + fitted.size * 0.36 - ((lines.length - 1) * leading) / 2 + 2
  for (const [nth, line] of lines.entries()) paper.text(line, x, baseline + nth * leading, fitted)
}

const scanWords = ['Scan to', 'order these']

/** Fleet numbers as tags, the list's own name after them. */
function drawNames(
  paper: Paper,
  { fleetNumbers, listName }: ChartMachine,
  left: number,
  top: number,
  room: number,
  height: number,
): void {
  const tag: TextStyle = { face: 'strong', size: height * 0.62 }
  const note: TextStyle = { size: height * 0.56, ink: 'paper' }
  const widthOf = (number: string) => paper.widthOf(number, tag) + height * 0.6 + 5
  const { shown, rest } = fitting(fleetNumbers, room - (fleetNumbers.length > 1 ? 40 : 0), widthOf)
  const baseline = top + height * 0.72
  let x = left
  for (const number of shown) {
    paper.box(x, top, widthOf(number) - 5, height, 'amber', 3)
    paper.text(number, x + height * 0.3, baseline, tag)
    x += widthOf(number)
  }
  if (rest > 0) {
    paper.text(`+${rest}`, x + 2, baseline, note)
    return
  }
  const words = cut(listName, left + room - x - 8, text => paper.widthOf(text, note))
  if (words !== '') paper.text(words, x + (x === left ? 0 : 8), baseline, note)
}

// ISO 18004: so many squares of white around it, or the dark band beside it confuses a camera.
const quietZone = 4

function drawQr(paper: Paper, url: string, x: number, y: number, side: number): void {
  const { size, data } = encode(url, { border: quietZone, ecc: 'M' })
  paper.box(x, y, side, side, 'paper', 2)
  paper.shape(squares(data), x, y, side / size, 'ink')
}

function drawFilter(
  paper: Paper,
  filter: ChartFilter,
  { cellWidth, cellHeight, codeSize }: Panel,
  { left, top }: { left: number; top: number },
  picture: Buffer | null,
): void {
  const side = pictureSide(cellWidth, cellHeight)
  const pictureTop = top + (cellHeight - side) / 2
  const pictureLeft = left + cellPadding
  if (picture) paper.picture(picture, pictureLeft, pictureTop, side, side)
  else paper.box(pictureLeft, pictureTop, side, side, 'sunk', 4)
  const textLeft = pictureLeft + side + cellPadding
  const room = left + cellWidth - cellPadding - textLeft
  const code: TextStyle = { face: 'code', size: codeSize }
  const fittedSize = Math.min(codeSize, (codeSize * room) / paper.widthOf(filter.code, code))
  const small = smallSize(codeSize)
  const place: TextStyle = { size: small }
  const middle = top + cellHeight / 2
  // Three lines, set around the middle: the code, where it belongs, how many and how often.
  const first = middle - (codeSize * 0.7 + small * 2.7) / 2 + codeSize * 0.7
  paper.text(filter.code, textLeft, first, { ...code, size: fittedSize })
  const second = first + small * 1.35
  paper.text(
    cut(filter.place, room, words => paper.widthOf(words, place)),
    textLeft,
    second,
    place,
  )
  drawCount(paper, filter, textLeft, second + small * 1.35, small, room)
}

function drawCount(
  paper: Paper,
  { quantity, hours }: ChartFilter,
  x: number,
  baseline: number,
  size: number,
  room: number,
): void {
  const count: TextStyle = { face: 'strong', size, ink: quantity > 1 ? 'ink' : 'steel' }
  const words = `×${quantity.toLocaleString('en-GB')}`
  const width = paper.widthOf(words, count)
  // Easily missed from afar, and dear when it is: more than one stands out.
  if (quantity > 1) paper.box(x, baseline - size * 0.92, width + size * 0.6, size * 1.2, 'amber', 2)
  paper.text(words, x + (quantity > 1 ? size * 0.3 : 0), baseline, count)
  const often: TextStyle = { size, ink: 'steel' }
  const left = x + width + size * (quantity > 1 ? 1 : 0.5)
  const text = cut(hoursText(hours), x + room - left, line => paper.widthOf(line, often))
  if (text !== '') paper.text(text, left, baseline, often)
}
