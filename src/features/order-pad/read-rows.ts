import { type Columns, findColumns, isCodeLike, isMixed } from './columns.ts'
import { bareSide, guessIn, hasMark, numberIn, type Reading, readCell, readLine } from './line.ts'
import { countOf, orderable } from './quantity.ts'
import type { GivenRow } from './rows.ts'

/** A line with the ways it can be read, the most likely first; none: it has no part number. */
export interface ReadRow {
  nr: number
  text: string
  readings: Reading[]
  /** The number to show when the catalogue knows none of them. */
  guess: string
  /** What was given as quantity and is none: '4.5', 'tbc', '0'. */
  badQuantity: string | null
}

/** Reads all rows together: which column is what, and on which side quantities stand, shows in the whole list. */
export function readRows(rows: readonly GivenRow[]): ReadRow[] {
  const columns = findColumns(rows)
  const bare = usualSide(rows)
  return rows.map(row => readRow(row, columns, bare))
}

function usualSide(rows: readonly GivenRow[]): 'first' | 'last' {
  const sides = rows.map(({ text }) => bareSide(text))
  const firsts = sides.filter(side => side === 'first').length
  return firsts > sides.filter(side => side === 'last').length ? 'first' : 'last'
}

function readRow(row: GivenRow, columns: Columns | null, bare: 'first' | 'last'): ReadRow {
  const { nr, text, cells } = row
  const nothing = { nr, text, readings: [], guess: '', badQuantity: null }
  if (columns && nr < columns.firstRow) return nothing
  const code = columns ? codeIn(cells, columns) : ''
  if (columns && code !== '' && columns.quantity !== null) {
    const given = cells[columns.quantity] ?? ''
    // '2 x P551712, the yellow one' among lines like 'LF9009, 4'.
    const isOwnWay = countOf(given) === null && (hasMark(code) || isRemark(given))
    if (!isOwnWay) return inColumns(row, code, given, columns)
  }
  // The quantity stands in the cell of the number, or anywhere.
  const whole = cells.filter(cell => cell !== '').join(' ')
  const readings = code === '' ? readLine(whole, bare) : [...readLine(code, bare), ...readLine(whole, bare)]
  if (!readings.some(({ code: found }) => /\d/.test(found)) && !isOneWord(whole)) return nothing
  return { ...nothing, readings, guess: guessIn(code === '' ? whole : code, bare) }
}

/** The cell of the number; '' where this line is put together in another way than the others. */
function codeIn(cells: readonly string[], columns: Columns): string {
  if (cells.length < 2) return ''
  const code = cells[columns.code] ?? ''
  const others = cells.filter((_, at) => at !== columns.code)
  return countOf(code) !== null && others.some(isMixed) ? '' : code
}

function inColumns({ nr, text, cells }: GivenRow, code: string, given: string, columns: Columns): ReadRow {
  const counted = given === '' ? 1 : countOf(given)
  const isGood = orderable(counted)
  const quantity = isGood ? counted : 1
  // A list may name the part twice, under our number and under another.
  const others = cells.filter(
    (cell, at) => at !== columns.code && at !== columns.quantity && isCodeLike(cell),
  )
  const readings = [
    ...readCell(code, quantity),
    ...others.map(other => ({ code: other, quantity, isSure: false })),
  ]
  return { nr, text, readings, guess: numberIn(code), badQuantity: isGood ? null : given }
}

const isRemark = (text: string): boolean => /^\D*\s\D*$/.test(text)

const isOneWord = (text: string): boolean => /^\S{3,40}$/.test(text.trim())
