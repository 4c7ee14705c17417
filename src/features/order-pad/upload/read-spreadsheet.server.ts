import { zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { type ListFileResult, parseSheet } from '../parse/source-rows.ts'
import { unzip, type ZipEntries } from './zip.server.ts'

/** The size limit of an unpacked sheet: an archive of 1 MB can hold a thousand times as much. */
const maxUnpackedBytes = 8 * 1024 * 1024
const [lastRow, lastColumn] = [5000, 200]

/** The rows of the first non-empty sheet of an Excel file (.xlsx). */
export async function readSpreadsheet(bytes: Buffer): Promise<ListFileResult> {
  const entries = await unzip(bytes, maxUnpackedBytes, name => /\.(?:xml|rels)$/.test(name))
  if (!entries?.has('xl/workbook.xml') || hasDoctype(entries)) return { refused: 'unreadable_file' }
  if (hasDistantCell(entries)) return { refused: 'wide_sheet' }
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

/** No spreadsheet program writes a document type; one can define entities that expand without end. */
function hasDoctype(entries: ZipEntries): boolean {
  return [...entries.values()].some(content => /<!DOCTYPE/i.test(content.toString('latin1')))
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
