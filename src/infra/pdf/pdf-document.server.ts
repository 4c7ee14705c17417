import { formatTotalLineName, type ItemisedTotals, listTotalLines } from '../../lib/total-lines.ts'
import { createPdf, type Ink, type Paper, type TextStyle } from './pdf-paper.server.ts'
import { drawTable, drawTitledTable, layOutTable, type PdfTable, type TablePage } from './pdf-table.server.ts'

/** A block of a document: a heading and its lines. */
export interface PdfBlock {
  name: string
  lines: string[]
}

/** An A4 document of the shop: an invoice, a quote. */
export interface PdfDocument {
  /** 'Invoice': the heading, and the start of the document's title. */
  kind: string
  number: string
  at: Date
  shop: PdfBlock
  /** What matters most, beside the heading: 'Due by 30 December 2026', '£72.24'. */
  highlight: { name: string; value: string; ink: Ink }
  /** A notice at the top: what the document is not. */
  notice: string | null
  addresses: PdfBlock[]
  /** Empty values are left out. */
  facts: [name: string, value: string][]
  table: PdfTable
  /** Beside the totals; empty: there is none. */
  vatSummary: { rate: string; net: string; vat: string }[]
  totals: { name: string; value: string; isMain?: boolean }[]
  /** Across the page below the totals: what is open by age. */
  bands?: { name: string; value: string }[]
  /** Side by side below the totals: how to pay. */
  blocks: PdfBlock[]
  notes: string[]
  /** A second table at the end. */
  appendix?: { name: string; table: PdfTable }
  /** At the bottom of each page, beside its number. */
  foot: string
}

/** The sums of a VAT document: with the total ex VAT, and on what the VAT is. */
export function toPdfTotals(totals: ItemisedTotals, { hasDelivery = true } = {}): PdfDocument['totals'] {
  const lines = listTotalLines(totals, { withNet: true })
  return lines
    .filter(({ kind }) => hasDelivery || kind !== 'delivery')
    .map(line => ({
      name: formatTotalLineName(line),
      value: line.text,
      isMain: line.kind === 'total',
    }))
}

/** Distances in points. */
const margin = 42
const logoSize = 30
const gap = 20

const text: TextStyle = { size: 9.5 }
const quiet: TextStyle = { size: 8.5, ink: 'steel' }
const strong: TextStyle = { face: 'strong', size: 9.5 }
const lineHeight = 12

export const createPdfDocument = (document: PdfDocument): Promise<Buffer> => createPdfDocuments([document])

/** Documents one after the other, each on pages of its own. There is at least one. */
export function createPdfDocuments(documents: readonly PdfDocument[]): Promise<Buffer> {
  const [{ kind, number, shop, at }] = documents as [PdfDocument]
  const title = documents.length === 1 ? `${kind} ${number}` : `${kind}s`
  return createPdf({ title, author: shop.name, at, size: 'A4', content: documents }, paper => {
    for (const [nth, document] of documents.entries()) {
      if (nth > 0) paper.newPage()
      drawDocument(paper, document)
    }
  })
}

