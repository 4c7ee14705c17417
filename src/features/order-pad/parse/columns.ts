import { toCodeKey } from '../../../lib/part-number.ts'
import { parseCount, parseOrderQuantity } from './quantity.ts'
import type { SourceRow } from './source-rows.ts'

/** The columns of a table that hold part numbers and quantities, from 0. */
export interface PadColumns {
  code: number
  /** Null: no column holds quantities. */
  quantity: number | null
  /** The line number of the first row below the heading; 0 without a heading. */
  firstRow: number
}

const maxColumns = 30
const maxHeadingRows = 15
const minQuantityShare = 0.5

/** Finds the columns by their headings, else by the contents of all rows; null when the list is not a table. */
export function findColumns(rows: readonly SourceRow[]): PadColumns | null {
  const headingColumns = findColumnsByHeading(rows)
  if (headingColumns) return headingColumns
  const table = rows.filter(({ cells }) => cells.length > 1)
  if (table.length === 0) return null
  const width = Math.min(maxColumns, Math.max(...table.map(({ cells }) => cells.length)))
  const columns = Array.from({ length: width }, (_, at) => scoreColumn(table, at))
  const code = findHighest(columns.map(({ code: score }) => score))
  if (code === null) return null
  const quantityScores = columns.map(({ quantity, isRowNumber }, at) =>
    at === code || quantity < minQuantityShare || (isRowNumber && table.length >= 3) ? 0 : quantity,
  )
  return { code, quantity: findHighest(quantityScores), firstRow: 0 }
}

const codeHeading =
  /^(?:(?:our|your|part|product|item|stock|filter|supplier|catalogue|article|order|oem|manufacturer'?s?)\W*)*(?:no|nos|num|number|code|ref|reference|sku|mpn|part|item|product|article|filter)s?\W*$/i
const quantityHeading =
  /^(?:order\W*)?(?:qty|quantity|qnty|quant|pcs|pieces|units|no\W*off|required|req'?d|how many|count|menge)\W*(?:required|ordered|req'?d)?\W*$/i

function findColumnsByHeading(rows: readonly SourceRow[]): PadColumns | null {
  for (const { nr, cells } of rows.slice(0, maxHeadingRows)) {
    if (cells.length < 2 || cells.some(cell => /\d{2,}/.test(cell))) continue
    const quantity = cells.findIndex(cell => quantityHeading.test(cell))
    const code = cells.findIndex((cell, at) => at !== quantity && codeHeading.test(cell))
    if (code >= 0) return { code, quantity: quantity < 0 ? null : quantity, firstRow: nr + 1 }
  }
  return null
}

function scoreColumn(table: readonly SourceRow[], at: number) {
  const cells = table.flatMap(row => row.cells[at] || [])
  const share = (matches: (cell: string) => boolean) => cells.filter(matches).length / table.length
  const keys = cells.map(toCodeKey)
  const averageLength = keys.reduce((total, key) => total + key.length, 0) / (keys.length || 1)
  const distinctShare = new Set(keys).size / (keys.length || 1)
  const codeShare = share(isCodeLike)
  return {
    quantity: share(cell => parseOrderQuantity(cell) !== null),
    // Ranks columns that all look like codes: mixed letters and digits, longer cells and fewer repetitions win.
    code:
      codeShare === 0
        ? 0
        : codeShare + share(isLettersAndDigits) / 2 + Math.min(averageLength, 12) / 50 + distinctShare / 10,
    isRowNumber: isRowNumbering(cells),
  }
}

/** Excludes prices (with pence), descriptions (with words) and counts such as '4 pcs'. */
export const isCodeLike = (cell: string): boolean =>
  /\d/.test(cell) &&
  (parseCount(cell) === null || /^\d+$/.test(cell)) &&
  toCodeKey(cell).length >= 3 &&
  toCodeKey(cell).length <= 24 &&
  !/[£$€%]|^\d+\.\d{1,2}$|\p{L}{4,}\s|\s\p{L}{4,}/u.test(cell)

/** A code with both letters and digits, which cannot be mistaken for a quantity. */
export const isLettersAndDigits = (cell: string): boolean => isCodeLike(cell) && /[a-z]/i.test(cell)

/** 1, 2, 3 … or 10, 20, 30 …: row numbers rather than quantities. */
function isRowNumbering(cells: readonly string[]): boolean {
  const numbers = cells.map(Number)
  const step = numbers[0] ?? 0
  return (step === 1 || step === 10) && numbers.every((number, at) => number === (at + 1) * step)
}

/** The index of the highest score, the first of equals; null when none is above 0. */
function findHighest(scores: readonly number[]): number | null {
  const highest = Math.max(0, ...scores)
  return highest > 0 ? scores.indexOf(highest) : null
}
