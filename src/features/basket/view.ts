import { type BasisPoints, formatPounds, type Pence, parsePounds, pence, sum } from '../../lib/money.ts'
import type { ItemisedTotals } from '../../lib/total-lines.ts'
import type { BasketReply } from './schemas.ts'

/** A number of pounds from a call (12.5) → pence. Throws when it has more than two decimals. */
export function toPence(pounds: number): Pence {
  const amount = parsePounds(String(Math.abs(pounds)))
  if (amount === null) throw new RangeError(`not an amount: ${pounds}`)
  return pounds < 0 ? pence(-amount) : amount
}

/** The rows of the whole basket, of which `items` may have one page. */
export const countRows = ({ lines, items }: Pick<BasketReply, 'lines' | 'items'>): number =>
  lines ?? items.length

/** How much is missing to the minimum order, ex VAT; null at or above it (R-BASKET-8, R-UX-37). */
export function calculateMinimumShortfall(
  basket: Pick<BasketReply, 'subtotal' | 'minimumOrderValue'>,
): Pence | null {
  const shortfall = toPence(basket.minimumOrderValue) - toPence(basket.subtotal)
  return shortfall > 0 ? pence(shortfall) : null
}

/** 'Add £2.50 more', beside the minimum-order warning. */
export function formatShortfall(shortfall: Pence): string {
  return `Add ${formatPounds(shortfall)} more`
}

/** The totals that a reply has, for the list of sums (R-BASKET-16). */
export function toReplyTotals(basket: BasketReply, vatRate: BasisPoints): ItemisedTotals {
  const vouchers = basket.discounts.map(({ price, ...voucher }) => ({ ...voucher, amount: toPence(price) }))
  return {
    subtotal: toPence(basket.subtotal),
    discount: sum(vouchers.map(({ amount }) => amount)),
    vouchers,
    deliveryCost: basket.shipping.price === null ? null : toPence(basket.shipping.price),
    vat: toPence(basket.discounted_tax),
    vatRateBp: vatRate,
    total: toPence(basket.discounted_total),
  }
}

export const unknownDeliveryText = 'Priced at checkout'

/** The icon beside an availability text; the text alone carries the meaning. */
export function getStockKind(text: string): 'in' | 'low' | 'due' | 'none' {
  if (/^only\b/i.test(text)) return 'low'
  if (/^[0-9,]+ in stock$/i.test(text)) return 'in'
  return /^available|later$/i.test(text) ? 'due' : 'none'
}
