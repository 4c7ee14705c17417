import type { Consignments, LeadTime } from '../../lib/availability.ts'
import { type BasisPoints, multiply, type Pence, pence } from '../../lib/money.ts'
import { basketRange, parseQuantity } from '../../lib/quantity.ts'
import { lowerFirst } from '../../lib/text.ts'
import { linesPerPage } from './limits.ts'
import { findLineEntryError, type LineEntryChange, toLineEntryChange } from './lines/line-entry.ts'
import type { LineName } from './lines/line-entry-schema.ts'
import type { SentRow, UpdatedItems } from './schemas.ts'
import { calculateTotals, type Totals } from './totals.ts'
import {
  calculateDiscounts,
  hasFreeDelivery,
  type Voucher,
  type VoucherRefusal,
  validateVoucher,
} from './vouchers/vouchers.ts'

/** Ex VAT. With VAT and delivery, an order's totals fit PostgreSQL's integer of pence (about 21 million pounds). */
export const maxSubtotal: Pence = pence(15_000_000_00)

export interface BasketLine extends LineName {
  id: number
  productId: number
  path: string
  quantity: number
  /** The buyer's price in pence ex VAT; null: no price, cannot be ordered. */
  unitPrice: Pence | null
  /** In stock for this basket: on sale now, and what its own unfinished order holds. */
  available: number
  backOrder: boolean
  note: string | null
  leadTime: LeadTime | null
  forSale: boolean
  weightG: number
  image: string | null
}

export interface VoucherInBasket extends Voucher {
  usesTotal: number
  usesByCustomer: number
}

export interface ShipTo {
  country: string
  postcode: string
  method: string | null
  /** ISO date; null: the option's own day. */
  day: string | null
  /** Null: not chosen. */
  consignments: Consignments | null
}

export interface Basket {
  /** Null while nothing was ever added. */
  id: number | null
  version: number
  storage: 'cookie' | 'account'
  shipTo: ShipTo | null
  /** How goods of which a part is not in stock are sent; null: not chosen. */
  consignments: Consignments | null
  lines: BasketLine[]
  vouchers: VoucherInBasket[]
  leftovers: Leftover[]
}

/** Pieces of a guest's basket that did not fit into the account's at sign-in (R-BASKET-9). */
export interface Leftover {
  code: string
  quantity: number
}

/** The price of delivering a basket (null: not known) and the VAT rate of its destination. */
export interface DeliveryCost {
  price: Pence | null
  vatRate: BasisPoints
  /** Why it costs that: '£31.00 more for free delivery'. */
  note?: string | null
  /** The chosen delivery with its day, or what is not in stock while none is chosen. */
  text?: string | null
}

export interface Buyer {
  personId: number | null
  companyId: number | null
}

export interface LapsedVoucher {
  voucher: VoucherInBasket
  why: VoucherRefusal
}

export interface BasketTotals {
  totals: Totals
  /** In the order they were entered; `amount`: the discount. */
  discounts: { voucher: VoucherInBasket; summary: string; amount: Pence }[]
  /** Vouchers that are no longer valid: they give no discount and are to be removed. */
  lapsed: LapsedVoucher[]
  deliveryCost: DeliveryCost
}

export const createEmptyBasket = (storage: Basket['storage']): Basket => ({
  id: null,
  version: 0,
  storage,
  shipTo: null,
  consignments: null,
  lines: [],
  vouchers: [],
  leftovers: [],
})

export function calculateBasketTotals(
  basket: Basket,
  buyer: Buyer,
  deliveryCost: DeliveryCost,
  now: Date,
): BasketTotals {
  const lines = basket.lines.map(line => ({ unitPrice: line.unitPrice ?? pence(0), quantity: line.quantity }))
  const subtotal = calculateSubtotal(basket)
  const lapsed: LapsedVoucher[] = []
  const validVouchers = basket.vouchers.filter(voucher => {
    const { usesTotal, usesByCustomer } = voucher
    const decision = validateVoucher(voucher, { subtotal, now, usesTotal, usesByCustomer, ...buyer })
    if (!decision.ok) lapsed.push({ voucher, why: decision.reason })
    return decision.ok
  })
  const amounts = calculateDiscounts(validVouchers, subtotal)
  const totals = calculateTotals({
    lines,
    discounts: amounts.map(({ amount }) => amount),
    deliveryCost: deliveryCost.price,
    freeDelivery: hasFreeDelivery(validVouchers),
    vatRate: deliveryCost.vatRate,
  })
  const discounts = validVouchers.map((voucher, i) => ({
    voucher,
    summary: amounts[i]!.summary,
    amount: amounts[i]!.amount,
  }))
  return { totals, discounts, lapsed, deliveryCost }
}

/** Ex VAT, before discounts. */
export function calculateSubtotal(basket: Pick<Basket, 'lines'>): Pence {
  return pence(basket.lines.reduce((total, line) => total + calculateLineTotal(line), 0))
}

export function calculateWeight(basket: Pick<Basket, 'lines'>): number {
  return basket.lines.reduce((total, line) => total + line.weightG * line.quantity, 0)
}

