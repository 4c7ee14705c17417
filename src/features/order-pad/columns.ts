import { toCodeKey } from '../../lib/part-number.ts'
import { countOf, quantityOf } from './quantity.ts'
import type { GivenRow } from './rows.ts'

/** Where a table has its part numbers and its quantities. */
export interface Columns {
  code: number
  /** Null: there is no such column. */
  quantity: number | null
  /** The rows above this one are headings; 0 when there is none. */
  firstRow: number
}

const mostColumns = 30
const headingWithin = 15
const enough = 0.5

/** Finds the columns by their headings, or by looking at all rows; null when nothing stands in columns. */
export function findColumns(rows: readonly GivenRow[]): Columns | null {
  const headed = byHeading(rows)
  if (headed) return headed
  const table = rows.filter(({ cells }) => cells.length > 1)
  if (table.length === 0) return null
  const width = Math.min(mostColumns, Math.max(...table.map(({ cells }) => cells.length)))
  const columns = Array.from({ length: width }, (_, at) => looksOf(table, at))
  const code = best(columns.map(({ code: score }) => score))
  if (code === null) return null
  const counts = columns.map(({ count, isPosition }, at) =>
    at === code || count < enough || (isPosition && table.length >= 3) ? 0 : count,
  )
  return { code, quantity: best(counts), firstRow: 0 }
}

const codeHeading =
  /^(?:(?:our|your|part|product|item|stock|filter|supplier|catalogue|article|order|oem|manufacturer'?s?)\W*)*(?:no|nos|num|number|code|ref|reference|sku|mpn|part|item|product|article|filter)s?\W*$/i
const countHeading =
  /^(?:order\W*)?(?:qty|quantity|qnty|quant|pcs|pieces|units|no\W*off|required|req'?d|how many|count|menge)\W*(?:required|ordered|req'?d)?\W*$/i

function byHeading(rows: readonly GivenRow[]): Columns | null {
  for (const { nr, cells } of rows.slice(0, headingWithin)) {
    if (cells.length < 2 || cells.some(cell => /\d{2,}/.test(cell))) continue
    const quantity = cells.findIndex(cell => countHeading.test(cell))
    const code = cells.findIndex((cell, at) => at !== quantity && codeHeading.test(cell))
    if (code >= 0) return { code, quantity: quantity < 0 ? null : quantity, firstRow: nr + 1 }
  }
  return null
}

function looksOf(table: readonly GivenRow[], at: number) {
  const cells = table.flatMap(row => row.cells[at] || [])
  const share = (holds: (cell: string) => boolean) => cells.filter(holds).length / table.length
  const keys = cells.map(toCodeKey)
  const average = keys.reduce((total, key) => total + key.length, 0) / (keys.length || 1)
  const isDistinct = new Set(keys).size / (keys.length || 1)
  const codes = share(isCodeLike)
  return {
    count: share(cell => quantityOf(cell) !== null),
    // Where two columns could be it: letters and digits together, the longer, the one that repeats less.
    code: codes === 0 ? 0 : codes + share(isMixed) / 2 + Math.min(average, 12) / 50 + isDistinct / 10,
    isPosition: isCounting(cells),
  }
}

/** A price has pence, a description has words, '4 pcs' is a count. */
export const isCodeLike = (cell: string): boolean =>
  /\d/.test(cell) &&
  (countOf(cell) === null || /^\d+$/.test(cell)) &&
  toCodeKey(cell).length >= 3 &&
  toCodeKey(cell).length <= 24 &&
  !/[£$€%]|^\d+\.\d{1,2}$|\p{L}{4,}\s|\s\p{L}{4,}/u.test(cell)

/** A number of letters and digits: nothing else looks like it. */
export const isMixed = (cell: string): boolean => isCodeLike(cell) && /[a-z]/i.test(cell)

/** 1, 2, 3 … or 10, 20, 30 …: the numbers of the rows, not of pieces. */
function isCounting(cells: readonly string[]): boolean {
  const numbers = cells.map(Number)
  const step = numbers[0] ?? 0
  return (step === 1 || step === 10) && numbers.every((number, at) => number === (at + 1) * step)
}

/** The place of the highest score, the first of equals; null when none is above 0. */
function best(scores: readonly number[]): number | null {
  const highest = Math.max(0, ...scores)
  return highest > 0 ? scores.indexOf(highest) : null
}
