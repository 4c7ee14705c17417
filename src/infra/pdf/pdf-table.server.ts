import type { Paper, TextStyle } from './pdf-paper.server.ts'

/** A cell's words; a code stands above them in its own face. */
export type Cell = string | { code: string; words: string }

export interface Table {
  /** Widths are shares of the whole width. */
  columns: { name: string; share: number; align?: 'left' | 'right' }[]
  rows: Cell[][]
}

export interface TablePage {
  left: number
  right: number
  /** Nothing is drawn below. */
  bottom: number
  /** Begins another page and says where on it. */
  turn: () => number
}

const gap = 8
const words: TextStyle = { size: 9.5 }
const code: TextStyle = { face: 'code', size: 8.5 }
const head: TextStyle = { size: 8.5, ink: 'steel' }
const lineHeight = 13
const padding = 5

/** Draws a table that may run over several pages, its head on each of them. Returns where it ends. */
export function drawTable(paper: Paper, table: Table, page: TablePage, top: number): number {
  const columns = placeColumns(table, page)
  let y = drawHead(paper, columns, page, top)
  for (const row of table.rows) {
    const cells = row.map((cell, index) => wrapCell(paper, cell, columns[index]!.width))
    const height = Math.max(...cells.map(lines => lines.length)) * lineHeight + 2 * padding
    if (y + height > page.bottom) y = drawHead(paper, columns, page, page.turn())
    for (const [index, lines] of cells.entries()) {
      const { x, align } = columns[index]!
      for (const [nth, { text, style }] of lines.entries())
        paper.text(text, x, y + padding + 9 + nth * lineHeight, { ...style, align })
    }
    y += height
    paper.line(page.left, y, page.right, y, 'rule')
  }
  return y
}

interface Column {
  name: string
  /** Where its text begins; of a column set to the right, where it ends. */
  x: number
  width: number
  align: 'left' | 'right'
}

function placeColumns({ columns }: Table, { left, right }: TablePage): Column[] {
  const shares = columns.reduce((total, { share }) => total + share, 0)
  let x = left
  return columns.map(({ name, share, align = 'left' }, index) => {
    const start = x
    x += ((right - left) * share) / shares
    const isLast = index === columns.length - 1
    const width = x - start - (align === 'right' && index > 0 ? gap : isLast ? 0 : gap)
    return { name, x: align === 'right' ? x : start, width, align }
  })
}

function drawHead(paper: Paper, columns: Column[], page: TablePage, top: number): number {
  const heads = columns.map(({ name, width }) => paper.wrap(name, width, head))
  const height = Math.max(...heads.map(lines => lines.length)) * 11 + 9
  for (const [index, lines] of heads.entries()) {
    const { x, align } = columns[index]!
    for (const [nth, line] of lines.entries())
      paper.text(line, x, top + height - 7 - (lines.length - 1 - nth) * 11, { ...head, align })
  }
  paper.line(page.left, top + height, page.right, top + height, 'ink', 0.9)
  return top + height
}

function wrapCell(paper: Paper, cell: Cell, width: number): { text: string; style: TextStyle }[] {
  const asWords = (text: string) => paper.wrap(text, width, words).map(line => ({ text: line, style: words }))
  if (typeof cell === 'string') return asWords(cell)
  return [
    ...paper.wrap(cell.code, width, code).map(line => ({ text: line, style: code })),
    ...asWords(cell.words),
  ]
}
