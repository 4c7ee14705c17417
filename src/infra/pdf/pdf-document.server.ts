import { formatTotalLineName, type ItemisedTotals, listTotalLines } from '../../lib/total-lines.ts'
import { createPdf } from './pdf.server.ts'
import type { Ink, Paper, TextStyle } from './pdf-paper.server.ts'
import { drawTable, drawTitledTable, type PdfTable, type TablePage } from './pdf-table.server.ts'

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
const margin = 48
const footSpace = 40
const logoSize = 30
const gap = 20

const text: TextStyle = { size: 9.5 }
const quiet: TextStyle = { size: 8.5, ink: 'steel' }
const strong: TextStyle = { face: 'strong', size: 9.5 }
const lineHeight = 13

export const createPdfDocument = (document: PdfDocument): Promise<Buffer> => createPdfDocuments([document])

/** Documents one after the other, each on pages of its own. There is at least one. */
export function createPdfDocuments(documents: readonly PdfDocument[]): Promise<Buffer> {
  const [{ kind, number, shop, at }] = documents as [PdfDocument]
  const title = documents.length === 1 ? `${kind} ${number}` : `${kind}s`
  return createPdf({ title, author: shop.name, at, size: 'A4' }, paper => {
    for (const [nth, document] of documents.entries()) {
      if (nth > 0) paper.newPage()
      drawDocument(paper, document)
    }
  })
}

function drawDocument(paper: Paper, document: PdfDocument): void {
  const title = `${document.kind} ${document.number}`
  const first = paper.pageCount - 1
  let y = drawLetterhead(paper, document.shop)
  y = drawHeading(paper, document, y)
  y = drawNotice(paper, document.notice, y)
  y = drawDetails(paper, document, y)
  const page: TablePage = {
    left: margin,
    right: paper.width - margin,
    bottom: paper.height - margin - footSpace,
    startPage: () => {
      paper.newPage()
      paper.text(`${title}, continued`, margin, margin + 10, quiet)
      paper.text(document.shop.name, paper.width - margin, margin + 10, { ...quiet, align: 'right' })
      return margin + 24
    },
  }
  // The totals are never alone on a page: the last rows go with them, and so does how to pay.
  const blockColumns = wrapBlocks(paper, document.blocks)
  const reserved = getTotalsHeight(document) + getBandsHeight(document) + getColumnsHeight(blockColumns) + 50
  y = drawTable(paper, document.table, page, y, reserved)
  drawVatSummary(paper, document.vatSummary, y + 12)
  y = drawTotals(paper, document, y + 12)
  y = drawBands(paper, document, y)
  y = drawColumns(paper, blockColumns, y + 22)
  y = drawNotes(paper, document.notes, page, y + 16)
  if (document.appendix) drawTitledTable(paper, document.appendix, page, y + 10)
  paper.onEachPage((nth, count) => drawFoot(paper, document.foot, nth, count), first)
}

function drawLetterhead(paper: Paper, { name, lines }: PdfBlock): number {
  drawLogo(paper, margin, margin)
  paper.text(name, margin + logoSize + 10, margin + 21, { face: 'strong', size: 17 })
  let y = margin + 8
  for (const line of lines) {
    paper.text(line, paper.width - margin, y, { ...quiet, align: 'right' })
    y += 12
  }
  y = Math.max(y - 4, margin + logoSize) + 12
  paper.line(margin, y, paper.width - margin, y, 'ink', 1.2)
  return y
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
  paper.text(kind, margin, top + 42, { face: 'strong', size: 26 })
  paper.text(number, margin, top + 62, { face: 'code', size: 13, ink: 'steel' })
  const { name, value, ink } = highlight
  const width = 36 + Math.max(paper.widthOf(name, strong), paper.widthOf(value, highlightStyle), 120)
  const left = paper.width - margin - width
  paper.box(left, top + 16, width, 50, 'sunk')
  paper.box(left, top + 16, 4, 50, ink)
  paper.text(name, left + 18, top + 35, strong)
  paper.text(value, left + 18, top + 56, highlightStyle)
  return top + 78
}

function drawNotice(paper: Paper, notice: string | null, y: number): number {
  if (notice === null) return y
  const width = paper.width - 2 * margin
  const lines = paper.wrap(notice, width - 24, strong)
  const height = lines.length * lineHeight + 11
  paper.box(margin, y, width, height, 'wash')
  for (const [index, line] of lines.entries())
    paper.text(line, margin + 12, y + 15 + index * lineHeight, strong)
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
    for (const line of paper.wrap(value, factsWidth - factNameWidth, text)) {
      paper.text(line, factsLeft + factNameWidth, y, text)
      y += lineHeight
    }
    y += 1
  }
  return Math.max(end, y) + 14
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
    for (const [index, line] of lines.entries()) paper.text(line, x, top + 31 + index * lineHeight, text)
  }
  return top + getColumnsHeight(columns)
}

const totalHeight = 16
const totalsWidth = 250

const getTotalsHeight = ({ totals, vatSummary }: PdfDocument): number =>
  Math.max(totals.length * totalHeight + 10, vatSummary.length * totalHeight + 24)

function drawTotals(paper: Paper, document: PdfDocument, top: number): number {
  const right = paper.width - margin
  const left = right - totalsWidth
  let y = top
  for (const { name, value, isMain } of document.totals) {
    const style: TextStyle = isMain ? { face: 'strong', size: 12 } : text
    if (isMain) paper.box(left, y + 2, totalsWidth, 24, 'sunk')
    const baseline = y + (isMain ? 18 : 11)
    paper.text(name, left + 8, baseline, style)
    paper.text(value, right - 8, baseline, { ...style, align: 'right' })
    y += totalHeight
  }
  return top + getTotalsHeight(document)
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
    paper.text(name, x, y + 16, quiet)
    paper.text(value, x, y + 32, strong)
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
    const lines = paper.wrap(note, page.right - page.left, text)
    if (y + lines.length * lineHeight > page.bottom) y = page.startPage()
    for (const line of lines) {
      paper.text(line, page.left, y + 9, text)
      y += lineHeight
    }
    y += 5
  }
  return y
}

function drawFoot(paper: Paper, foot: string, page: number, pages: number): void {
  const y = paper.height - margin
  const style: TextStyle = { size: 8, ink: 'steel' }
  paper.line(margin, y - 24, paper.width - margin, y - 24, 'rule')
  const pageNumber = `Page ${page} of ${pages}`
  const width = paper.width - 2 * margin - paper.widthOf(pageNumber, style) - 20
  for (const [index, line] of paper.wrap(foot, width, style).entries())
    paper.text(line, margin, y - 11 + index * 11, style)
  paper.text(pageNumber, paper.width - margin, y - 11, { ...style, align: 'right' })
}
