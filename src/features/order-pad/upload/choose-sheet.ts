import type { PadRefusal } from '../refusals.ts'

/** The texts of a sheet, row by row from its first row on; what is hidden in it was not read. */
export interface SheetTexts {
  name: string
  rows: string[][]
  hiddenRows: number
  hiddenColumns: number
}

/** A visible sheet that is not empty. */
export type ReadSheet = SheetTexts | { name: string; refused: PadRefusal; lines: number }

/** Several sheets may be the order, so the buyer has to choose; `unreadable` names those that cannot be read. */
export interface SheetCandidates {
  candidates: SheetTexts[]
  unreadable: string[]
}

/** A sheet that a page carries for a later choice is not larger. In characters of its JSON, and rows with blank ones. */
export const maxSheetLength = 200_000
export const maxSheetRows = 5000

/**
 * The sheet that is the order: the first one with rows that look like parts. When others look like that too, or the first
 * one cannot be read, it is not certain. A later sheet that is too large, a price list for example, is no order.
 */
export function chooseSheet(sheets: readonly ReadSheet[]): ReadSheet | SheetCandidates {
  const fits = (sheet: ReadSheet): sheet is SheetTexts =>
    'rows' in sheet && JSON.stringify(sheet).length <= maxSheetLength
  const possible = sheets.filter(sheet => !fits(sheet) || sheet.rows.some(hasPartNumber))
  const [first = sheets[0] ?? emptySheet] = possible
  const candidates = possible.filter(fits)
  const isCertain = candidates.length === 0 || (candidates.length === 1 && candidates[0] === first)
  return isCertain ? first : { candidates, unreadable: fits(first) ? [] : [first.name] }
}

const emptySheet: SheetTexts = { name: '', rows: [], hiddenRows: 0, hiddenColumns: 0 }

export const countRows = ({ rows }: SheetTexts): number =>
  rows.filter(cells => cells.some(cell => cell.trim() !== '')).length

const hasPartNumber = (cells: readonly string[]): boolean => cells.some(isLikePartNumber)

/** A short word with letters and digits, or a number of five digits and more: 'FH-OIL-1', 'P 551712', '6180/7'. */
function isLikePartNumber(cell: string): boolean {
  const text = cell.trim()
  if (text.length > 30 || /[£$€%:@]|^\d{4}-\d\d-\d\d$|\p{L}{4,}\s|\s\p{L}{4,}/u.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  return /\p{L}/u.test(text) ? digits > 0 && text.length >= 4 : digits >= 5 || /^\d+\/\d+$/.test(text)
}
