import { toCodeKey } from '../../../lib/part-number.ts'
import { runSteps } from '../../search/engine/sorting.ts'
import { type ParsedRow, parseListInSteps } from './parse-list.ts'
import { parseText, type SourceRow } from './source-rows.ts'
import type { ListPurpose } from './table.ts'

const codes: Record<string, number> = {
  'FH-OIL-1': 1,
  LF9009: 2,
  P551712: 2,
  P55171: 9,
  'FH-AIR-1': 3,
  'FH-SEAL-1': 4,
  'FH-HYD-1': 5,
  '32/925346': 6,
  '32/925694': 7,
  'F 026 400 999': 8,
  'W 950/26': 10,
  'HU 718 x': 11,
  '9009': 12,
  '0012': 16,
  '120': 17,
  '0117 9999': 18,
  '551712': 13,
  '3976603': 14,
  SEALKIT: 15,
}

const idsByKey = new Map(Object.entries(codes).map(([code, id]) => [toCodeKey(code), [id]]))
export const findProductIds = (key: string) => idsByKey.get(key) ?? []

export function readRows(rows: readonly SourceRow[], purpose: ListPurpose, isFile = false): ParsedRow[] {
  const list = runSteps(parseListInSteps(rows, { findProductIds, purpose, isFile }))
  if (!list.ok) throw new Error(list.reason)
  return list.lines
}

/**
 * Each line in short: '2 LF9009', '?“2.5” LF9009' where the quantity is queried, '-' for a remark. '~' behind a number that
 * the buyer has to confirm, '!' behind one that the catalogue does not know, and in brackets what was not read.
 */
export function formatLines(lines: readonly ParsedRow[]): string[] {
  return lines.map(({ isPart, readings, guess, quantity, seen, notRead }) => {
    if (!isPart) return '-'
    const knownReadings = readings.filter(({ code }) => findProductIds(toCodeKey(code)).length > 0)
    const reading = knownReadings.find(({ isSure }) => isSure) ?? knownReadings[0]
    const part = reading ? `${reading.code}${reading.isSure ? '' : '~'}` : `${guess}!`
    return `${quantity ?? `?“${seen}”`} ${part}${notRead === '' ? '' : ` (${notRead})`}`
  })
}

export const read = (text: string, purpose: ListPurpose = 'order', isFile = false): string[] =>
  formatLines(readRows(parseText(text), purpose, isFile))