function drawDocument(paper: Paper, document: PdfDocument): void {
  const first = paper.pageCount - 1
  const foot = wrapFoot(paper, document.foot)
  const page: TablePage = {
    left: margin,
    right: paper.width - margin,
    bottom: getFootTop(paper, foot) - 10,
    startPage: () => {
      paper.newPage()
      return drawContinuation(paper, document)
    },
  }
  let y = drawLetterhead(paper, document.shop)
  y = drawHeading(paper, document, y)
  y = drawNotice(paper, document.notice, y)
  y = drawDetails(paper, document, y)
  const totals = layOutTotals(paper, document.totals)
  const blocks = wrapBlocks(paper, document.blocks)
  const sumsHeight = getSumsHeight(totals, document)
  // The totals are never alone on a page: the last row is with them, and if that costs little how to pay too.
  const blocksHeight = blocks.length === 0 ? 0 : getColumnsHeight(blocks) + blocksGap
  const preferred = sumsHeight + getBandsHeight(document) + blocksHeight
  y = drawTable(paper, layOutTable(paper, document.table, page), page, y, { needed: sumsHeight, preferred })
  drawVatSummary(paper, document.vatSummary, y + 12)
  drawTotals(paper, totals, y + 12)
  y += sumsHeight
  const startFor = (height: number) => (y + height > page.bottom ? page.startPage() : y)
  y = drawBands(paper, document, startFor(getBandsHeight(document)))
  if (blocks.length > 0) y = drawColumns(paper, blocks, startFor(blocksHeight) + blocksGap)
  y = drawNotes(paper, document.notes, page, y + 10)
  if (document.appendix) drawTitledTable(paper, document.appendix, page, y + 10)
  paper.onEachPage((nth, count) => drawFoot(paper, foot, nth, count), first)
}

/** The top of each page but the first: what it continues. Returns the y of its end. */
function drawContinuation(paper: Paper, { kind, number, shop }: PdfDocument): number {
  const half = (paper.width - 2 * margin - gap) / 2
  const y = margin + 10
  paper.text(paper.truncate(`${kind} ${number}, continued`, half, quiet), margin, y, quiet)
  const name = paper.truncate(shop.name, half, quiet)
  paper.text(name, paper.width - margin, y, { ...quiet, align: 'right' })
  return margin + 24
}

/** Of the shop's address, at the right of its name. */
const shopLinesWidth = 200

function drawLetterhead(paper: Paper, { name, lines }: PdfBlock): number {
  drawLogo(paper, margin, margin)
  const left = margin + logoSize + 10
  const right = paper.width - margin
  const nameWidth = right - shopLinesWidth - gap - left
  const style = paper.fit(name, nameWidth, { face: 'strong', size: 17 }, 11)
  const nameEnd = drawLines(paper, paper.wrap(name, nameWidth, style), left, margin + 21, 16, style)
  const shopLines = lines.flatMap(line => paper.wrap(line, shopLinesWidth, quiet))
  const linesEnd = drawLines(paper, shopLines, right, margin + 8, 12, { ...quiet, align: 'right' })
  const y = Math.max(linesEnd - 4, nameEnd - 16 + 9, margin + logoSize) + 12
  paper.line(margin, y, right, y, 'ink', 1.2)
  return y
}

/** Lines below each other, the first at `y`. Returns the y after the last. */
function drawLines(
  paper: Paper,
  lines: readonly string[],
  x: number,
  y: number,
  leading: number,
  style: TextStyle & { align?: 'right' },
): number {
  for (const [nth, line] of lines.entries()) paper.text(line, x, y + nth * leading, style)
  return y + lines.length * leading
}

// The shop's logo: five folds of filter paper on a dark square.
function drawLogo(paper: Paper, x: number, y: number): void {
  const unit = logoSize / 36
  paper.box(x, y, logoSize, logoSize, 'ink', 6 * unit)
  for (const [fold, top, bottom] of [
    [8, 7, 29],
    [13, 10, 26],
    [18, 7, 29],
    [23, 10, 26],
    [28, 7, 29],
  ] as const)
    paper.line(x + fold * unit, y + top * unit, x + fold * unit, y + bottom * unit, 'amber', 2.6 * unit)
}

const highlightStyle: TextStyle = { face: 'strong', size: 17 }

