import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** The parts of an Excel file: `rows` is the XML of `<row>` elements. */
export interface TestSheet {
  name?: string
  state?: 'visible' | 'hidden' | 'veryHidden'
  kind?: 'worksheet' | 'chartsheet'
  rows?: string
  /** Before and after the rows: columns, merged cells. */
  columns?: string
  merges?: string[]
  /** Instead of all of that. */
  xml?: string
}

interface TestWorkbook {
  sheets: TestSheet[]
  sharedStrings?: string[]
  /** The number format of each style, from style 1 on. */
  formats?: string[]
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An Excel file. */
export function createWorkbook({ sheets, sharedStrings, formats = [] }: TestWorkbook): Promise<Buffer> {
  return zip(createWorkbookParts({ sheets, ...(sharedStrings && { sharedStrings }), formats }))
}

export function createWorkbookParts({ sheets, sharedStrings, formats = [] }: TestWorkbook) {
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${links}"><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        ({ kind = 'worksheet' }, at) =>
          `<Relationship Id="rId${at + 1}" Type="${links}/${kind}" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escapeXml(code)}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  }
  if (sharedStrings)
    parts['xl/sharedStrings.xml'] =
      `<sst ${main}>${sharedStrings.map(text => `<si>${text}</si>`).join('')}</sst>`
  for (const [at, { rows = '', columns = '', merges = [], xml }] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      xml ??
      `<?xml version="1.0"?><worksheet ${main}>${columns}<sheetData>${rows}</sheetData><mergeCells>${merges.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`
  return parts
}

/** Packs files, at the highest level as a bomb is; level 0 stores them as they are. */
export function zip(files: Record<string, string | Buffer>, compressionLevel = 9): Promise<Buffer> {
  const archive = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name, { compressionLevel })
  archive.end()
  return buffer(archive.outputStream)
}

/** The XML of rows from the first on; a string is a text, a number a number, an object the XML of a cell. */
export function createRows(rows: readonly (readonly (string | number | null | { xml: string })[])[]): string {
  return rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((cell, column) => toCell(cell, `${toLetter(column)}${at + 1}`)).join('')}</row>`,
    )
    .join('')
}

function toCell(cell: string | number | null | { xml: string }, reference: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
  return cell.xml.replace('<c', `<c r="${reference}"`)
}

const toLetter = (column: number): string => String.fromCharCode(65 + column)

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
