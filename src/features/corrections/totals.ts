import { type BasisPoints, calculateShare, type Pence, pence, sum, zero } from '../../lib/money.ts'
import type { OrderTotals, OrderVoucher } from '../orders/order.ts'

interface TotalsChange {
  lines: readonly { lineTotal: Pence }[]
  deliveryCost: Pence | null
  vatRateBp: number
}

/**
 * The totals of an order with other goods, delivery or VAT. A percentage is taken off as at the checkout, another voucher
 * goes down with the value of the goods, in proportion; no discount goes up. VAT is rounded once (R-DELIVERY-3).
 */
export function correctTotals(
  before: OrderTotals,
  { lines, deliveryCost, vatRateBp }: TotalsChange,
): OrderTotals {
  const subtotal = sum(lines.map(({ lineTotal }) => lineTotal))
  const vouchers = before.vouchers.map(voucher => ({
    ...voucher,
    amount: lowerDiscount(voucher, before.subtotal, subtotal),
  }))
  const discount = sum(vouchers.map(({ amount }) => amount))
  const net = pence(subtotal - discount + (deliveryCost ?? zero))
  const vat = calculateShare(net, vatRateBp as BasisPoints)
  return { subtotal, discount, vouchers, deliveryCost, vat, vatRateBp, total: pence(net + vat) }
}

function lowerDiscount({ kind, rate, amount }: OrderVoucher, before: Pence, after: Pence): Pence {
  if (after >= before) return amount
  if (kind === 'percentage') return pence(Math.min(amount, calculateShare(after, rate as BasisPoints)))
  // Rounded down, so that no piece has more discount than its price.
  return pence(Number((BigInt(amount) * BigInt(after)) / BigInt(before)))
}
