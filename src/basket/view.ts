import { fromPounds, type Pence, pence, showPounds, zero } from '../shared/money.ts'
import type { BasketReply } from './contract.ts'

/** A number of pounds as calls carry it (12.5) → pence. Throws when it has more than two decimals: no amount has. */
export function penceOf(pounds: number): Pence {
  const amount = fromPounds(String(Math.abs(pounds)))
  if (amount === null) throw new RangeError(`not an amount: ${pounds}`)
  return pounds < 0 ? pence(-amount) : amount
}

/** How much more is needed before checkout is offered, ex VAT; null at or above the minimum (Specification §5). */
export function minimumShort(basket: Pick<BasketReply, 'subtotal' | 'minimumOrderValue'>): Pence | null {
  const short = penceOf(basket.minimumOrderValue) - penceOf(basket.subtotal)
  return short > 0 ? pence(short) : null
}

/** 'Add £2.50 more': what stands beside the minimum-order warning. */
export function addMore(short: Pence): string {
  return `Add ${showPounds(short)} more`
}

/** What the vouchers save altogether, VAT included: total − this = 'You pay'. */
export function savedOf(basket: Pick<BasketReply, 'total' | 'discounted_total'>): Pence {
  return pence(Math.max(0, penceOf(basket.total) - penceOf(basket.discounted_total)))
}

/** '£8.00', 'FREE', or that it cannot be told yet. */
export function deliveryPriceText(price: Pence | null): string {
  if (price === null) return 'Priced at checkout'
  return price === zero ? 'FREE' : showPounds(price)
}

/** Which mark stands beside the words of availability; the words alone carry the meaning. */
export function stockKind(text: string): 'in' | 'low' | 'due' | 'none' {
  if (/^only\b/i.test(text)) return 'low'
  if (/^[0-9,]+ in stock$/i.test(text)) return 'in'
  return /^available/i.test(text) ? 'due' : 'none'
}
