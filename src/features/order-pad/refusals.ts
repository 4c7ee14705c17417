import { formatCount } from '../../lib/count.ts'

/** The most lines that the pad takes at a time. */
export const maxLines = 500

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
