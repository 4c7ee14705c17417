import { type BasisPoints, type Pence, pence, share, sum, times, zero } from '../shared/money.ts'

export interface TotalsQuestion {
  lines: readonly { unitPrice: Pence; quantity: number }[]
  /** What each voucher takes off, ex VAT (vouchers.ts: discountsOf). */
  discounts: readonly Pence[]
  /** The delivery's price ex VAT; null while it is not chosen or is to be quoted. */
  carriage: Pence | null
  /** A free-delivery voucher is in the basket: a priced delivery costs nothing. */
  freeDelivery: boolean
  vatRate: BasisPoints
}

/** All ex VAT but `vat`, `total` and their discounted pair. subtotal + carriage + vat = total, always. */
export interface Totals {
  subtotal: Pence
  discount: Pence
  carriage: Pence | null
  vat: Pence
  total: Pence
  discountedVat: Pence
  /** What is paid. */
  discountedTotal: Pence
}

/** The sums of a basket or an order. VAT is rounded once, on the whole (contract §5). */
export function totalsOf({ lines, discounts, carriage, freeDelivery, vatRate }: TotalsQuestion): Totals {
  const subtotal = sum(lines.map(line => times(line.unitPrice, line.quantity)))
  const discount = pence(Math.min(sum(discounts), subtotal))
  const carried = carriage !== null && freeDelivery ? zero : carriage
  const full = withVat(pence(subtotal + (carried ?? 0)), vatRate)
  const discounted = withVat(pence(subtotal - discount + (carried ?? 0)), vatRate)
  return {
    subtotal,
    discount,
    carriage: carried,
    vat: full.vat,
    total: full.gross,
    discountedVat: discounted.vat,
    discountedTotal: discounted.gross,
  }
}

/** The unit price with VAT, to the nearest penny: what stands beside the price ex VAT. Never summed up. */
export function incVat(unit: Pence, rate: BasisPoints): Pence {
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
      : nothingFrom(amount)
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, whole: Number(product / all), remainder: product % all }
  })
  const left = amount - parts.reduce((total, part) => total + part.whole, 0)
  const favoured = new Set(
    parts
      .toSorted((a, b) =>
        a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
      )
      .slice(0, left)
      .map(part => part.index),
  )
  return parts.map(part => pence(part.whole + (favoured.has(part.index) ? 1 : 0)))
}

function withVat(net: Pence, rate: BasisPoints): { vat: Pence; gross: Pence } {
  const vat = share(net, rate)
  return { vat, gross: pence(net + vat) }
}

function nothingFrom(amount: Pence): Pence[] {
  if (amount !== 0) throw new RangeError(`${amount} pence, and nothing to spread them over`)
  return []
}
