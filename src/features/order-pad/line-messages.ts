import { maxQuantity } from '../basket/basket.ts'
import { showCount } from '../catalogue/listing.ts'
import type { PadRow, PadState } from './pad.ts'

const wordsFor: Record<Exclude<PadState, 'ready'>, (row: PadRow) => string> = {
  choose: ({ line }) =>
    line.found.length > 1
      ? 'This number stands for several parts: choose yours.'
      : 'Is it this part? The line can be read in more than one way.',
  unknown: ({ line }) =>
    line.near.length > 0
      ? `We do not know ${line.code || 'this number'}. Did you mean one of these?`
      : `We do not know ${line.code || 'this number'}. Check the number, or search for it.`,
  bad_quantity: () => `Enter a quantity from 1 to ${showCount(maxQuantity)}.`,
  not_for_sale: () => 'This part cannot be bought at the moment.',
  none_left: () => 'Out of stock, so it will not be added.',
  too_many: ({ product }) => `Only ${showCount(product?.available ?? 0)} can be had just now.`,
  row_full: () => `One line of an order takes ${showCount(maxQuantity)} pieces at most.`,
}

/** What is to be said of a line: what the basket answered, else what stands in the way; null when it is ready. */
export function lineWords(row: PadRow): string | null {
  if (row.line.refusal) return row.line.refusal
  return row.state === 'ready' ? null : wordsFor[row.state](row)
}