/** What the document is, and beside it the highlight. */
function drawHeading(paper: Paper, { kind, number, highlight }: PdfDocument, top: number): number {
  const { name, value, ink } = highlight
  const width = 36 + Math.max(paper.widthOf(name, strong), paper.widthOf(value, highlightStyle), 120)
  const left = paper.width - margin - width
  paper.box(left, top + 12, width, 46, 'sunk')
  paper.box(left, top + 12, 4, 46, ink)
  paper.text(name, left + 18, top + 29, strong)
  paper.text(value, left + 18, top + 49, highlightStyle)
  paper.text(kind, margin, top + 36, { face: 'strong', size: 26 })
  const numberWidth = left - gap - margin
  const style = paper.fit(number, numberWidth, { face: 'code', size: 13, ink: 'steel' }, 10)
  const end = drawLines(paper, paper.wrap(number, numberWidth, style), margin, top + 54, 14, style)
  return end + 2
}

function drawNotice(paper: Paper, notice: string | null, y: number): number {
  if (notice === null) return y
  const width = paper.width - 2 * margin
  const lines = paper.wrap(notice, width - 24, strong)
  const height = lines.length * lineHeight + 11
  paper.box(margin, y, width, height, 'wash')
  drawLines(paper, lines, margin + 12, y + 15, lineHeight, strong)
  return y + height + 10
}

const factsWidth = 190
const factNameWidth = 82

/** Addresses side by side, the facts to their right. */
function drawDetails(paper: Paper, { addresses, facts }: PdfDocument, top: number): number {
  const factsLeft = paper.width - margin - factsWidth
  const columnWidth = (factsLeft - margin) / Math.max(1, addresses.length) - gap
  const addressColumns = addresses.map((block, index) =>
    wrapBlock(paper, block, margin + index * (columnWidth + gap), columnWidth),
  )
  const end = drawColumns(paper, addressColumns, top)
  paper.line(factsLeft, top, paper.width - margin, top, 'edge')
  let y = top + 16
  for (const [name, value] of facts.filter(([, words]) => words !== '')) {
    paper.text(name, factsLeft, y, quiet)
    const lines = paper.wrap(value, factsWidth - factNameWidth, text)
    y = drawLines(paper, lines, factsLeft + factNameWidth, y, lineHeight, text)
  }
  return Math.max(end, y) + 6
}

interface BlockColumn extends PdfBlock {
  x: number
  width: number
}

const wrapBlock = (paper: Paper, { name, lines }: PdfBlock, x: number, width: number): BlockColumn => ({
  name,
  lines: lines.flatMap(line => paper.wrap(line, width, text)),
  x,
  width,
})

/** Above the blocks below the totals. */
const blocksGap = 18

/** Blocks side by side, each as wide as half the page. */
function wrapBlocks(paper: Paper, blocks: PdfBlock[]): BlockColumn[] {
  const width = (paper.width - 2 * margin - gap) / 2
  return blocks.map((block, index) => wrapBlock(paper, block, margin + index * (width + gap), width))
}

const getColumnsHeight = (columns: BlockColumn[]): number =>
  Math.max(0, ...columns.map(({ lines }) => 20 + lines.length * lineHeight))

/** Draws blocks side by side, each under a rule. Returns the y of their end. */
function drawColumns(paper: Paper, columns: BlockColumn[], top: number): number {
  for (const { name, lines, x, width } of columns) {
    paper.line(x, top, x + width, top, 'edge')
    paper.text(name, x, top + 16, { ...strong, size: 8.5 })
    drawLines(paper, lines, x, top + 31, lineHeight, text)
  }
  return top + getColumnsHeight(columns)
}

const totalHeight = 14.5
const totalsWidth = 250

interface TotalRow {
  name: string[]
  value: string
  isMain: boolean
  style: TextStyle
  height: number
}

function layOutTotals(paper: Paper, totals: PdfDocument['totals']): TotalRow[] {
  return totals.map(({ name, value, isMain = false }) => {
    const style = { face: isMain ? 'strong' : 'sans', size: isMain ? 12 : text.size } as const
    const width = totalsWidth - 26 - paper.widthOf(value, style)
    const lines = paper.wrap(name, width, style)
    return { name: lines, value, isMain, style, height: totalHeight + (lines.length - 1) * lineHeight }
  })
}

