import type { PadRefusal } from '../messages.ts'
import { maxLines } from '../pad.ts'
import { type ParsedRow, parseRows } from './parse-rows.ts'
import type { SourceRow } from './source-rows.ts'

/** A list with its readings, or why it is refused as a whole. `lines`: how many it has. */
export type ParsedList = { rows: ParsedRow[] } | { refused: PadRefusal; lines: number }

export function parseList(rows: readonly SourceRow[], isFile: boolean): ParsedList {
  if (rows.length === 0) return { refused: 'nothing', lines: 0 }
  if (rows.length > maxLines) return { refused: 'too_many_lines', lines: rows.length }
  return { rows: parseRows(rows, isFile) }
}
