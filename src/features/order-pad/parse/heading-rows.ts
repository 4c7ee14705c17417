import { toCodeKey } from '../../../lib/part-number.ts'
import { type Heading, type HeadingRole, readHeading } from './headings.ts'
import type { FindProductIds } from './line-context.ts'
import type { SourceRow } from './source-rows.ts'

/** The headings of a table. */
interface HeadingRow {
  from: number
  /** The index after its last row: headings may have two. */
  to: number
  /** One for each column; null: not known. */
  roles: (HeadingRole | null)[]
  isContinental: boolean
}

/** Finds rows of headings, also in the middle of the list. */
export function* findHeadingsInSteps(
  rows: readonly SourceRow[],
  { findProductIds, isFile }: { findProductIds: FindProductIds; isFile: boolean },
): Generator<undefined, HeadingRow[]> {
  const isText = ({ cells }: SourceRow) =>
    cells.length > 1 && cells.every(cell => isHeadingText(cell, findProductIds))
  const headings: HeadingRow[] = []
  for (let at = 0; at < rows.length; at++) {
    yield
    const row = rows[at]!
    if (!isText(row)) continue
    const next = rows[at + 1]
    const first = row.cells.map(readCell)
    // 'Qty' and below it 'ordered'.
    const both = next && next.separator === row.separator && isText(next) ? joinHeadings(row, next) : null
    const columns = both ?? first
    const isAbovePart = (column: number) =>
      next?.separator === row.separator && findProductIds(toCodeKey(next.cells[column] ?? '')).length > 0
    const isPartColumn = columns.some(({ role }, column) => role === 'part' && isAbovePart(column))
    if (!isHeading(columns, isFile || isPartColumn || !', '.includes(row.separator))) continue
    const height = both ? 2 : 1
    const isContinental = columns.some(column => column.isContinental)
    headings.push({ from: at, to: at + height, roles: columns.map(({ role }) => role), isContinental })
    at += height - 1
  }
  return headings
}

/** The headings of two rows in one; null: the second row has none. */
function joinHeadings({ cells }: SourceRow, { cells: below }: SourceRow): Heading[] | null {
  if (!below.some(cell => readHeading(cell).role !== null)) return null
  const length = Math.max(cells.length, below.length)
  return Array.from({ length }, (_, at) => readHeading(`${cells[at] ?? ''} ${below[at] ?? ''}`))
}

/** 'Qty 2' is rather a quantity. */
const readCell = (cell: string): Heading =>
  /\d/.test(cell) ? { role: null, isContinental: false } : readHeading(cell)

const maxHeadingLength = 60

function isHeadingText(cell: string, findProductIds: FindProductIds): boolean {
  if (cell === '') return true
  return (
    cell.length <= maxHeadingLength &&
    // 'Price 2'
    (!/\d/.test(cell) || /^\p{L}[\p{L} .]* \d$/u.test(cell)) &&
    findProductIds(toCodeKey(cell)).length === 0
  )
}

/** `isTable`: sentences have no such separator, or a part stands below, so one known heading is enough. */
function isHeading(columns: readonly Heading[], isTable: boolean): boolean {
  const roles = columns.map(({ role }) => role).filter(role => role !== null)
  const isAboveParts = roles.some(role => !['other', 'otherQuantity', 'unit'].includes(role))
  return isAboveParts && (roles.length >= 2 || isTable)
}
