import { type ParsedList, parseList } from '../parse/parse-list.ts'
import { parseText } from '../parse/source-rows.ts'
import { readListFile } from './list-file.server.ts'

export type ListSource = { text: string } | { file: Uint8Array }

/** Parses a pasted text, or a file: CSV or other text, or an Excel file. */
export async function readListSource(source: ListSource): Promise<ParsedList> {
  if ('text' in source) return parseList(parseText(source.text), false)
  const file = await readListFile(Buffer.from(source.file))
  return 'refused' in file ? { ...file, lines: 0 } : parseList(file.rows, true)
}
