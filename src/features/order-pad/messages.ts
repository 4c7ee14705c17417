import { formatCount, pluralize } from '../../lib/count.ts'
import { formatQuantityError, maxQuantity } from '../../lib/quantity.ts'
import { findLineEntryError } from '../basket/lines/line-entry.ts'
import { formatOnlyAvailable } from '../basket/lines/line-problems.ts'
import { maxLines, type PadLine, type PadLineState, type PadRow } from './pad.ts'
import { readQuantity } from './parse/quantity.ts'

/** `lines`: the number of lines in the list. */
export const padRefusalMessages = {
  nothing: () => 'There is nothing to read yet: paste your list first.',
  too_many_lines: (lines: number) =>
    `That list has ${formatCount(lines)} lines, and the order pad takes ${maxLines} at a time. Nothing was read: split the list in two, and add the first part before you paste the second.`,
  too_much_text: () =>
    'That is too much text to look for part numbers in. Nothing was read: paste the lines with part numbers only, or split the list in two.',
  no_file: () => 'Choose a file first: CSV, text or Excel (.xlsx).',
  too_large: () =>
    'That file is larger than 1 MB. Keep the columns with numbers and quantities and try again.',
  too_slow: () =>
    'That list takes too long to read. Nothing was read: paste the lines with part numbers only, or split the list in two.',
  old_excel: () =>
    'That is an old Excel file (.xls). Open it in Excel, save it as an Excel workbook (.xlsx) and try again.',
  password: () =>
    'That workbook has a password. Save a copy without the password and try again, or paste its lines.',
  binary_workbook: () =>
    'That is a binary Excel file (.xlsb). Save it as an Excel workbook (.xlsx) and try again.',
  open_document: () =>
    'That is an OpenDocument file (.ods). Save it as an Excel workbook (.xlsx) or as CSV and try again.',
  numbers_file: () => 'That is a Numbers file. Export it to Excel or to CSV and try again.',
  pdf: () => 'That is a PDF. Copy its lines and paste them here, or send the list as .xlsx or CSV.',
  document: () => 'That is a document. Copy its lines and paste them here, or send the list as .xlsx or CSV.',
  picture: () => 'That is a picture, and it could not be read. Type or paste the numbers instead.',
  web_page: () =>
    'That is a web page, whatever its name says. Open it in Excel, save it as an Excel workbook (.xlsx) and try again.',
  packed_file: () => 'That is a packed file. Unpack it, and send the list in it as .xlsx or CSV.',
  unreadable_file: () => 'That file could not be read. Save it as CSV or .xlsx, or paste its lines.',
  wide_sheet: () =>
    'That sheet has cells far outside the list. Copy the columns with numbers and quantities into a new sheet, or paste them.',
  several_sheets: () =>
    'That workbook has several sheets with part numbers. Delete or hide the others and try again, or paste the lines.',
} satisfies Record<string, (lines: number) => string>

/** Why a list cannot be read. */
export type PadRefusal = keyof typeof padRefusalMessages

/** What the buyer has to know about the sheet of a workbook that was read. */
export interface SheetOrigin {
  /** '' when the workbook has no other sheet. */
  name: string
  hiddenRows: number
  hiddenColumns: number
}

/** What of a workbook was read and what was not; '' when there is nothing to say. */
export function formatSheetNote({ name, hiddenRows, hiddenColumns }: SheetOrigin): string {
  const hidden = [
    ...(hiddenRows === 0 ? [] : [pluralize(hiddenRows, 'hidden row')]),
    ...(hiddenColumns === 0 ? [] : [pluralize(hiddenColumns, 'hidden column')]),
  ]
  return [
    ...(name === '' ? [] : [`Read from the sheet “${name}” alone.`]),
    ...(hidden.length === 0
      ? []
      : [`${hidden.join(' and ')} ${hiddenRows + hiddenColumns === 1 ? 'was' : 'were'} not read.`]),
  ].join(' ')
}

export const padMessages = {
  tooMany: 'Too many lists from your address. Please wait a minute.',
  tooManyLines:
    'Too many lines from your address within one minute. Please wait a minute and send them again.',
  failed: 'The order pad could not reach the shop. Nothing is lost: check your connection and try again.',
  notSeen: 'You changed this number: check the part, then add it.',
  noneReady: 'None of these lines can be added yet.',
} as const

const formatLines = (count: number): string => (count === 1 ? '1 line' : `${formatCount(count)} lines`)

/** '12 lines were added to your basket.' `remaining`: the number of lines with part numbers that stay on the pad. */
export function formatAddedLines(added: number, remaining: number): string {
  const done = `${formatLines(added)} ${added === 1 ? 'was' : 'were'} added to your basket.`
  return remaining === 0
    ? done
    : `${done} ${formatLines(remaining)} ${remaining === 1 ? 'is' : 'are'} still here.`
}

/** 1.23457E+12 */
const shortenedNumber = /^\d+[.,]\d+E(?:\+\d+)?$|^\d+E\+\d+$/i

/** 'How many? We read “2.5”.' */
function formatQuestion({ seen }: PadLine): string {
  if (seen === '') return 'How many?'
  const reading = readQuantity(seen)
  const isTooMany = reading.kind === 'count' && reading.count > maxQuantity
  return `How many? We read “${seen}”.${isTooMany ? ` ${formatQuantityError()}` : ''}`
}

const stateMessages: Record<Exclude<PadLineState, 'ready'>, (row: PadRow) => string> = {
  choose: ({ line }) =>
    line.matches.length > 1
      ? 'This number matches several parts: choose yours.'
      : 'Is this the part? The line can be read in more than one way.',
  unknown: ({ line }) =>
    shortenedNumber.test(line.code)
      ? 'A spreadsheet has shortened this number, and its digits are lost. Type the whole number.'
      : line.near.length > 0
        ? `We can’t find ${line.code || 'this number'}. Did you mean one of these?`
        : `We can’t find ${line.code || 'this number'}. Check the number, or search for it.`,
  bad_quantity: ({ line }) => (line.quantity === '' ? formatQuestion(line) : formatQuantityError()),
  not_for_sale: () => 'This part can’t be bought at the moment.',
  price_on_request: () => 'Price on request, so it won’t be added.',
  none_left: () => 'Out of stock, so it won’t be added.',
  too_many: ({ product }) => `${formatOnlyAvailable(formatCount(product?.available ?? 0))}.`,
  row_full: () => `One line can have ${formatCount(maxQuantity)} at most.`,
  bad_entry: ({ line }) => findLineEntryError(line.entry) ?? '',
}

/** The message of a line: the basket's refusal, else what the buyer has to do; null when the line is ready. */
export function getLineMessage(row: PadRow): string | null {
  if (row.line.refusal) return row.line.refusal
  return row.state === 'ready' ? null : stateMessages[row.state](row)
}
