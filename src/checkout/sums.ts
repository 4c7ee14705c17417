import type { BasketReply } from '../basket/contract.ts'
import { type Totals, totalsOf } from '../basket/totals.ts'
import { penceOf } from '../basket/view.ts'
import { summaryOf } from '../basket/vouchers.ts'
import { vatRateFor } from '../delivery/vat-rate.ts'
import type { Pence } from '../shared/money.ts'

/** Where an order goes, as far as that is known. */
export interface Destination {
  country: string
  postcode: string
}

/** The sums beside the stages, by the same rules as the server's: they follow the address and the delivery chosen. */
export function checkoutTotals(basket: BasketReply, carriage: Pence | null, to: Destination): Totals {
  return totalsOf({
    lines: basket.items.map(item => ({ unitPrice: penceOf(item.price), quantity: item.qty })),
    discounts: basket.discounts.map(discount => penceOf(discount.price)),
    carriage,
    freeDelivery: basket.discounts.some(discount => discount.summary === freeDeliverySummary),
    vatRate: vatRateFor(to.country, to.postcode),
  })
}

const freeDeliverySummary = summaryOf({ kind: 'free_delivery', amount: 0 })
