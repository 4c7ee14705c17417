import { findColumns, isCodeLike, isLettersAndDigits, type PadColumns } from './columns.ts'
import {
  findBareQuantitySide,
  findPartNumber,
  guessPartNumber,
  hasMarkedQuantity,
  parseCell,
  parseLine,
  type Reading,
} from './parse-line.ts'
import { isOrderable, parseCount } from './quantity.ts'
import type { SourceRow } from './source-rows.ts'

/** A line with its possible readings, the most likely first; without any, it has no part number. */
export interface ParsedRow {
  nr: number
  text: string
  readings: Reading[]
  /** The part number to show when the catalogue has none of the readings. */
  guess: string
  /** A quantity that cannot be ordered, as written: '4.5', 'tbc', '0'. */
  badQuantity: string | null
  /** The whole line where it may have several part numbers; null for a row of a table. */
  line: string | null
}

/** No part number is longer; a line can be a megabyte without a space. */
const maxGuessLength = 100

/**
 * Parses all rows together, since columns and the side of the quantities are recognised from the whole list. `isFile`: in
 * an uploaded list all rows of several cells are rows of a table.
 */
export function parseRows(rows: readonly SourceRow[], isFile = false): ParsedRow[] {
  const columns = findColumns(rows)
  const quantitySide = findUsualQuantitySide(rows)
  const rowsOfWidth = new Map(
    [...Map.groupBy(rows, ({ cells }) => cells.length)].map(([width, { length }]) => [width, length]),
  )
  return rows.map(row => {
    const isTable =
      row.cells.length > 1 && (isFile || isTableRow(row, columns, rowsOfWidth.get(row.cells.length)!))
    return { ...parseRow(row, columns, quantitySide), line: isTable ? null : row.line }
  })
}

/** A row below headings, or one of several that have their quantities in the same column. */
function isTableRow({ nr, cells }: SourceRow, columns: PadColumns | null, rowsOfWidth: number): boolean {
  if (!columns) return false
  if (columns.firstRow > 0) return nr >= columns.firstRow
  const quantity = columns.quantity === null ? null : (cells[columns.quantity] ?? '')
  if (quantity === null || rowsOfWidth < 2) return false
  return (quantity === '' || parseCount(quantity) !== null) && !hasPairs(cells)
}

/** 'LF9009, 4, P551712, 2' */
function hasPairs(cells: readonly string[]): boolean {
  const pairs = cells.filter(cell => cell !== '')
  const isAlternating = (first: number) =>
    pairs.every((cell, at) => (at % 2 === first ? parseCount(cell) !== null : isLettersAndDigits(cell)))
  return pairs.length >= 4 && pairs.length % 2 === 0 && (isAlternating(0) || isAlternating(1))
}

function findUsualQuantitySide(rows: readonly SourceRow[]): 'first' | 'last' {
  const sides = rows.map(({ text }) => findBareQuantitySide(text))
  const firsts = sides.filter(side => side === 'first').length
  return firsts > sides.filter(side => side === 'last').length ? 'first' : 'last'
}

function parseRow(
  row: SourceRow,
  columns: PadColumns | null,
  quantitySide: 'first' | 'last',
): Omit<ParsedRow, 'line'> {
  const { nr, text, cells } = row
  const unreadable = { nr, text, readings: [], guess: '', badQuantity: null }
  if (columns && nr < columns.firstRow) return unreadable
  const code = columns ? getCodeCell(cells, columns) : ''
  if (columns && code !== '' && columns.quantity !== null) {
    const quantity = cells[columns.quantity] ?? ''
    // '2 x P551712, the yellow one' among lines like 'LF9009, 4'.
    const isFreeText = parseCount(quantity) === null && (hasMarkedQuantity(code) || isRemark(quantity))
    if (!isFreeText) return parseCells(row, code, quantity, columns)
  }
  // The quantity is in the cell of the part number, or anywhere in the line.
  const wholeLine = cells.filter(cell => cell !== '').join(' ')
  const lineReadings = parseLine(wholeLine, quantitySide)
  const readings = code === '' ? lineReadings : [...parseLine(code, quantitySide), ...lineReadings]
  if (!readings.some(reading => /\d/.test(reading.code)) && !isOneWord(wholeLine)) return unreadable
  const guess = guessPartNumber(code === '' ? wholeLine : code, quantitySide)
  return { ...unreadable, readings, guess: guess.slice(0, maxGuessLength) }
}

/** The cell of the part number; '' where this row does not follow the columns of the list. */
function getCodeCell(cells: readonly string[], columns: PadColumns): string {
  if (cells.length < 2) return ''
  const code = cells[columns.code] ?? ''
  const otherCells = cells.filter((_, at) => at !== columns.code)
  return parseCount(code) !== null && otherCells.some(isLettersAndDigits) ? '' : code
}

function parseCells(
  { nr, text, cells }: SourceRow,
  code: string,
  quantityText: string,
  columns: PadColumns,
): Omit<ParsedRow, 'line'> {
  const count = quantityText === '' ? 1 : parseCount(quantityText)
  const isValid = isOrderable(count)
  const quantity = isValid ? count : 1
  // A list may name the part twice, by our number and by another maker's.
  const otherCodes = cells.filter(
    (cell, at) => at !== columns.code && at !== columns.quantity && isCodeLike(cell),
  )
  const readings = [
    ...parseCell(code, quantity),
    ...otherCodes.map(otherCode => ({ code: otherCode, quantity, isSure: false })),
  ]
  const guess = findPartNumber(code).slice(0, maxGuessLength)
  return { nr, text, readings, guess, badQuantity: isValid ? null : quantityText }
}

const isRemark = (text: string): boolean => /^\D*\s\D*$/.test(text)

const isOneWord = (text: string): boolean => /^\S{3,40}$/.test(text.trim())
