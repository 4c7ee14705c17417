import { toCodeKey } from '../../../lib/part-number.ts'
import type { Result } from '../../../lib/result.ts'
import type { PadLine } from '../pad.ts'
import type { PadRefusal } from '../refusals.ts'
import { maxLines } from '../refusals.ts'
import { type FreeRow, readFreeRow, reviewLines } from './free-lines.ts'
import { saysNotDelivered } from './headings.ts'
import type { LinePart, PartReading } from './line-parts.ts'
import { combineReadings, type QuantityReading, readQuantity, toDoubt } from './quantity.ts'
import { measureRows, type SourceRow } from './source-rows.ts'
import {
  findTablesInSteps,
  isFigure,
  isShortNumber,
  type RowTable,
  type Table,
  type TableDeps,
} from './table.ts'
import { readTableRow } from './table-row.ts'
import { isPackWord } from './word-kinds.ts'

/** A line of a list with one part number at most, as it was read. */
export interface ParsedRow extends Pick<PadLine, 'nr' | 'text' | 'isPart' | 'seen' | 'notRead'> {
  /** The part numbers that it may mean, the most likely first. */
  readings: readonly PartReading[]
  /** The part number to show when the catalogue has none of the readings. */
  guess: string
  /** A whole number of 0 or more; null: it has to be queried. */
  quantity: number | null
}

/** A list with one number on each line, or why it is refused as a whole. `lines`: how many it has. */
export type ParsedList = Result<{ lines: ParsedRow[] }, PadRefusal, { lines: number }>

/** In characters. Each word of a line that is no row of a table is looked up, so such lines cost more. */
const [maxFreeLength, maxTableLength] = [20_000, 200_000]
/** 500 numbers with their quantities fit into a line of this length. */
const maxLineLength = 8_000

/**
 * Reads a list, with a step for each row. A quantity is certain, or it is queried (R-PAD-6): one piece is only read from a
 * line with nothing but a part and its description. Rows below headings, or with the same columns, are rows of a table
 * (table.ts, table-row.ts); all others are read word by word (read-line.ts), and then compared with each other
 * (free-lines.ts), since numbering and counts of several lines show only in the whole list.
 */
export function* parseListInSteps(
  rows: readonly SourceRow[],
  deps: TableDeps,
): Generator<undefined, ParsedList> {
  const refuse = (reason: PadRefusal, lines = rows.length): ParsedList => ({ ok: false, reason, lines })
  if (measureRows(rows) > maxTableLength) return refuse('too_much_text')
  const tables = yield* findTablesInSteps(rows, deps)
  const freeRows = rows.filter((_, at) => tables[at] === null)
  const isTooLong = freeRows.some(row => measureRows([row]) > maxLineLength)
  if (isTooLong || measureRows(freeRows) > maxFreeLength) return refuse('too_much_text')
  const freeLines: FreeRow[] = []
  for (const row of freeRows) {
    yield
    const line = readFreeRow(row, deps.findProductIds)
    const isDoubtful = deps.purpose === 'delivery' && saysNotDelivered(row.line)
    freeLines.push(isDoubtful ? withDoubts(line) : line)
  }
  const freeByRow = new Map(reviewLines(freeLines).map(line => [line.row, line]))
  const hasQuantities = tables.some(table => isTable(table) && table.quantities.length > 0)
  const lines: ParsedRow[] = []
  for (const [at, row] of rows.entries()) {
    yield
    const table = tables[at]!
    if (table === 'heading') lines.push(toRemark(row))
    else if (table === null) lines.push(...toLines(freeByRow.get(row)!, deps, hasQuantities))
    else lines.push(...readRow(row, table, deps))
  }
  return lines.length > maxLines
    ? refuse('too_many_lines', lines.length)
    : { ok: true, lines: numberLines(lines) }
}

/** A row whose cells are elsewhere than those of the other rows is read as a line, and queried. */
function readRow(row: SourceRow, table: Table, deps: TableDeps): ParsedRow[] {
  const part = readTableRow(row, table, deps.findProductIds)
  if (part?.isKnown) return [toLine(row, part)]
  const free = readFreeRow(row, deps.findProductIds)
  // '120' in the row of a total is no part.
  const isPart = ({ isKnown, code }: LinePart) => isKnown && !isShortNumber(code)
  if (!free.parts.some(isPart)) return [part ? toLine(row, part) : toRemark(row)]
  return toLines(withDoubts(free), deps, true)
}

const withDoubts = (line: FreeRow): FreeRow => ({
  ...line,
  parts: line.parts.map(part => ({ ...part, quantity: toDoubt(getSeen(part.quantity)) })),
})

const isTable = (table: RowTable): table is Table => table !== null && table !== 'heading'

const toRemark = ({ nr, text }: SourceRow): ParsedRow => ({
  nr,
  text,
  isPart: false,
  readings: [],
  guess: '',
  quantity: null,
  seen: '',
  notRead: '',
})

