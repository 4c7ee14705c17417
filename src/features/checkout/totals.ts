import type { Pence } from '../../lib/money.ts'
import type { BasketReply } from '../basket/schemas.ts'
import { calculateTotals, type Totals } from '../basket/totals.ts'
import { toPence } from '../basket/view.ts'
import { getVatRate } from '../delivery/vat-rate.ts'

export interface DestinationInput {
  country: string
  postcode: string
}

/** The totals for the address and delivery chosen on the page, by the same rules as the server's. */
export function calculateCheckoutTotals(
  basket: BasketReply,
  deliveryCost: Pence | null,
  to: DestinationInput,
): Totals {
  return calculateTotals({
    lines: [{ unitPrice: toPence(basket.subtotal), quantity: 1 }],
    discounts: basket.discounts.map(discount => toPence(discount.price)),
    deliveryCost,
    freeDelivery: basket.discounts.some(({ kind }) => kind === 'free_delivery'),
    vatRate: getVatRate(to.country, to.postcode),
  })
}
