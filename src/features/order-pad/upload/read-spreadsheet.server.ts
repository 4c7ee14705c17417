import { type Archive, ArchiveError } from './archive.server.ts'
import { chooseSheet, type ReadSheet, type SheetCandidates } from './choose-sheet.ts'
import {
  listSharedPositions,
  readSheetCells,
  type SheetCells,
  type SheetRefusal,
  toSheetTexts,
} from './sheet.server.ts'
import { readNumberFormats, readSharedStrings, readWorkbook, type WorkbookSheet } from './workbook.server.ts'
import { XmlError } from './xml.server.ts'

/** The size limit of an unpacked sheet. */
const maxSheetBytes = 16 * 1024 * 1024
/** A workbook with more is no order; the others are not read. */
const maxSheets = 30

const unreadable: SheetRefusal = { refused: 'unreadable_file', lines: 0 }

/** A sheet of a workbook. `isOnly`: the workbook has no other with values. */
export type SpreadsheetResult = (ReadSheet & { isOnly: boolean }) | SheetCandidates | SheetRefusal

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
