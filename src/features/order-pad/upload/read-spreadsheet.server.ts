import type { PadRefusal } from '../refusals.ts'
import { maxLines } from '../refusals.ts'
import { type Archive, ArchiveError } from './archive.server.ts'
import { type StoredCell, toCellText } from './cell-text.ts'
import { chooseSheet, type ReadSheet, type SheetCandidates } from './choose-sheet.ts'
import {
  createTextReader,
  isTrue,
  readNumberFormats,
  readSharedStrings,
  readWorkbook,
  readXml,
  unescapeText,
  type WorkbookSheet,
  XmlError,
} from './workbook.server.ts'

/** The size limit of an unpacked sheet. */
const maxSheetBytes = 16 * 1024 * 1024
/** A workbook with more is no order; the others are not read. */
const maxSheets = 30

const unreadable: SheetRefusal = { refused: 'unreadable_file', lines: 0 }

/** A sheet of a workbook. `isOnly`: the workbook has no other with values. */
type SpreadsheetResult = (ReadSheet & { isOnly: boolean }) | SheetCandidates | SheetRefusal

/**
 * Reads the order from an Excel file (.xlsx, .xlsm): hidden sheets, rows and columns are not read. Null: it is another
 * kind of archive.
 */
export async function readSpreadsheet(archive: Archive): Promise<SpreadsheetResult | null> {
  try {
    const workbook = await readWorkbook(archive)
    if (!workbook) return null
    const visible = workbook.sheets.filter(({ isHidden }) => !isHidden).slice(0, maxSheets)
    const cellsOfSheets: { name: string; cells: SheetCells | SheetRefusal }[] = []
    for (const sheet of visible)
      cellsOfSheets.push({ name: sheet.name, cells: await readSheet(archive, sheet) })
    const positions = cellsOfSheets.flatMap(({ cells }) =>
      'rows' in cells ? listSharedPositions(cells) : [],
    )
    const context = {
      sharedStrings: await readSharedStrings(archive, workbook, new Set(positions)),
      numberFormats: await readNumberFormats(archive, workbook),
      is1904: workbook.is1904,
    }
    const sheets = cellsOfSheets.flatMap(({ name, cells }): ReadSheet[] => {
      if ('refused' in cells) return [{ name, ...cells }]
      const rows = toSheetTexts(cells, context)
      if (!rows) return [{ name, refused: 'too_much_text', lines: 0 }]
      const { hiddenRows, hiddenColumns } = cells
      return rows.length === 0 ? [] : [{ name, rows, hiddenRows, hiddenColumns }]
    })
    const choice = chooseSheet(sheets)
    if ('candidates' in choice) return choice
    const hasHidden = visible.length < workbook.sheets.length
    return { ...choice, isOnly: sheets.length <= 1 && !hasHidden }
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof XmlError) return unreadable
    throw error
  }
}

/** A sheet that is too large or damaged does not concern the others. */
async function readSheet(archive: Archive, { path }: WorkbookSheet): Promise<SheetCells | SheetRefusal> {
  try {
    const bytes = await archive.read(path, maxSheetBytes)
    return bytes ? readSheetCells(bytes) : unreadable
  } catch (error) {
    if (error instanceof ArchiveError)
      return error.isTooLarge ? { ...unreadable, refused: 'wide_sheet' } : unreadable
    if (error instanceof XmlError) return unreadable
    throw error
  }
}

/** The cells of a sheet that have a value, in the rows and columns that are visible. */
interface SheetCells {
  rows: SheetRow[]
  /** Rows and columns with values that are hidden. */
  hiddenRows: number
  hiddenColumns: number
  merges: MergedRange[]
}

interface SheetRow {
  nr: number
  cells: SheetCell[]
}

interface SheetCell extends Omit<StoredCell, 'numberFormat'> {
  /** From 1. */
  column: number
  style: number
}

interface MergedRange {
  firstRow: number
  lastRow: number
  column: number
}

