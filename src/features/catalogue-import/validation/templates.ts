import { type FileDescription, fileDescriptions } from './columns.ts'
import { fileFormats, type ImportFile, importOrder } from './file-formats.ts'

export interface TemplateFile {
  name: string
  text: string
}

const lineEnd = '\r\n'
// Spreadsheets take a file without it for another encoding.
const byteOrderMark = '\ufeff'

/** One file for each kind of import, with header and example rows, and one that describes the columns. */
export function createTemplates(): TemplateFile[] {
  const files = importOrder.map(file => ({ name: file, text: createTemplate(file) }))
  return [...files, { name: 'COLUMNS.txt', text: byteOrderMark + describeColumns().join(lineEnd) + lineEnd }]
}

interface TemplateColumn {
  name: string
  isRequired: boolean
  meaning: string
  examples: readonly [string, string]
}

/** The columns of a file, in the order of the importer's declaration. */
function listColumns(file: ImportFile): TemplateColumn[] {
  const { required, optional } = fileFormats[file]
  const { columns, attributes = {} }: FileDescription = fileDescriptions[file]
  const ownColumns = [...required, ...optional].map(name => ({
    name,
    isRequired: (required as readonly string[]).includes(name),
    ...columns[name]!,
  }))
  const attributeColumns = Object.entries(attributes).map(([name, description]) => ({
    name,
    isRequired: false,
    ...description,
  }))
  return [...ownColumns, ...attributeColumns]
}

function createTemplate(file: ImportFile): string {
  const columns = listColumns(file)
  const { hasNoRows = false }: FileDescription = fileDescriptions[file]
  const rows = hasNoRows ? [] : listExampleRows(columns)
  return byteOrderMark + [columns.map(({ name }) => name), ...rows].map(toCsvLine).join('')
}

const listExampleRows = (columns: TemplateColumn[]): string[][] =>
  [0, 1].map(row => columns.map(({ examples }) => examples[row]!))

const toCsvLine = (cells: string[]): string => cells.map(quoteCell).join(',') + lineEnd

const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function describeColumns(): string[] {
  return [
    'THE FILES OF AN IMPORT',
    '',
    'All rows in these files are examples: replace them with your own. Files and optional columns that you do not need can be left',
    'out; the order of the columns does not matter. Save each file as "CSV UTF-8". A row whose key is in the shop already',
    'changes that entry; the key is named at each file.',
    ...importOrder.flatMap(describeFile),
  ]
}

function describeFile(file: ImportFile): string[] {
  const { meaning, key, hasNoRows = false }: FileDescription = fileDescriptions[file]
  const columns = listColumns(file)
  const examples = listExampleRows(columns).map(row => `  ${toCsvLine(row).trim()}`)
  return [
    '',
    file.toUpperCase(),
    meaning,
    `Key: ${key.join(', ')}`,
    '',
    ...columns.flatMap(({ name, isRequired, meaning: columnMeaning }) => [
      `${name}${isRequired ? ' (required)' : ''}`,
      `  ${columnMeaning}`,
    ]),
    ...(hasNoRows
      ? [
          '',
          'The file has no rows, because they need customers or pictures of your own. They look like this:',
          ...examples,
        ]
      : []),
  ]
}