function toLine(row: SourceRow, part: LinePart): ParsedRow {
  const { text, code, readings, quantity, notRead } = part
  return { nr: row.nr, text, isPart: true, readings, guess: code, notRead, ...toAnswer(quantity) }
}

const getSeen = (quantity: QuantityReading): string => (quantity.kind === 'none' ? '' : quantity.seen)

function toAnswer(quantity: QuantityReading): Pick<ParsedRow, 'quantity' | 'seen'> {
  if (quantity.kind === 'none') return { quantity: 1, seen: '' }
  return quantity.kind === 'count'
    ? { quantity: quantity.count, seen: quantity.seen }
    : { quantity: null, seen: quantity.seen }
}

/**
 * The lines of a row that is no row of a table. `hasQuantities`: a table of the list has them, so a line without one is
 * queried.
 */
function toLines(line: FreeRow, deps: TableDeps, hasQuantities: boolean): ParsedRow[] {
  const { row } = line
  if (line.parts.length === 0) return [toLineWithoutPart(line)]
  const parts = queryCells(line, deps)
  const [first, second] = parts
  if (!second) {
    const isMissing = hasQuantities && row.cells.length === 1 && first!.quantity.kind === 'none'
    return [toLine(row, { ...first!, text: row.text, ...(isMissing && { quantity: toDoubt('') }) })]
  }
  if (!deps.isFile || row.cells.length < 2) return parts.map(part => toLine(row, part))
  // A row of a file has one part.
  const chosen = parts.find(({ isKnown }) => isKnown) ?? first!
  const seen = parts.map(({ quantity }) => getSeen(quantity)).find(text => text !== '') ?? ''
  const notRead = parts.filter(part => part !== chosen).map(({ text }) => text)
  return [toLine(row, { ...chosen, text: row.text, quantity: toDoubt(seen), notRead: notRead.join('; ') })]
}

function toLineWithoutPart({ row, guess, quantity }: FreeRow): ParsedRow {
  if (guess === '') return toRemark(row)
  const code = guess.slice(0, 100)
  const readings = [{ code, isSure: false }]
  return toLine(row, { text: row.text, code, isKnown: false, readings, quantity, notRead: '' })
}

/** The parts of a row, whose cells may say more about their quantities than the order of its words. */
function queryCells({ row, parts }: FreeRow, { findProductIds }: TableDeps): readonly LinePart[] {
  if (row.cells.length < 2) return parts
  const isOfPart = (cell: string) => parts.some(({ code }) => toCodeKey(cell).includes(toCodeKey(code)))
  const figures = row.cells.filter(cell => isFigure(cell) && !isOfPart(cell))
  const unclear = row.cells.find(
    cell => isPackWord(cell) || (figures.includes(cell) && readQuantity(cell).kind !== 'count'),
  )
  if (unclear !== undefined)
    return parts.map(part => ({ ...part, quantity: combineReadings([part.quantity, toDoubt(unclear)]) }))
  const isMissing = figures.length < parts.length && parts.some(({ quantity }) => quantity.kind === 'none')
  // 'FH-OIL-1;4;5012345678910;2': a barcode rather than another part.
  const knownParts = parts.filter(({ isKnown }) => isKnown)
  const isOther = knownParts.length < parts.length && figures.length > knownParts.length
  if (figures.length === 0 || !(isMissing || isOther) || !isTableRow(row, parts)) return parts
  const [first, ...otherParts] = parts
  const ids = findProductIds(toCodeKey(first!.code))
  const isSame = ({ code }: LinePart) => findProductIds(toCodeKey(code)).some(id => ids.includes(id))
  // 'LF9009;P551712;2': one part by the numbers of two makers.
  if (figures.length === 1 && otherParts.every(isSame))
    return [{ ...first!, quantity: combineReadings(parts.map(({ quantity }) => quantity)) }]
  return parts.map(part => ({ ...part, quantity: toDoubt(figures.join(' and ')) }))
}

/** Not 'LF9009, FH-AIR-1, 4', whose quantity is that of the last part. */
function isTableRow({ separator, line, cells }: SourceRow, parts: readonly LinePart[]): boolean {
  const countParts = (cell: string) =>
    parts.filter(({ code }) => toCodeKey(cell).includes(toCodeKey(code))).length
  const isSentence = separator === ',' && /, /.test(line) && !/(?:^|,)"/.test(line)
  return !isSentence || cells.some(cell => countParts(cell) > 1)
}

/** The lines after a split line are numbered on. */
function numberLines(lines: readonly ParsedRow[]): ParsedRow[] {
  let added = 0
  return lines.map((line, at) => {
    if (at > 0 && line.nr === lines[at - 1]!.nr) added++
    return { ...line, nr: line.nr + added }
  })
}
