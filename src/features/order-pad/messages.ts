import { formatCount, pluralize } from '../../lib/count.ts'
import { formatQuantityError, maxQuantity } from '../../lib/quantity.ts'
import { findLineEntryError } from '../basket/lines/line-entry.ts'
import { formatOnlyAvailable } from '../basket/lines/line-problems.ts'
import type { PadLine, PadLineState, PadRow } from './pad.ts'
import { readQuantity } from './parse/quantity.ts'

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
