import { type FileDescription, type ImportFile, importFiles, importOrder } from './columns.ts'

const lineEnd = '\r\n'
// Spreadsheets take a file without it for another encoding.
const byteOrderMark = '\ufeff'

/** One file for each kind of import, with header and example rows, and one that describes the columns. */
export function createTemplates(): { name: string; text: string }[] {
  const files = importOrder.map(file => ({ name: file, text: createTemplate(importFiles[file]) }))
  return [...files, { name: 'COLUMNS.txt', text: byteOrderMark + describeColumns().join(lineEnd) + lineEnd }]
}

/** The columns of a file, in the order of their declaration. */
const listColumns = ({ columns, attributes }: FileDescription) =>
  Object.entries<FileDescription['columns'][string]>({ ...columns, ...attributes })

function createTemplate(description: FileDescription): string {
  const names = listColumns(description).map(([name]) => name)
  const rows = description.hasNoRows ? [] : listExampleRows(description)
  return byteOrderMark + [names, ...rows].map(toCsvLine).join('')
}

const listExampleRows = (description: FileDescription): string[][] =>
  [0, 1].map(row => listColumns(description).map(([, { examples }]) => examples[row]!))

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
  const description = importFiles[file]
  const { meaning, key, required, hasNoRows } = description
  return [
    '',
    file.toUpperCase(),
    meaning,
    `Key: ${key.join(', ')}`,
    '',
    ...listColumns(description).flatMap(([name, column]) => [
      `${name}${required.includes(name) ? ' (required)' : ''}`,
      `  ${column.meaning}`,
    ]),
    ...(hasNoRows
      ? [
          '',
          'The file has no rows, because they need customers or pictures of your own. They look like this:',
          ...listExampleRows(description).map(row => `  ${toCsvLine(row).trim()}`),
        ]
      : []),
  ]
}
