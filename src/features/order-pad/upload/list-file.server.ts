import { type ListFileResult, parseText } from '../parse/source-rows.ts'

/** The size limit of an uploaded file. */
export const maxFileBytes = 1024 * 1024
/** Of the form: twice as much, so that a slightly too large file is refused with the order pad's own message. */
export const maxListFormBytes = 2 * maxFileBytes

/** The rows of an uploaded list: CSV or other text, or the first non-empty sheet of an Excel file (.xlsx). */
export async function readListFile(bytes: Buffer): Promise<ListFileResult> {
  if (bytes.length === 0) return { refused: 'no_file' }
  if (bytes.length > maxFileBytes) return { refused: 'too_large' }
  if (startsWithBytes(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { refused: 'old_excel' }
  if (startsWithBytes(bytes, [0x50, 0x4b])) {
    // Imported with the first spreadsheet, since most lists are pasted.
    const { readSpreadsheet } = await import('./read-spreadsheet.server.ts')
    return readSpreadsheet(bytes)
  }
  const text = decodeText(bytes)
  return text === null ? { refused: 'unreadable_file' } : readText(text)
}

/** In characters; as many as all lines together may have that are no rows of a table (R-PAD-2). */
const maxLineLength = 20_000

/** The rows of a text. A line beyond all measure is refused before it is split into anything. */
export function readText(text: string): ListFileResult {
  const isTooLong = text.split(/[\r\n]/).some(({ length }) => length > maxLineLength)
  return isTooLong ? { refused: 'too_much_text' } : { rows: parseText(text) }
}

const startsWithBytes = (bytes: Buffer, prefix: readonly number[]): boolean =>
  prefix.every((byte, at) => bytes[at] === byte)

/** Decodes UTF-8 or what Excel writes: UTF-16 with a byte order mark, or Windows-1252. Null for binary data. */
function decodeText(bytes: Buffer): string | null {
  if (startsWithBytes(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWithBytes(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
