import { type BasisPoints, calculateShare, multiply, type Pence, pence, sum, zero } from '../../lib/money.ts'
import type { ItemisedTotals } from '../../lib/total-lines.ts'

export interface TotalsInput {
  lines: readonly { unitPrice: Pence; quantity: number }[]
  /** The discount of each voucher, ex VAT (vouchers.ts: calculateDiscounts). */
  discounts: readonly Pence[]
  /** The delivery's price ex VAT; null while it is not chosen or is to be quoted. */
  deliveryCost: Pence | null
  freeDelivery: boolean
  vatRate: BasisPoints
}

/** All ex VAT but `vat`, `total` and their discounted pair. subtotal + deliveryCost + vat = total, always. */
export interface Totals {
  subtotal: Pence
  discount: Pence
  deliveryCost: Pence | null
  vat: Pence
  total: Pence
  discountedVat: Pence
  /** What is paid. */
  discountedTotal: Pence
  vatRate: BasisPoints
}

/** The totals of a basket or an order. VAT is rounded once, on the whole (R-DELIVERY-3). */
export function calculateTotals({
  lines,
  discounts,
  deliveryCost,
  freeDelivery,
  vatRate,
}: TotalsInput): Totals {
  const subtotal = sum(lines.map(line => multiply(line.unitPrice, line.quantity)))
  const discount = pence(Math.min(sum(discounts), subtotal))
  const charged = deliveryCost !== null && freeDelivery ? zero : deliveryCost
  const full = withVat(pence(subtotal + (charged ?? 0)), vatRate)
  const discounted = withVat(pence(subtotal - discount + (charged ?? 0)), vatRate)
  return {
    subtotal,
    discount,
    deliveryCost: charged,
    vat: full.vat,
    total: full.gross,
    discountedVat: discounted.vat,
    discountedTotal: discounted.gross,
    vatRate,
  }
}

export function toItemisedTotals(totals: Totals, vouchers: ItemisedTotals['vouchers']): ItemisedTotals {
  const { subtotal, discount, deliveryCost, discountedVat, discountedTotal, vatRate } = totals
  const sums = { subtotal, discount, deliveryCost, vat: discountedVat, total: discountedTotal }
  return { ...sums, vouchers, vatRateBp: vatRate }
}

/** The unit price with VAT, to the nearest penny, shown beside the price ex VAT. Never summed up. */
export function addVat(unit: Pence, rate: BasisPoints): Pence {
  return withVat(unit, rate).gross
}

/**
 * An amount in whole pence over parts in proportion to their weights (≥ 0), by largest remainder; of equal
 * remainders the earlier part gets the penny. The parts always add up to the amount. Weightless parts share equally.
 */
export function distribute(amount: Pence, weights: readonly Pence[]): Pence[] {
  const all = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (all === 0n)
    return weights.length
      ? distribute(
          amount,
          weights.map(() => pence(1)),
        )
      : distributeToNone(amount)
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, whole: Number(product / all), remainder: product % all }
  })
  const remaining = amount - parts.reduce((total, part) => total + part.whole, 0)
  const roundedUp = new Set(
    parts
      .toSorted((a, b) =>
        a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
      )
      .slice(0, remaining)
      .map(part => part.index),
  )
  return parts.map(part => pence(part.whole + (roundedUp.has(part.index) ? 1 : 0)))
}

function withVat(net: Pence, rate: BasisPoints): { vat: Pence; gross: Pence } {
  const vat = calculateShare(net, rate)
  return { vat, gross: pence(net + vat) }
}

function distributeToNone(amount: Pence): Pence[] {
  if (amount !== 0) throw new RangeError(`cannot distribute ${amount} pence to no parts`)
  return []
}
