import type { PadRefusal } from './messages.ts'
import { type GivenRow, rowsOfSheet, rowsOfText } from './rows.ts'
import { unzip, type ZipEntries } from './zip.server.ts'

/** What may be uploaded, in bytes. */
export const mostFileBytes = 1024 * 1024
/** What a sheet may unpack to: an archive of 1 MB can hold a thousand times as much. */
const mostUnpackedBytes = 8 * 1024 * 1024
const [lastRow, lastColumn] = [5000, 200]

export type ReadFile = { rows: GivenRow[] } | { refused: PadRefusal }

/** The lines of an uploaded list: CSV or other text, or the first sheet of an Excel file (.xlsx) that holds something. */
export async function readFile(bytes: Buffer): Promise<ReadFile> {
  if (bytes.length === 0) return { refused: 'no_file' }
  if (bytes.length > mostFileBytes) return { refused: 'too_large' }
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { refused: 'old_excel' }
  if (begins(bytes, [0x50, 0x4b])) return readSheets(bytes)
  const text = textOf(bytes)
  return text === null ? { refused: 'unreadable_file' } : { rows: rowsOfText(text) }
}

const begins = (bytes: Buffer, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

/** UTF-8, or what Excel writes: UTF-16 with its mark, or Windows-1252; null for what is no text. */
function textOf(bytes: Buffer): string | null {
  if (begins(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function readSheets(bytes: Buffer): Promise<ReadFile> {
  const entries = await unzip(bytes, mostUnpackedBytes, name => /\.(?:xml|rels)$/.test(name))
  if (!entries?.has('xl/workbook.xml')) return { refused: 'unreadable_file' }
  if (isWide(entries)) return { refused: 'wide_sheet' }
  // Loaded with the first sheet: most lists are pasted.
  const [{ default: readWorkbook }, { zipSync }] = await Promise.all([
    import('read-excel-file/node'),
    import('fflate'),
  ])
  try {
    // The reader has no limits of its own, so it gets an archive of what was unpacked within the limit. Numbers stay as
    // they are written in the file.
    const unpacked = zipSync(Object.fromEntries(entries), { level: 0 })
    const sheets = await readWorkbook(Buffer.from(unpacked), { parseNumber: String })
    const read = sheets.map(({ data }) => rowsOfSheet(data.map(row => row.map(cellText))))
    return { rows: read.find(rows => rows.length > 0) ?? [] }
  } catch {
    return { refused: 'unreadable_file' }
  }
}

/** A cell far away makes a huge sheet of a small file: rows are filled up to it. */
function isWide(entries: ZipEntries): boolean {
  for (const content of entries.values()) {
    if (!content.includes('sheetData')) continue
    const address = /\br\s*=\s*["']([^"']*)["']/g
    for (const [, place = ''] of content.toString('latin1').matchAll(address)) {
      const found = /^([A-Z]{0,3})(\d{1,7})$/.exec(place)
      if (!found || Number(found[2]) > lastRow || columnOf(found[1]!) > lastColumn) return true
    }
  }
  return false
}

/** 'A' → 1, 'AA' → 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

function cellText(cell: unknown): string | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return cell === null || cell === undefined ? null : String(cell)
}
