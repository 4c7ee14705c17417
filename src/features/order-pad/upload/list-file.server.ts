import type { PadRefusal } from '../messages.ts'
import { parseSheet, parseText, type SourceRow } from '../parse/source-rows.ts'
import { unzip, type ZipEntries } from './zip.server.ts'

/** The size limit of an uploaded file. */
export const maxFileBytes = 1024 * 1024
/** The size limit of an unpacked sheet: an archive of 1 MB can hold a thousand times as much. */
const maxUnpackedBytes = 8 * 1024 * 1024
const [lastRow, lastColumn] = [5000, 200]

export type ListFileResult = { rows: SourceRow[] } | { refused: PadRefusal }

/** The rows of an uploaded list: CSV or other text, or the first non-empty sheet of an Excel file (.xlsx). */
export async function readListFile(bytes: Buffer): Promise<ListFileResult> {
  if (bytes.length === 0) return { refused: 'no_file' }
  if (bytes.length > maxFileBytes) return { refused: 'too_large' }
  if (startsWithBytes(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { refused: 'old_excel' }
  if (startsWithBytes(bytes, [0x50, 0x4b])) return readSpreadsheet(bytes)
  const text = decodeText(bytes)
  return text === null ? { refused: 'unreadable_file' } : { rows: parseText(text) }
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

async function readSpreadsheet(bytes: Buffer): Promise<ListFileResult> {
  const entries = await unzip(bytes, maxUnpackedBytes, name => /\.(?:xml|rels)$/.test(name))
  if (!entries?.has('xl/workbook.xml')) return { refused: 'unreadable_file' }
  if (hasDistantCell(entries)) return { refused: 'wide_sheet' }
  // Loaded on first use, since most lists are pasted.
  const [{ default: readWorkbook }, { zipSync }] = await Promise.all([
    import('read-excel-file/node'),
    import('fflate'),
  ])
  try {
    // The library has no size limits, so it gets a new archive of the entries that were unpacked within the limit.
    // `parseNumber: String` leaves numbers as they are written in the file.
    const unpacked = zipSync(Object.fromEntries(entries), { level: 0 })
    const sheets = await readWorkbook(Buffer.from(unpacked), { parseNumber: String })
    const rowsOfSheets = sheets.map(({ data }) => parseSheet(data.map(row => row.map(formatCell))))
    return { rows: rowsOfSheets.find(rows => rows.length > 0) ?? [] }
  } catch {
    return { refused: 'unreadable_file' }
  }
}

/** Whether a sheet has a cell far outside of any list. The library fills all rows up to it, which exhausts memory. */
function hasDistantCell(entries: ZipEntries): boolean {
  for (const content of entries.values()) {
    if (!content.includes('sheetData')) continue
    const address = /\br\s*=\s*["']([^"']*)["']/g
    for (const [, reference = ''] of content.toString('latin1').matchAll(address)) {
      const match = /^([A-Z]{0,3})(\d{1,7})$/.exec(reference)
      if (!match || Number(match[2]) > lastRow || toColumnNumber(match[1]!) > lastColumn) return true
    }
  }
  return false
}

/** 'A' → 1, 'AA' → 27. */
function toColumnNumber(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

function formatCell(cell: unknown): string | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return cell === null || cell === undefined ? null : String(cell)
}
