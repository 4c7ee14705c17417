import { toCodeKey } from '../../../lib/part-number.ts'
import type { PadRefusal } from '../messages.ts'
import { maxLines } from '../pad.ts'
import type { FindProductIds } from './line-numbers.ts'
import type { Reading } from './parse-line.ts'
import type { ParsedRow } from './parse-rows.ts'
import { findUnreadQuantity } from './quantity.ts'
import { type LinePart, splitLine } from './split-line.ts'

/** A line of a list with one part number at most. */
export interface SplitRow extends Omit<ParsedRow, 'line'> {
  /** What stands beside the number and was not read; or ''. */
  notRead: string
}

/** A list with one number on each line, or why it is refused as a whole. `lines`: how many it has. */
export type SplitList = { rows: SplitRow[] } | { refused: PadRefusal; lines: number }

/** In characters, of all lines that are no table. Other requests wait for the look-ups: digits alone are the slowest. */
const maxTextLength = 20_000

/** One row for each number of a line that has several; the lines after it are numbered on. */
export function splitRows(rows: readonly ParsedRow[], findProductIds: FindProductIds): SplitList {
  const textLength = rows.reduce((total, { line }) => total + (line?.length ?? 0), 0)
  if (textLength > maxTextLength) return { refused: 'too_much_text', lines: rows.length }
  const splits = listSplits(rows, findProductIds)
  return splits.length > maxLines ? { refused: 'too_many_lines', lines: splits.length } : { rows: splits }
}

function listSplits(rows: readonly ParsedRow[], findProductIds: FindProductIds): SplitRow[] {
  let addedRows = 0
  return rows.flatMap(row => {
    const splits = splitRow(row, findProductIds)
    const firstNr = row.nr + addedRows
    addedRows += splits.length - 1
    return splits.map((split, at) => ({ ...addUnreadQuantity(split, findProductIds), nr: firstNr + at }))
  })
}

function splitRow({ line, ...row }: ParsedRow, findProductIds: FindProductIds): SplitRow[] {
  const parts = line === null ? [] : splitLine(line, findProductIds)
  if (parts.length > 1) return parts.map(part => toRow(row.nr, part))
  if (line === null) return [{ ...row, notRead: listOtherNumbers(row.readings, findProductIds) }]
  const [part] = parts
  const isMatched = ({ code }: Reading) => findProductIds(toCodeKey(code)).length > 0
  const reading = row.readings.find(one => one.isSure && isMatched(one))
  // 'F 026 500 111' rather than 111 pieces of F 026.
  const isSpacedNumber = part?.code.includes(' ') && row.badQuantity === null && !row.readings.some(isMatched)
  if (part && ((part.isKnown && !reading) || isSpacedNumber))
    return [{ ...toRow(row.nr, part), text: row.text }]
  const isSameNumber = part && reading && toCodeKey(part.code) === toCodeKey(reading.code)
  return [{ ...row, notRead: isSameNumber ? part.notRead : '' }]
}

/** 'LF9009 two' is not one piece: the words that stand for its quantity have to be corrected. */
function addUnreadQuantity(row: SplitRow, findProductIds: FindProductIds): SplitRow {
  const matched = row.readings.filter(({ code }) => findProductIds(toCodeKey(code)).length > 0)
  const reading = matched.find(({ isSure }) => isSure) ?? matched[0]
  const isRead = row.badQuantity !== null || !reading || reading.quantity !== 1
  if (isRead || !row.text.includes(reading.code)) return row
  const { quantity, isNumber } = findUnreadQuantity(row.text.replace(reading.code, ' '))
  if (quantity === '') return row
  const readings = row.readings.map(one =>
    one === reading ? { ...one, isSure: one.isSure || isNumber } : one,
  )
  return { ...row, readings, badQuantity: quantity }
}

/** The known numbers of a row of a table that stand for other parts than the number that was read. */
function listOtherNumbers(readings: readonly Reading[], findProductIds: FindProductIds): string {
  const numbers = readings
    .map(({ code, isSure }) => ({ code, isSure, key: toCodeKey(code), ids: findProductIds(toCodeKey(code)) }))
    .filter(({ ids }) => ids.length > 0)
  const reading = numbers.find(({ isSure }) => isSure)
  if (!reading) return ''
  return numbers
    .filter(({ key, ids }) => !reading.key.includes(key) && !ids.some(id => reading.ids.includes(id)))
    .map(({ code }) => code)
    .join('; ')
    .slice(0, maxNotReadLength)
}

const maxNotReadLength = 300

function toRow(nr: number, { text, code, readings, badQuantity, notRead }: LinePart): SplitRow {
  return { nr, text, readings, guess: code, badQuantity, notRead }
}
