import type { SheetOrigin } from '../messages.ts'
import { parseSheet, parseText, type SourceList, toSourceList } from '../parse/source-rows.ts'
import type { PadRefusal } from '../refusals.ts'
import { openArchive } from './archive.server.ts'
import type { SheetCandidates, SheetTexts } from './choose-sheet.ts'

/** The size limit of an uploaded file. */
const maxFileBytes = 1024 * 1024
/** Of the form: twice as much, so that a slightly too large file is refused with the order pad's own message. */
export const maxListFormBytes = 2 * maxFileBytes
/** Of all parts of a workbook together: an archive of 1 MB can hold a thousand times as much. */
const maxUnpackedBytes = 48 * 1024 * 1024

const refuse = (reason: PadRefusal, lines = 0) => ({ ok: false, reason, lines }) as const

/** The rows of an uploaded list: CSV or other text, or an Excel file. */
async function readListFile(bytes: Buffer): Promise<ReadList> {
  if (bytes.length === 0) return refuse('no_file')
  if (bytes.length > maxFileBytes) return refuse('too_large')
  const fault = findFileFault(bytes.toString('latin1'))
  if (fault) return refuse(fault)
  if (startsWithBytes(bytes, [0x50, 0x4b])) return readArchive(bytes)
  const text = decodeText(bytes)
  return text === null ? refuse('unreadable_file') : readText(text, true)
}

async function readArchive(bytes: Buffer): Promise<ReadList> {
  const archive = await openArchive(bytes, maxUnpackedBytes)
  if (!archive) return refuse('unreadable_file')
  // Imported with the first spreadsheet, since most lists are pasted.
  const { readSpreadsheet } = await import('./read-spreadsheet.server.ts')
  const result = await readSpreadsheet(archive)
  if (!result) return refuse(findArchiveFault(archive.has))
  if ('refused' in result) return refuse(result.refused, result.lines)
  if ('candidates' in result) return { ok: false, reason: 'several_sheets', lines: 0, ...result }
  return readSheet(result.isOnly ? { ...result, name: '' } : result)
}

/** The rows of a sheet that was read before. */
const readSheet = ({ name, rows, hiddenRows, hiddenColumns }: SheetTexts): ReadList => ({
  ...toSourceList(parseSheet(rows), true),
  sheet: { name, hiddenRows, hiddenColumns },
})

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

/** In characters; as many as all lines together may have that are no rows of a table (R-PAD-2). */
const maxLineLength = 20_000

/** The rows of a text. A line beyond all measure is refused before it is split into anything. */
function readText(text: string, isFile: boolean): ReadList {
  const isTooLong = text.split(/[\r\n]/).some(({ length }) => length > maxLineLength)
  return isTooLong ? refuse('too_much_text') : toSourceList(parseText(text), isFile)
}

/** Beginnings of files that are no lists, in hexadecimal digits. */
const beginnings: readonly [string, PadRefusal][] = [
  ['25504446', 'pdf'],
  ['89504e47', 'picture'],
  ['ffd8ff', 'picture'],
  ['47494638', 'picture'],
  ['52494646', 'picture'],
  ['49492a00', 'picture'],
  ['4d4d002a', 'picture'],
  ['7b5c727466', 'document'],
  ['1f8b', 'packed_file'],
  ['377abcaf', 'packed_file'],
  ['52617221', 'packed_file'],
]

/** A file that an archive of this kind always has. */
const archivedFiles: readonly [string, PadRefusal][] = [
  ['xl/workbook.bin', 'binary_workbook'],
  ['content.xml', 'open_document'],
  ['index/document.iwa', 'numbers_file'],
  ['index.zip', 'numbers_file'],
  ['word/document.xml', 'document'],
  ['ppt/presentation.xml', 'document'],
]

/** What is wrong with a file that is no list, by its first bytes; null: there is nothing wrong. `text`: each byte as a character. */
function findFileFault(text: string): PadRefusal | null {
  const start = [...text.slice(0, 12)].map(sign => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  if (start.startsWith('d0cf11e0')) return findOldFault(text)
  if (/^....ftyp/s.test(text)) return 'picture'
  const fault = beginnings.find(([beginning]) => start.startsWith(beginning))?.[1]
  return fault ?? (webPageStart.test(text.slice(0, 300)) ? 'web_page' : null)
}

/** Many programs export a web page, or the XML of an Excel before 2007, under the name of a spreadsheet. */
const webPageStart =
  /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|head|meta|body|table|style|\?xml|workbook)/i

/** Excel packs a workbook with a password into a file of the old kind. Its parts are named in UTF-16. */
function findOldFault(text: string): PadRefusal {
  const hasPart = (name: string) => text.includes([...name].join('\0'))
  if (hasPart('EncryptedPackage')) return 'password'
  return hasPart('WordDocument') || hasPart('PowerPoint Document') || hasPart('__properties')
    ? 'document'
    : 'old_excel'
}

/** The same of an archive that is no Excel file. */
function findArchiveFault(hasFile: (name: string) => boolean): PadRefusal {
  return archivedFiles.find(([name]) => hasFile(name))?.[1] ?? 'unreadable_file'
}

/** A pasted text, a file, or the sheet of a file that the buyer has chosen. */
export type ListSource = { text: string } | { file: Uint8Array } | { sheet: SheetTexts }

/** `sheet`: the one of a workbook that was read. */
export type ReadList = (SourceList & { sheet?: SheetOrigin | undefined }) | SeveralSheets

/** A workbook of which several sheets may be the list. */
interface SeveralSheets extends SheetCandidates {
  ok: false
  reason: 'several_sheets'
  lines: number
}

/** The rows of a pasted text, of a chosen sheet, or of a file: CSV or other text, or an Excel file. */
export async function readListSource(source: ListSource): Promise<ReadList> {
  if ('text' in source) return readText(source.text, false)
  return 'sheet' in source ? readSheet(source.sheet) : readListFile(Buffer.from(source.file))
}
