import { showCount } from '../catalogue/listing.ts'
import { mostLines } from './limits.ts'

/** Why a list cannot be read at all. */
export type PadRefusal =
  | 'nothing'
  | 'too_many_lines'
  | 'no_file'
  | 'too_large'
  | 'old_excel'
  | 'unreadable_file'
  | 'wide_sheet'

/** `lines`: how many there are. */
export const padRefusalWords: Record<PadRefusal, (lines: number) => string> = {
  nothing: () => 'There is no line to read yet: paste your list first.',
  too_many_lines: lines =>
    `That list has ${showCount(lines)} lines, and the order pad takes ${mostLines} at a time. Nothing was read: split the list in two, and add the first part before you paste the second.`,
  no_file: () => 'Choose a file first: CSV, text or Excel (.xlsx).',
  too_large: () =>
    'That file is larger than 1 MB. Keep the columns with numbers and quantities and try again.',
  old_excel: () =>
    'That is an old Excel file (.xls) or one with a password. Save it as .xlsx without a password and try again.',
  unreadable_file: () => 'That file could not be read. Save it as CSV or .xlsx, or paste its lines.',
  wide_sheet: () =>
    'That sheet has cells far outside of any list. Copy the columns with numbers and quantities into a new sheet, or paste them.',
}

export const padWords = {
  tooMany: 'Too many lists from your address. Please wait a minute.',
  failed: 'The order pad could not reach the shop. Nothing is lost: check your connection and try again.',
  notSeen: 'This number was changed: look at the part it stands for, then add it.',
  noneReady: 'None of these lines can be added yet.',
} as const

const lines = (count: number): string => (count === 1 ? '1 line' : `${showCount(count)} lines`)

/** '12 lines are in your basket.' `left`: how many lines of parts stay on the pad. */
export function addedWords(added: number, left: number): string {
  const done = `${lines(added)} ${added === 1 ? 'was' : 'were'} added to your basket.`
  return left === 0 ? done : `${done} ${lines(left)} ${left === 1 ? 'is' : 'are'} still here.`
}
