import type { PadRefusal } from '../messages.ts'

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
export function findFileFault(text: string): PadRefusal | null {
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
export function findArchiveFault(hasFile: (name: string) => boolean): PadRefusal {
  return archivedFiles.find(([name]) => hasFile(name))?.[1] ?? 'unreadable_file'
}