/**
 * The lines as far as they can be ordered: what a part that takes no back orders has not in stock comes no later either.
 * All of them where nothing can be ordered.
 */
export function listOrderableLines(lines: readonly BasketLine[]): readonly BasketLine[] {
  const orderable = lines
    .map(line => (line.backOrder ? line : { ...line, quantity: Math.min(line.quantity, line.available) }))
    .filter(({ quantity }) => quantity > 0)
  return orderable.length > 0 ? orderable : lines
}

export function countPieces(basket: Pick<Basket, 'lines'>): number {
  return basket.lines.reduce((total, line) => total + line.quantity, 0)
}

export function calculateLineTotal(line: Pick<BasketLine, 'unitPrice' | 'quantity'>): Pence {
  return multiply(line.unitPrice ?? pence(0), line.quantity)
}

/** The number of pages of a basket with so many lines; at least 1. */
export const countPages = (lineCount: number): number => Math.max(1, Math.ceil(lineCount / linesPerPage))

/** A page number from a URL or a call: a missing or bad one is the first page, one beyond the end the last. */
export function parsePageNumber(value: string | number | null | undefined, lineCount: number): number {
  const page = /^\d{1,4}$/.test(String(value ?? '')) ? Number(value) : 1
  return Math.min(Math.max(1, page), countPages(lineCount))
}

export function getPageLines<Line>(lines: readonly Line[], page: number): readonly Line[] {
  return lines.slice((page - 1) * linesPerPage, page * linesPerPage)
}

export interface RowChange {
  rowId: number
  /** Null: it stays. */
  quantity: number | null
  entry: LineEntryChange
}

/** The changes that keep the basket within the largest order; beyond it only those that reduce a row. */
export function limitChanges(basket: Pick<Basket, 'lines'>, changes: RowChange[]): RowChange[] {
  const quantities = new Map(changes.map(({ rowId, quantity }) => [rowId, quantity]))
  const lines = basket.lines.map(line => ({ ...line, quantity: quantities.get(line.id) ?? line.quantity }))
  if (calculateSubtotal({ lines }) <= maxSubtotal) return changes
  const previous = new Map(basket.lines.map(line => [line.id, line.quantity]))
  return changes.filter(({ rowId, quantity }) => (quantity ?? 0) <= (previous.get(rowId) ?? 0))
}

/**
 * The changes of `updated_items`: false, a list, or an object by row id. Bad quantities are left out; unknown rows
 * change nothing in the database.
 */
export const parseRowChanges = (updatedItems: UpdatedItems): RowChange[] =>
  combineChanges(
    listSentRows(updatedItems).flatMap(({ rowId, qty, ...sentEntry }) => {
      const quantity = parseQuantity(qty, basketRange)
      const entry = toLineEntryChange(sentEntry)
      const isChange = quantity !== null || Object.keys(entry).length > 0
      return isChange ? [{ rowId, quantity, entry }] : []
    }),
  )

/** One change of each row: of a row that is named twice, the last quantity and the last value of each field. */
function combineChanges(changes: readonly RowChange[]): RowChange[] {
  const byRow = new Map<number, RowChange>()
  for (const { rowId, quantity, entry } of changes) {
    const earlier = byRow.get(rowId)
    byRow.set(rowId, {
      rowId,
      quantity: quantity ?? earlier?.quantity ?? null,
      entry: { ...earlier?.entry, ...entry },
    })
  }
  return [...byRow.values()]
}

/** What is wrong with the entries of `updated_items`: 'FH-OIL-1: Shorten …'. */
export const listEntryErrors = (updatedItems: UpdatedItems, { lines }: Pick<Basket, 'lines'>): string[] =>
  listSentRows(updatedItems).flatMap(({ rowId, ...sent }) => {
    const line = lines.find(({ id }) => id === rowId)
    const error = line ? findLineEntryError(sent) : null
    return error === null ? [] : [`${line!.code}: ${lowerFirst(error)}`]
  })

export interface UnreadQuantity {
  code: string
  /** As typed. */
  text: string
}

export const listUnreadQuantities = (
  updatedItems: UpdatedItems,
  { lines }: Pick<Basket, 'lines'>,
): UnreadQuantity[] =>
  listSentRows(updatedItems).flatMap(({ rowId, qty }) => {
    const line = lines.find(({ id }) => id === rowId)
    return line && qty !== undefined && parseQuantity(qty, basketRange) === null
      ? [{ code: line.code, text: String(qty ?? '') }]
      : []
  })

function listSentRows(updatedItems: UpdatedItems) {
  if (typeof updatedItems !== 'object' || updatedItems === null) return []
  const isList = Array.isArray(updatedItems)
  return Object.entries<SentRow>(updatedItems).flatMap(([key, item]) => {
    if (typeof item !== 'object' || item === null) return []
    const { rowId, ...change } = item
    const row = String(rowId ?? (isList ? '' : key))
    return /^\d{1,15}$/.test(row) ? [{ ...change, rowId: Number(row) }] : []
  })
}
