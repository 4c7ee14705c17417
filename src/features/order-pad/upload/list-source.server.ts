import { type ParsedList, parseList } from '../parse/parse-list.ts'
import { readListFile, readText } from './list-file.server.ts'

export type ListSource = { text: string } | { file: Uint8Array }

/** Parses a pasted text, or a file: CSV or other text, or an Excel file. */
export async function readListSource(source: ListSource): Promise<ParsedList> {
  const list = 'text' in source ? readText(source.text) : await readListFile(Buffer.from(source.file))
  return 'refused' in list ? { ...list, lines: 0 } : parseList(list.rows, 'file' in source)
}
