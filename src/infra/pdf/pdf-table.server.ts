import type { Paper, TextStyle } from './pdf-paper.server.ts'

/** A cell's text, or its lines; a code is drawn above the text in its own font, and what matters below it in bold. */
export type PdfCell =
  | string
  | { lines: string[] }
  | { code: string; title: string; notes?: string[] }
  | { title: string; alert: string }

export interface PdfTable {
  /** Widths are shares of the table's width; what is right-aligned is a number, and gets what it needs to stay on one line. */
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

/** The height of what follows a table: what must be on the page of its last row, and what should be. */
export interface Following {
  needed: number
  preferred: number
}

/** Between two columns; a number that ends where a text begins needs more, not to be read as its start. */
const gap = 8
const gapAfterNumber = 18
/** Between the edges of the table and its text. */
const inset = 8
const wordStyle: TextStyle = { size: 9 }
const codeStyle: TextStyle = { face: 'code', size: 8.5 }
const alertStyle: TextStyle = { face: 'strong', size: 8.5 }
const headerStyle: TextStyle = { face: 'strong', size: 8.5 }
const headerLineHeight = 11
const lineHeight = 11.5
const padding = 3.5
const minColumnWidth = 40
/** A row of more lines may go on on the next page. */
const maxUndividedLines = 12
/** So much of a page may stay empty for the last row to be with all that follows. */
const maxWhite = 180

interface PdfColumn {
  /** The x where its text starts; of a right-aligned column, where it ends. */
  x: number
  width: number
  align: 'left' | 'right'
  header: string[]
}

interface CellText {
  text: string
  style: TextStyle
}

/** A row, or a part of a long one. */
interface RowPart {
  cells: CellText[][]
  height: number
  isEnd: boolean
}

export interface LaidOutTable {
  columns: PdfColumn[]
  headerHeight: number
  parts: RowPart[]
}

export function layOutTable(paper: Paper, table: PdfTable, page: TablePage): LaidOutTable {
  const columns = placeColumns(paper, table, page)
  const headerLines = Math.max(...columns.map(({ header }) => header.length))
  const parts = table.rows.flatMap(row =>
    divideRow(row.map((cell, index) => wrapCell(paper, cell, columns[index]!.width))),
  )
  return { columns, headerHeight: headerLines * headerLineHeight + 11, parts }
}

/** The height of a table's header and its first row, which are never apart. */
const getStartHeight = ({ headerHeight, parts }: LaidOutTable): number =>
  headerHeight + (parts[0]?.height ?? 0)

/** Draws a table over as many pages as it needs, with its header on each. Returns the y of its end. */
export function drawTable(
  paper: Paper,
  table: LaidOutTable,
  page: TablePage,
  top: number,
  following: Following = { needed: 0, preferred: 0 },
): number {
  const { columns, parts } = table
  const ends = (nth: number, y: number): boolean => {
    const { height } = parts[nth]!
    if (nth < parts.length - 1) return y + height > page.bottom
    const isCrowded = y + height + following.preferred > page.bottom && page.bottom - y < maxWhite
    return y + height + following.needed > page.bottom || isCrowded
  }
  const startsHere =
    parts.length === 0
      ? top + table.headerHeight + following.needed <= page.bottom
      : !ends(0, top + table.headerHeight)
  let y = drawHeader(paper, table, page, startsHere ? top : page.startPage())
  for (const [nth, { cells, height, isEnd }] of parts.entries()) {
    if (nth > 0 && ends(nth, y)) y = drawHeader(paper, table, page, page.startPage())
    for (const [index, lines] of cells.entries()) {
      const { x, align } = columns[index]!
      for (const [lineIndex, { text, style }] of lines.entries())
        paper.text(text, x, y + padding + 9 + lineIndex * lineHeight, { ...style, align })
    }
    y += height
    if (isEnd) paper.line(page.left, y, page.right, y, nth === parts.length - 1 ? 'ink' : 'rule')
  }
  return y
}

const titleHeight = 22

/** Draws a table below its title, which is never apart from the first row. */
export function drawTitledTable(
  paper: Paper,
  { name, table }: { name: string; table: PdfTable },
  page: TablePage,
  top: number,
): void {
  const laidOut = layOutTable(paper, table, page)
  const y = top + titleHeight + getStartHeight(laidOut) > page.bottom ? page.startPage() : top
  paper.text(name, page.left, y + 14, { face: 'strong', size: 12 })
  drawTable(paper, laidOut, page, y + titleHeight)
}

function placeColumns(paper: Paper, { columns, rows }: PdfTable, { left, right }: TablePage): PdfColumn[] {
  const gaps = columns.slice(1).map(({ align }, index) => {
    const isText = align !== 'right'
    return isText && columns[index]!.align === 'right' ? gapAfterNumber : gap
  })
  const width = right - left - 2 * inset - gaps.reduce((sum, between) => sum + between, 0)
  const widths = shareWidth(
    width,
    columns.map(({ share }) => share),
    columns.map((column, index) =>
      measureLeast(
        paper,
        column,
        rows.map(row => row[index]!),
      ),
    ),
  )
  let x = left + inset
  return columns.map(({ name, align = 'left' }, index) => {
    const columnWidth = widths[index]!
    const start = x
    x += columnWidth + (gaps[index] ?? 0)
    return {
      x: align === 'right' ? start + columnWidth : start,
      width: columnWidth,
      align,
      header: paper.wrap(name, columnWidth, headerStyle),
    }
  })
}

/** The least width of a column: no word of its heading is split, and no number is on two lines. */
function measureLeast(paper: Paper, { name, align }: PdfTable['columns'][number], cells: PdfCell[]): number {
  const heading = Math.max(...name.split(' ').map(word => paper.widthOf(word, headerStyle)))
  if (align !== 'right') return Math.max(heading, minColumnWidth)
  const numbers = cells.filter(cell => typeof cell === 'string')
  return Math.max(heading, ...numbers.map(number => paper.widthOf(number, wordStyle)))
}

/** Divides a width by shares, but no part is smaller than its least width. */
export function shareWidth(width: number, shares: readonly number[], least: readonly number[]): number[] {
  const fixed = new Set<number>()
  for (;;) {
    const rest = width - least.reduce((sum, part, index) => sum + (fixed.has(index) ? part : 0), 0)
    const total = shares.reduce((sum, share, index) => sum + (fixed.has(index) ? 0 : share), 0)
    const widths = shares.map((share, index) => (fixed.has(index) ? least[index]! : (rest * share) / total))
    const narrow = widths.flatMap((part, index) => (part < least[index]! ? [index] : []))
    if (narrow.length === 0) return widths
    for (const index of narrow) fixed.add(index)
  }
}

function drawHeader(
  paper: Paper,
  { columns, headerHeight }: LaidOutTable,
  page: TablePage,
  top: number,
): number {
  const end = top + headerHeight
  paper.box(page.left, top, page.right - page.left, headerHeight, 'sunk')
  for (const { header, x, align } of columns)
    for (const [nth, line] of header.entries())
      paper.text(line, x, end - 7 - (header.length - 1 - nth) * headerLineHeight, { ...headerStyle, align })
  paper.line(page.left, end, page.right, end, 'ink', 0.9)
  return end
}

function divideRow(cells: CellText[][]): RowPart[] {
  const lineCount = Math.max(...cells.map(lines => lines.length))
  const partCount = Math.max(1, Math.ceil(lineCount / maxUndividedLines))
  return Array.from({ length: partCount }, (_, nth) => {
    const part = cells.map(lines => lines.slice(nth * maxUndividedLines, (nth + 1) * maxUndividedLines))
    const isEnd = nth === partCount - 1
    const lines = Math.max(...part.map(partLines => partLines.length))
    return { cells: part, height: lines * lineHeight + (isEnd ? 2 * padding : 0), isEnd }
  })
}

function wrapCell(paper: Paper, cell: PdfCell, width: number): CellText[] {
  const wrap = (text: string, style: TextStyle) =>
    paper.wrap(text, width, style).map(line => ({ text: line, style }))
  if (typeof cell === 'string') return wrap(cell, wordStyle)
  if ('lines' in cell) return cell.lines.flatMap(line => wrap(line, wordStyle))
  if ('alert' in cell) return [...wrap(cell.title, wordStyle), ...wrap(cell.alert, alertStyle)]
  const notes = (cell.notes ?? []).flatMap(note => wrap(note, wordStyle))
  return [...wrap(cell.code, codeStyle), ...wrap(cell.title, wordStyle), ...notes]
}
