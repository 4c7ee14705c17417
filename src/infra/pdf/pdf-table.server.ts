import type { Paper, TextStyle } from './pdf-paper.server.ts'

/** A cell's text; a code is drawn above it in its own font, and what matters below it in bold. */
export type PdfCell = string | { code: string; title: string } | { title: string; alert: string }

export interface PdfTable {
  /** Widths are shares of the table's width. */
  columns: { name: string; share: number; align?: 'left' | 'right' }[]
  rows: PdfCell[][]
}

export interface TablePage {
  left: number
  right: number
  /** Nothing is drawn below. */
  bottom: number
  /** Starts a new page; returns the y where its content begins. */
  startPage: () => number
}

const gap = 8
/** Between the edges of the table and its text. */
const inset = 8
const wordStyle: TextStyle = { size: 9 }
const codeStyle: TextStyle = { face: 'code', size: 8.5 }
const alertStyle: TextStyle = { face: 'strong', size: 8.5 }
const headerStyle: TextStyle = { face: 'strong', size: 8.5 }
const lineHeight = 12
const padding = 4
/** So many of the last rows stay on one page with what follows the table. */
const tailRows = 3

/**
 * Draws a table over as many pages as it needs, with its header on each. Returns the y of its end. `reserved`: the height
 * of what must follow the last rows on their page.
 */
export function drawTable(
  paper: Paper,
  table: PdfTable,
  page: TablePage,
  top: number,
  reserved: number,
): number {
  const columns = placeColumns(table, page)
  let y = drawHeader(paper, columns, page, top)
  const rows = table.rows.map(row => {
    const cells = row.map((cell, index) => wrapCell(paper, cell, columns[index]!.width))
    return { cells, height: Math.max(...cells.map(lines => lines.length)) * lineHeight + 2 * padding }
  })
  for (const [nth, { cells, height }] of rows.entries()) {
    const isTail = nth >= rows.length - tailRows
    const needed = isTail ? rows.slice(nth).reduce((sum, row) => sum + row.height, reserved) : height
    if (y + needed > page.bottom) y = drawHeader(paper, columns, page, page.startPage())
    for (const [index, lines] of cells.entries()) {
      const { x, align } = columns[index]!
      for (const [lineIndex, { text, style }] of lines.entries())
        paper.text(text, x, y + padding + 9 + lineIndex * lineHeight, { ...style, align })
    }
    y += height
    paper.line(page.left, y, page.right, y, nth === rows.length - 1 ? 'ink' : 'rule')
  }
  return y
}

/** Of the title, the header and the first rows. */
const startHeight = 110

/** Draws a table below its title; on a new page where only its header would fit. */
export function drawTitledTable(
  paper: Paper,
  { name, table }: { name: string; table: PdfTable },
  page: TablePage,
  top: number,
): void {
  const y = top + startHeight > page.bottom ? page.startPage() : top
  paper.text(name, page.left, y + 14, { face: 'strong', size: 12 })
  drawTable(paper, table, page, y + 22, 0)
}

interface PdfColumn {
  name: string
  /** The x where its text starts; of a right-aligned column, where it ends. */
  x: number
  width: number
  align: 'left' | 'right'
}

function placeColumns({ columns }: PdfTable, { left, right }: TablePage): PdfColumn[] {
  const shares = columns.reduce((total, { share }) => total + share, 0)
  const width = right - left - 2 * inset
  let x = left + inset
  return columns.map(({ name, share, align = 'left' }, index) => {
    const start = x
    x += (width * share) / shares
    const isLast = index === columns.length - 1
    const cellWidth = x - start - (align === 'right' && index > 0 ? gap : isLast ? 0 : gap)
    return { name, x: align === 'right' ? x : start, width: cellWidth, align }
  })
}

function drawHeader(paper: Paper, columns: PdfColumn[], page: TablePage, top: number): number {
  const headers = columns.map(({ name, width }) => paper.wrap(name, width, headerStyle))
  const height = Math.max(...headers.map(lines => lines.length)) * 11 + 11
  paper.box(page.left, top, page.right - page.left, height, 'sunk')
  for (const [index, lines] of headers.entries()) {
    const { x, align } = columns[index]!
    for (const [nth, line] of lines.entries())
      paper.text(line, x, top + height - 7 - (lines.length - 1 - nth) * 11, { ...headerStyle, align })
  }
  paper.line(page.left, top + height, page.right, top + height, 'ink', 0.9)
  return top + height
}

function wrapCell(paper: Paper, cell: PdfCell, width: number): { text: string; style: TextStyle }[] {
  const asWords = (text: string) =>
    paper.wrap(text, width, wordStyle).map(line => ({ text: line, style: wordStyle }))
  if (typeof cell === 'string') return asWords(cell)
  if ('alert' in cell)
    return [
      ...asWords(cell.title),
      ...paper.wrap(cell.alert, width, alertStyle).map(line => ({ text: line, style: alertStyle })),
    ]
  return [
    ...paper.wrap(cell.code, width, codeStyle).map(line => ({ text: line, style: codeStyle })),
    ...asWords(cell.title),
  ]
}
