import { formatTotalLineName, type ItemisedTotals, listTotalLines } from '../../lib/total-lines.ts'
import { createPdf } from './pdf.server.ts'
import type { Paper } from './pdf-paper.server.ts'
import { drawTable, type PdfTable } from './pdf-table.server.ts'

/** An A4 document of the shop: an invoice, a quote. */
export interface PdfDocument {
  /** 'Invoice': the heading, and the start of the document's title. */
  kind: string
  number: string
  at: Date
  shop: { name: string; lines: string[] }
  /** A highlighted notice at the top: what the document is not. */
  notice: string | null
  addresses: { name: string; lines: string[] }[]
  /** Empty values are left out. */
  facts: [name: string, value: string][]
  table: PdfTable
  totals: { name: string; value: string; isMain?: boolean }[]
  notes: string[]
  /** At the bottom of each page, beside its number. */
  foot: string
}

/** The sums of a VAT document: with the total ex VAT, and on what the VAT is. */
export function toPdfTotals(totals: ItemisedTotals): PdfDocument['totals'] {
  return listTotalLines(totals, { withNet: true }).map(line => ({
    name: formatTotalLineName(line),
    value: line.text,
    isMain: line.kind === 'total',
  }))
}

/** Distances in points. */
const margin = 48
const footSpace = 40
const logoSize = 30

export function createPdfDocument(document: PdfDocument): Promise<Buffer> {
  const title = `${document.kind} ${document.number}`
  return createPdf({ title, author: document.shop.name, at: document.at, size: 'A4' }, paper => {
    let y = drawHeader(paper, document)
    y = drawNotice(paper, document.notice, y)
    y = drawAddresses(paper, document, y)
    const pages = { left: margin, right: paper.width - margin, bottom: paper.height - margin - footSpace }
    const startPage = () => {
      paper.newPage()
      paper.text(`${title}, continued`, margin, margin + 10, { size: 9, ink: 'steel' })
      return margin + 28
    }
    // The totals are never alone on a page: the last row goes with them.
    const totalsSpace = document.totals.length * totalHeight + 26
    y = drawTable(paper, document.table, { ...pages, startPage }, y, totalsSpace)
    y = drawTotals(paper, document.totals, y + 12)
    drawNotes(paper, document.notes, { ...pages, startPage }, y + 14)
    paper.onEachPage((page, count) => drawFoot(paper, document.foot, page, count))
  })
}

function drawHeader(paper: Paper, { kind, number, shop }: PdfDocument): number {
  drawLogo(paper, margin, margin)
  paper.text(shop.name, margin + logoSize + 10, margin + 21, { face: 'strong', size: 17 })
  let y = margin + 8
  for (const line of shop.lines) {
    paper.text(line, paper.width - margin, y, { size: 8.5, ink: 'steel', align: 'right' })
    y += 12
  }
  y = Math.max(y, margin + logoSize) + 26
  paper.text(kind, margin, y, { face: 'strong', size: 22 })
  paper.text(number, margin + paper.widthOf(kind, { face: 'strong', size: 22 }) + 10, y, {
    face: 'code',
    size: 16,
    ink: 'steel',
  })
  return y + 14
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

function drawNotice(paper: Paper, notice: string | null, y: number): number {
  if (notice === null) return y + 8
  const width = paper.width - 2 * margin
  const lines = paper.wrap(notice, width - 28, { face: 'strong', size: 9.5 })
  const height = lines.length * 13 + 13
  paper.box(margin, y, width, height, 'wash')
  paper.box(margin, y, 4, height, 'amber')
  for (const [index, line] of lines.entries())
    paper.text(line, margin + 16, y + 16 + index * 13, { face: 'strong', size: 9.5 })
  return y + height + 10
}

/** Addresses side by side, the facts to their right. */
function drawAddresses(paper: Paper, { addresses, facts }: PdfDocument, top: number): number {
  const factsWidth = 190
  const factsLeft = paper.width - margin - factsWidth
  const columnWidth = (factsLeft - margin) / Math.max(1, addresses.length)
  const ends = addresses.map(({ name, lines }, index) => {
    const x = margin + index * columnWidth
    paper.text(name, x, top + 12, { size: 8.5, ink: 'steel' })
    let y = top + 26
    for (const line of lines.flatMap(text => paper.wrap(text, columnWidth - 16, { size: 9.5 }))) {
      paper.text(line, x, y, { size: 9.5 })
      y += 13
    }
    return y
  })
  let y = top + 12
  for (const [name, value] of facts.filter(([, text]) => text !== '')) {
    paper.text(name, factsLeft, y, { size: 8.5, ink: 'steel' })
    for (const line of paper.wrap(value, factsWidth - 86, { size: 9.5 })) {
      paper.text(line, factsLeft + 86, y, { size: 9.5 })
      y += 13
    }
    y += 2
  }
  return Math.max(...ends, y) + 10
}

const totalHeight = 16

function drawTotals(paper: Paper, totals: PdfDocument['totals'], top: number): number {
  const right = paper.width - margin
  const left = right - 230
  let y = top
  for (const { name, value, isMain } of totals) {
    const style = isMain ? ({ face: 'strong', size: 12.5 } as const) : ({ face: 'sans', size: 9.5 } as const)
    if (isMain) {
      paper.line(left, y + 4, right, y + 4, 'ink', 0.9)
      y += 9
    }
    paper.text(name, left, y + 11, style)
    paper.text(value, right, y + 11, { ...style, align: 'right' })
    y += isMain ? totalHeight + 5 : totalHeight
  }
  return y
}

function drawNotes(
  paper: Paper,
  notes: string[],
  page: { left: number; right: number; bottom: number; startPage: () => number },
  top: number,
): void {
  let y = top
  for (const note of notes) {
    const lines = paper.wrap(note, page.right - page.left, { size: 9 })
    if (y + lines.length * 12.5 > page.bottom) y = page.startPage()
    for (const line of lines) {
      paper.text(line, page.left, y + 9, { size: 9 })
      y += 12.5
    }
    y += 5
  }
}

function drawFoot(paper: Paper, foot: string, page: number, pages: number): void {
  const y = paper.height - margin
  const style = { size: 8, ink: 'steel' } as const
  paper.line(margin, y - 24, paper.width - margin, y - 24, 'rule')
  const pageNumber = `Page ${page} of ${pages}`
  const width = paper.width - 2 * margin - paper.widthOf(pageNumber, style) - 20
  for (const [index, line] of paper.wrap(foot, width, style).entries())
    paper.text(line, margin, y - 11 + index * 11, style)
  paper.text(pageNumber, paper.width - margin, y - 11, { ...style, align: 'right' })
}
