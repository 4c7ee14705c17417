import type { SheetOrigin } from '../messages.ts'
import { type SourceList, toSourceList } from '../parse/source-rows.ts'
import type { SheetCandidates, SheetTexts } from './choose-sheet.ts'
import { readListFile, readSheet, readText } from './list-file.server.ts'

/** A pasted text, a file, or the sheet of a file that the buyer has chosen. */
export type ListSource = { text: string } | { file: Uint8Array } | { sheet: SheetTexts }

/** `sheet`: the one of a workbook that was read. */
export type ReadList = (SourceList & { sheet?: SheetOrigin | undefined }) | SeveralSheets

/** A workbook of which several sheets may be the list. */
export interface SeveralSheets extends SheetCandidates {
  ok: false
  reason: 'several_sheets'
  lines: number
}

/** The rows of a pasted text, of a chosen sheet, or of a file: CSV or other text, or an Excel file. */
export async function readListSource(source: ListSource): Promise<ReadList> {
  const list =
    'text' in source
      ? readText(source.text)
      : 'sheet' in source
        ? readSheet(source.sheet)
        : await readListFile(Buffer.from(source.file))
  if ('refused' in list) return { ok: false, reason: list.refused, lines: list.lines ?? 0 }
  if ('candidates' in list) return { ok: false, reason: 'several_sheets', lines: 0, ...list }
  return { ...toSourceList(list.rows, !('text' in source)), sheet: list.sheet }
}