/** Why a sheet is not read. `lines`: how many rows with values it has, when these are too many. */
interface SheetRefusal {
  refused: PadRefusal
  lines: number
}

/** A list is never wider, and its rows are not so far apart. */
const [lastRow, lastColumn] = [5000, 200]
/** With headings and notes. The reader decides how many lines there may be; further rows are only counted. */
const maxRows = maxLines + 100
const maxMerges = 2000

/** Reads the values of a sheet; a refusal when it has a value far outside of any list, or too many. */
function readSheetCells(bytes: Buffer): SheetCells | SheetRefusal {
  const rows: SheetRow[] = []
  const merges: MergedRange[] = []
  const hiddenColumns: { from: number; to: number }[] = []
  const columnsNotRead = new Set<number>()
  let [rowCount, hiddenRows] = [0, 0]
  let isWide = false
  let row: SheetRow & { isHidden: boolean; hasValue: boolean } = emptyRow
  // Beyond that many rows the sheet is refused, and its cells do not matter any more.
  const isCounting = () => rowCount > maxRows
  const cellReader = createCellReader()

  const isHiddenColumn = (column: number) =>
    hiddenColumns.some(({ from, to }) => column >= from && column <= to)
  const addCell = (cell: SheetCell) => {
    if ((cell.value ?? '').trim() === '' && cell.formula === null) return
    row.hasValue = true
    if (row.isHidden) return
    if (isHiddenColumn(cell.column)) columnsNotRead.add(cell.column)
    else row.cells.push(cell)
  }
  const endRow = () => {
    if (row.isHidden) hiddenRows += row.hasValue ? 1 : 0
    else if (isCounting()) rowCount += row.hasValue ? 1 : 0
    else if (row.cells.length > 0) {
      rowCount++
      rows.push({ nr: row.nr, cells: row.cells })
      isWide ||= row.nr > lastRow || row.cells.some(({ column }) => column > lastColumn)
    }
  }
  readXml(bytes, {
    open(name, getAttribute) {
      if (isWide) return false
      if (name === 'col' && isHiddenElement(getAttribute, 'width'))
        hiddenColumns.push({ from: Number(getAttribute('min')), to: Number(getAttribute('max')) })
      if (name === 'row') {
        const nr = Number(getAttribute('r')) || row.nr + 1
        row = { ...emptyRow, nr, cells: [], isHidden: isHiddenElement(getAttribute, 'ht') }
        cellReader.startRow()
      } else if (isCounting()) row.hasValue ||= name === 'v' || name === 'is'
      else if (name === 'mergeCell' && merges.length < maxMerges) addMerge(merges, getAttribute('ref'))
      else if (name === 'c') cellReader.start(getAttribute)
      else cellReader.open(name)
      return undefined
    },
    close(name) {
      if (name === 'row') endRow()
      else if (isCounting()) return
      else if (name === 'c') addCell(cellReader.end())
      else cellReader.close(name)
    },
    text: cellReader.add,
  })
  if (isWide) return { refused: 'wide_sheet', lines: 0 }
  if (rowCount > maxRows) return { refused: 'too_many_lines', lines: rowCount }
  return { rows, hiddenRows, hiddenColumns: columnsNotRead.size, merges }
}

const emptyRow = { nr: 0, cells: [], isHidden: false, hasValue: false }

/** Hidden, or of no size. */
function isHiddenElement(getAttribute: (name: string) => string, size: 'ht' | 'width'): boolean {
  return isTrue(getAttribute('hidden')) || (getAttribute(size) !== '' && Number(getAttribute(size)) === 0)
}

const emptyCell: SheetCell = { column: 0, style: 0, type: '', value: null, formula: null }