/** Of the totals and the VAT summary beside them, below the table; 0: there is none. */
function getSumsHeight(totals: TotalRow[], { vatSummary }: PdfDocument): number {
  if (totals.length === 0 && vatSummary.length === 0) return 0
  const totalsHeight = totals.reduce((sum, { height }) => sum + height, 10)
  return 12 + Math.max(totalsHeight, vatSummary.length * totalHeight + 24)
}

function drawTotals(paper: Paper, totals: TotalRow[], top: number): void {
  const right = paper.width - margin
  const left = right - totalsWidth
  let y = top
  for (const { name, value, isMain, style, height } of totals) {
    if (isMain) paper.box(left, y + 2, totalsWidth, height + 8, 'sunk')
    const baseline = y + (isMain ? 18 : 11)
    drawLines(paper, name, left + 8, baseline, lineHeight, style)
    paper.text(value, right - 8, baseline, { ...style, align: 'right' })
    y += height
  }
}

const bandHeight = 44

const getBandsHeight = ({ bands = [] }: PdfDocument): number => (bands.length > 0 ? bandHeight + 22 : 0)

function drawBands(paper: Paper, document: PdfDocument, top: number): number {
  const { bands = [] } = document
  const y = top + 22
  const width = (paper.width - 2 * margin) / bands.length
  for (const [index, { name, value }] of bands.entries()) {
    const x = margin + index * width
    paper.line(x, y, x + width, y, 'edge')
    paper.text(name, x, y + 16, paper.fit(name, width - 8, quiet, 6))
    paper.text(value, x, y + 32, paper.fit(value, width - 8, strong, 6))
  }
  return top + getBandsHeight(document)
}

/** Ends of the columns of net and VAT. */
const summaryEnds = [140, 215] as const

function drawVatSummary(paper: Paper, rates: PdfDocument['vatSummary'], top: number): void {
  if (rates.length === 0) return
  const right = margin + summaryEnds[1]
  const drawRow = (y: number, style: TextStyle, [rate, net, vat]: [string, string, string]) => {
    paper.text(rate, margin, y, style)
    paper.text(net, margin + summaryEnds[0], y, { ...style, align: 'right' })
    paper.text(vat, right, y, { ...style, align: 'right' })
  }
  drawRow(top + 11, quiet, ['VAT summary', 'Net', 'VAT'])
  paper.line(margin, top + 17, right, top + 17, 'edge')
  for (const [index, { rate, net, vat }] of rates.entries())
    drawRow(top + 30 + index * totalHeight, text, [rate, net, vat])
}

function drawNotes(paper: Paper, notes: string[], page: TablePage, top: number): number {
  let y = top
  for (const note of notes) {
    for (const line of paper.wrap(note, page.right - page.left, text)) {
      if (y + lineHeight > page.bottom) y = page.startPage()
      paper.text(line, page.left, y + 9, text)
      y += lineHeight
    }
    y += 5
  }
  return y
}

const footStyle: TextStyle = { size: 8, ink: 'steel' }
const footLineHeight = 11
/** Of the number of the page. */
const pageNumberWidth = 80

const wrapFoot = (paper: Paper, foot: string): string[] =>
  paper.wrap(foot, paper.width - 2 * margin - pageNumberWidth, footStyle)

/** The y of the rule above the foot of a page. */
const getFootTop = (paper: Paper, lines: readonly string[]): number =>
  paper.height - margin - 13 - Math.max(1, lines.length) * footLineHeight

function drawFoot(paper: Paper, lines: readonly string[], page: number, pages: number): void {
  const top = getFootTop(paper, lines)
  const right = paper.width - margin
  paper.line(margin, top, right, top, 'rule')
  drawLines(paper, lines, margin, top + 13, footLineHeight, footStyle)
  paper.text(`Page ${page} of ${pages}`, right, top + 13, { ...footStyle, align: 'right' })
}
