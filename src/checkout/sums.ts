import type { BasketReply } from '../basket/contract.ts'
import { calculateTotals, type Totals } from '../basket/totals.ts'
import { toPence } from '../basket/view.ts'
import { formatVoucherSummary } from '../basket/vouchers.ts'
import { getVatRate } from '../delivery/vat-rate.ts'
import type { Pence } from '../shared/money.ts'

/** Where an order goes, as far as that is known. */
export interface Destination {
  country: string
  postcode: string
}

/** The sums beside the stages, by the same rules as the server's: they follow the address and the delivery chosen. */
export function checkoutTotals(basket: BasketReply, deliveryCost: Pence | null, to: Destination): Totals {
  return calculateTotals({
    lines: basket.items.map(item => ({ unitPrice: toPence(item.price), quantity: item.qty })),
    discounts: basket.discounts.map(discount => toPence(discount.price)),
    deliveryCost,
    freeDelivery: basket.discounts.some(discount => discount.summary === freeDeliverySummary),
    vatRate: getVatRate(to.country, to.postcode),
  })
}

const freeDeliverySummary = formatVoucherSummary({ kind: 'free_delivery', amount: 0 })
