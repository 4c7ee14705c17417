import type { Result } from '../../../lib/result.ts'
import { fileMessages } from '../messages.ts'
import { attributePrefix, type ImportFile, importFiles } from './columns.ts'

export interface FileHeader {
  file: ImportFile
  /** The index of each column by its name. */
  columns: ReadonlyMap<string, number>
  attributes: readonly { name: string; at: number }[]
  width: number
}

/** Of a file's columns. */
export const maxAttributes = 300
const maxAttributeLength = 60

/** Parses the header row of a file, or returns why the file is refused. */
export function parseHeader(file: ImportFile, names: readonly string[]): Result<FileHeader, string> {
  const format = importFiles[file]
  const columns = names.map(name => name.trim().replace(/^attr:\s+/, attributePrefix))
  const isKnown = (name: string) =>
    Object.hasOwn(format.columns, name) ||
    (format.attributes !== undefined && name.startsWith(attributePrefix))
  const error = findHeaderError(columns, isKnown) ?? findMissingColumns(columns, format.required)
  if (error) return { ok: false, reason: error }
  const attributes = columns.flatMap((name, at) =>
    name.startsWith(attributePrefix) ? [{ name: name.slice(attributePrefix.length).trim(), at }] : [],
  )
  const invalidAttribute = attributes.find(({ name }) => name === '' || name.length > maxAttributeLength)
  if (invalidAttribute)
    return { ok: false, reason: fileMessages.attributeName(columns[invalidAttribute.at]!) }
  if (attributes.length > maxAttributes) return { ok: false, reason: fileMessages.attributes }
  return {
    ok: true,
    file,
    columns: new Map(columns.map((name, at) => [name, at])),
    attributes,
    width: columns.length,
  }
}

function findHeaderError(columns: string[], isKnown: (name: string) => boolean): string | null {
  if (columns.some(name => name.includes('\ufffd'))) return fileMessages.encoding
  const unknown = columns.filter(name => name !== '' && !isKnown(name))
  const [firstColumn = ''] = columns
  if (columns.length === 1 && unknown.length > 0 && firstColumn.includes(';')) return fileMessages.semicolons
  if (columns.length === 1 && unknown.length > 0 && firstColumn.includes('\t')) return fileMessages.tabs
  const unnamedAt = columns.indexOf('')
  if (unknown.length > 0) return fileMessages.unknown(unknown.slice(0, 20).map(name => name.slice(0, 60)))
  if (unnamedAt >= 0) return fileMessages.unnamed(unnamedAt + 1)
  // 'attr:Height' and 'attr:height' are one attribute.
  const lowerCase = columns.map(name => name.toLowerCase())
  const duplicate = columns.find((_, at) => lowerCase.indexOf(lowerCase[at]!) < at)
  return duplicate === undefined ? null : fileMessages.twice(duplicate)
}

function findMissingColumns(columns: string[], required: readonly string[]): string | null {
  const missing = required.filter(name => !columns.includes(name))
  return missing.length > 0 ? fileMessages.missing(missing) : null
}