function createCellReader() {
  const texts = createTextReader()
  let cell = emptyCell
  let element: 'v' | 'f' | 'is' | null = null
  return {
    startRow() {
      cell = emptyCell
    },
    start(getAttribute: (name: string) => string) {
      const [type, style] = [getAttribute('t'), Number(getAttribute('s'))]
      const column = toColumnNumber(/^[A-Za-z]+/.exec(getAttribute('r'))?.[0] ?? '') || cell.column + 1
      cell = { column, style, type, value: null, formula: null }
      texts.start()
    },
    open(name: string) {
      if (name === 'v' || name === 'f' || name === 'is') element = name
      if (name === 'v') cell.value = ''
      if (name === 'f') cell.formula = ''
      if (element === 'is') texts.open(name)
    },
    close(name: string) {
      if (element === 'is') texts.close(name)
      if (name === element) element = null
      if (name === 'is') cell.value = texts.getText()
    },
    add(text: string) {
      if (element === 'v') cell.value += text
      else if (element === 'f') cell.formula += text
      else if (element === 'is') texts.add(text)
    },
    end: (): SheetCell => cell,
  }
}

/** 'A' → 1, 'AA' → 27, '' → 0. */
function toColumnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

function addMerge(merges: MergedRange[], reference: string): void {
  const match = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/i.exec(reference.replaceAll('$', ''))
  if (!match || match[2] === match[3]) return
  merges.push({ firstRow: Number(match[2]), lastRow: Number(match[3]), column: toColumnNumber(match[1]!) })
}

/** The positions of the shared texts that the cells need. */
function listSharedPositions({ rows }: SheetCells): number[] {
  return rows.flatMap(({ cells }) =>
    cells.filter(({ type }) => type === 's').map(({ value }) => Number(value)),
  )
}

interface CellTexts {
  sharedStrings: ReadonlyMap<number, string>
  numberFormats: readonly string[]
  is1904: boolean
}

/** As many characters as a file of a megabyte can have. */
const maxTextLength = 1024 * 1024

/** The texts of all cells, row by row from the first row of the sheet on. Null: they are too long together. */
function toSheetTexts(sheet: SheetCells, context: CellTexts): string[][] | null {
  let textLength = 0
  const rows: string[][] = []
  for (const { nr, cells } of sheet.rows) {
    const texts = rows[nr - 1] ?? []
    rows[nr - 1] = texts
    for (const cell of cells) {
      const text = toText(cell, context)
      textLength += text.length
      if (textLength > maxTextLength) return null
      texts[cell.column - 1] = text
    }
  }
  // The gaps of a sparse array are not empty cells yet.
  const filled = Array.from(rows, texts => Array.from(texts ?? [], text => text ?? ''))
  for (const merge of sheet.merges) fillMergedCells(filled, merge)
  return filled
}

function toText(cell: SheetCell, { sharedStrings, numberFormats, is1904 }: CellTexts): string {
  const isShared = cell.type === 's' && cell.value !== null
  const value = isShared ? (sharedStrings.get(Number(cell.value)) ?? missingText) : cell.value
  const text = toCellText({ ...cell, value, numberFormat: numberFormats[cell.style] ?? '' }, is1904)
  return cell.type === 'str' ? unescapeText(text) : text
}

/** As Excel shows a cell that refers to nothing. */
const missingText = '#REF!'

/**
 * A cell over several rows belongs to each of them. A number is ambiguous: it may be for each row or for all together,
 * so it is given as one that cannot be read.
 */
function fillMergedCells(rows: string[][], { firstRow, lastRow: end, column }: MergedRange): void {
  const text = rows[firstRow - 1]?.[column - 1] ?? ''
  const covered = rows
    .slice(firstRow - 1, end)
    .filter(cells => cells.some((cell, at) => at !== column - 1 && cell !== ''))
  if (text === '' || covered.length < 2) return
  const isNumber = /^[\d.,\s]+$/.test(text)
  for (const cells of covered) {
    while (cells.length < column) cells.push('')
    cells[column - 1] = isNumber ? `${text} (merged cells)` : text
  }
}
