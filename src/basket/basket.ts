import { stockView } from '../catalogue/listing.ts'
import { type BasisPoints, type Pence, pence, times } from '../shared/money.ts'
import type { SentRow, UpdatedItems } from './contract.ts'
import { type Totals, totalsOf } from './totals.ts'
import { discountsOf, freesDelivery, judgeVoucher, type Voucher, type VoucherRefusal } from './vouchers.ts'

export const largestQuantity = 9999 // contract §3
/** Ex VAT. With VAT and carriage an order's sums hold some 21 million pounds (PostgreSQL's integer in pence). */
export const largestSubtotal: Pence = pence(15_000_000_00)

/** A line as it stands in the database, with what the catalogue says of its product now. */
export interface BasketLine {
  id: number
  productId: number
  code: string
  path: string
  title: string
  quantity: number
  /** Pence ex VAT this buyer pays for one; null: no price, can't be ordered. */
  unitPrice: Pence | null
  available: number
  backOrder: boolean
  note: string | null
  forSale: boolean
  weightG: number
  image: string | null
}

export interface HeldVoucher extends Voucher {
  usesTotal: number
  usesByCustomer: number
}

/** Where the goods are to go, as far as the buyer has said. */
export interface ShipTo {
  country: string
  postcode: string
  method: string | null
}

export interface Basket {
  /** Null while nothing was ever put in. */
  id: number | null
  version: number
  storage: 'cookie' | 'account'
  shipTo: ShipTo | null
  lines: BasketLine[]
  vouchers: HeldVoucher[]
}

/** What the delivery room says about a basket: its price (null: not known) and the VAT rate of where it goes. */
export interface Carriage {
  price: Pence | null
  vatRate: BasisPoints
}

export interface Buyer {
  personId: number | null
  companyId: number | null
}

export interface LapsedVoucher {
  voucher: HeldVoucher
  why: VoucherRefusal
}

export interface Reckoning {
  totals: Totals
  /** In the order they were entered; each with what it takes off. */
  discounts: { voucher: HeldVoucher; summary: string; amount: Pence }[]
  /** Vouchers that no longer hold: they take nothing off and are to leave the basket. */
  lapsed: LapsedVoucher[]
}

export const emptyBasket = (storage: Basket['storage']): Basket => ({
  id: null,
  version: 0,
  storage,
  shipTo: null,
  lines: [],
  vouchers: [],
})

/** The sums of a basket now, for this buyer. Pure: the clock and the carriage are handed in. */
export function reckon(basket: Basket, buyer: Buyer, carriage: Carriage, now: Date): Reckoning {
  const lines = basket.lines.map(line => ({ unitPrice: line.unitPrice ?? pence(0), quantity: line.quantity }))
  const subtotal = goodsOf(basket)
  const lapsed: LapsedVoucher[] = []
  const holding = basket.vouchers.filter(voucher => {
    const { usesTotal, usesByCustomer } = voucher
    const verdict = judgeVoucher(voucher, { subtotal, now, usesTotal, usesByCustomer, ...buyer })
    if (!verdict.accepted) lapsed.push({ voucher, why: verdict.why })
    return verdict.accepted
  })
  const amounts = discountsOf(holding, subtotal)
  const totals = totalsOf({
    lines,
    discounts: amounts.map(({ amount }) => amount),
    carriage: carriage.price,
    freeDelivery: freesDelivery(holding),
    vatRate: carriage.vatRate,
  })
  const discounts = holding.map((voucher, i) => ({
    voucher,
    summary: amounts[i]!.summary,
    amount: amounts[i]!.amount,
  }))
  return { totals, discounts, lapsed }
}

/** Ex VAT, before discounts. */
export function goodsOf(basket: Pick<Basket, 'lines'>): Pence {
  return pence(basket.lines.reduce((total, line) => total + lineTotal(line), 0))
}

export function weightOf(basket: Pick<Basket, 'lines'>): number {
  return basket.lines.reduce((total, line) => total + line.weightG * line.quantity, 0)
}

export function countOf(basket: Pick<Basket, 'lines'>): number {
  return basket.lines.reduce((total, line) => total + line.quantity, 0)
}

export function lineTotal(line: Pick<BasketLine, 'unitPrice' | 'quantity'>): Pence {
  return times(line.unitPrice ?? pence(0), line.quantity)
}

/** How a line's availability reads: more than there are says so, whatever the stock words are. */
export function lineAvailability(line: BasketLine): string {
  const { available, backOrder, note, forSale } = line
  if (forSale && !backOrder && available > 0 && line.quantity > available) return `Only ${available} in stock`
  return stockView({ available, backOrder, note, forSale: forSale && line.unitPrice !== null }).text
}

/** A quantity as a form or a call says it: a whole number from `min` to 9,999, or null. */
export function readQuantity(given: string | number | null | undefined, min: 0 | 1): number | null {
  const text = typeof given === 'string' ? given.trim() : given
  const number = typeof text === 'string' ? (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN) : text
  if (typeof number !== 'number' || !Number.isInteger(number)) return null
  return number >= min && number <= largestQuantity ? number : null
}

export interface RowChange {
  rowId: number
  quantity: number
}

/** Of these changes those that keep the goods within the largest order: when they do not, only what lessens a row. */
export function affordable(basket: Pick<Basket, 'lines'>, changes: RowChange[]): RowChange[] {
  const wanted = new Map(changes.map(({ rowId, quantity }) => [rowId, quantity]))
  const lines = basket.lines.map(line => ({ ...line, quantity: wanted.get(line.id) ?? line.quantity }))
  if (goodsOf({ lines }) <= largestSubtotal) return changes
  const held = new Map(basket.lines.map(line => [line.id, line.quantity]))
  return changes.filter(({ rowId, quantity }) => quantity <= (held.get(rowId) ?? 0))
}

/**
 * The changes of `updated_items`: false, a list, or an object by row id. Bad quantities are left out; unknown rows
 * change nothing in the database.
 */
export function readRowChanges(updatedItems: UpdatedItems): RowChange[] {
  if (typeof updatedItems !== 'object' || updatedItems === null) return []
  const isList = Array.isArray(updatedItems)
  return Object.entries<SentRow>(updatedItems).flatMap(([key, item]) => {
    if (typeof item !== 'object' || item === null) return []
    const row = String(item.rowId ?? (isList ? '' : key))
    const quantity = readQuantity(item.qty, 0)
    return quantity === null || !/^\d{1,15}$/.test(row) ? [] : [{ rowId: Number(row), quantity }]
  })
}
