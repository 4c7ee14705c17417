import { countBackOrdered, type LeadTime } from '../../lib/availability.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { type BasisPoints, calculateShare, type Pence, pence, sum, zero } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import type { Result } from '../../lib/result.ts'
import { isOrAre } from '../../lib/text.ts'
import { maxSubtotal } from '../basket/basket.ts'
import { type Order, type OrderTotals, type OrderVoucher, pickTotals } from '../orders/order.ts'
import { isBought, isIn } from '../orders/states.ts'
import { listChanges } from './changes.ts'
import type {
  Correctable,
  CorrectableFields,
  CorrectionRefusal,
  PlannedCorrection,
  TypedCorrection,
} from './correction.ts'
import {
  correctDelivery,
  type DeliveryRules,
  getCorrectedVatRate,
  listCorrectionOptions,
} from './delivery.ts'
import { correctLines, type Replacements } from './lines.ts'
import { mergeFields, validateFields } from './validate.ts'

/** How much of the order its invoices have; 'refunded': something was refunded before the first of them. */
export type InvoicedPart = 'none' | 'part' | 'whole' | 'refunded'

export interface ProductStock {
  available: number
  backOrder: boolean
  leadTime: LeadTime | null
}

export interface CorrectionInput {
  order: Order
  lines: readonly Correctable[]
  invoiced: InvoicedPart
  isBeingPicked: boolean
  /** Of the order now, and of the page that the form was on. */
  version: string
  expectedVersion: string
  typed: TypedCorrection
  replacements: Replacements
  /** Grams, by product. */
  weights: ReadonlyMap<number, number>
  /** By product, under the lock of the stock. */
  stock: ReadonlyMap<number, ProductStock>
  rules: DeliveryRules
}

type CorrectionPlan =
  | Result<{ correction: PlannedCorrection }, CorrectionRefusal>
  | { ok: false; reason: 'invalid'; errors: FieldErrors }

/** Decides about a correction, without its refund or what is to be paid for it. */
export function planCorrection(input: CorrectionInput): CorrectionPlan {
  const { order, typed, rules } = input
  const refusal = findStateRefusal(input)
  if (refusal) return { ok: false, reason: refusal }
  const before = pickFields(order)
  const merged = mergeFields(before, typed)
  const goods = correctGoods(input)
  const fieldErrors = validateFields(before, merged, rules.countries)
  const lines = 'lines' in goods ? goods.lines : [...input.lines]
  // A wrong address has no options: its own error comes first.
  const hasAddress = !Object.keys(fieldErrors).some(field => field.startsWith('delivery-'))
  const options = hasAddress ? listCorrectionOptions(merged, lines, input.weights, rules) : []
  const delivery = correctDelivery(
    { ...before, ...pickTotals(order) },
    merged,
    typed.delivery_option ?? '',
    lines,
    options,
  )
  const errors = {
    ...fieldErrors,
    ...('error' in delivery && hasAddress ? { 'delivery-option': delivery.error } : {}),
    ...('errors' in goods ? goods.errors : {}),
  }
  if (Object.keys(errors).length > 0 || 'error' in delivery) return { ok: false, reason: 'invalid', errors }
  const fields = { ...merged, ...delivery.delivery }
  const totals = correctTotals(pickTotals(order), {
    lines,
    deliveryCost: delivery.cost,
    vatRateBp: getCorrectedVatRate(fields),
  })
  const changes = listChanges(
    { fields: before, lines: input.lines, totals: pickTotals(order) },
    { fields, lines, totals },
  )
  if (changes.length === 0) return { ok: false, reason: 'nothing_changed' }
  const moneyRefusal = findMoneyRefusal(input, lines, totals)
  if (moneyRefusal) return { ok: false, reason: moneyRefusal }
  const changesMoney = hasMoneyChange(input, lines, totals)
  return { ok: true, correction: { fields, lines, totals, changes, changesMoney } }
}

export function pickFields(order: Order): CorrectableFields {
  const { contact, delivery, billing, purchaseOrder, deliveryInstructions } = order
  const { deliveryCode, deliveryFacts, collectionDetails, deliveryDate, consignments } = order
  return {
    ...{ contact, delivery, billing, purchaseOrder, deliveryInstructions },
    ...{ deliveryCode, deliveryFacts, collectionDetails, deliveryDate, consignments },
  }
}

/** Whether the order's page offers to correct it. */
export const canCorrect = ({ kind, state }: Pick<Order, 'kind' | 'state'>): boolean =>
  kind === 'order' && isIn('isDespatchable', state)

function findStateRefusal({ order, version, expectedVersion }: CorrectionInput): CorrectionRefusal | null {
  const { kind, state } = order
  if (state === 'cancelled' || state === 'payment_reversed') return 'cancelled'
  if (kind !== 'order' || !isBought(state)) return 'not_placed'
  if (!isIn('isDespatchable', state)) return 'all_left'
  return version === expectedVersion ? null : 'changed'
}

function hasMoneyChange(
  { order, lines: before }: CorrectionInput,
  lines: readonly Correctable[],
  totals: OrderTotals,
): boolean {
  return (
    hasOtherGoods(before, lines) ||
    totals.deliveryCost !== order.deliveryCost ||
    totals.vatRateBp !== order.vatRateBp ||
    totals.total !== order.total
  )
}

const hasOtherGoods = (before: readonly Correctable[], after: readonly Correctable[]): boolean =>
  before.length !== after.length ||
  before.some((line, index) => {
    const other = after[index]!
    return (
      line.position !== other.position ||
      line.productId !== other.productId ||
      line.quantity !== other.quantity ||
      line.unitPrice !== other.unitPrice
    )
  })

function findMoneyRefusal(
  input: CorrectionInput,
  lines: readonly Correctable[],
  totals: OrderTotals,
): CorrectionRefusal | null {
  const { order, invoiced, isBeingPicked } = input
  if (!hasMoneyChange(input, lines, totals)) return null
  if (totals.subtotal > maxSubtotal) return 'too_large'
  if (isBeingPicked && hasOtherGoods(input.lines, lines)) return 'being_picked'
  if (invoiced === 'refunded') return 'refunded'
  if (invoiced === 'whole') return 'invoiced'
  if (invoiced === 'part') {
    if (totals.vatRateBp !== order.vatRateBp) return 'invoiced_vat'
    if (totals.deliveryCost !== order.deliveryCost) return 'invoiced_delivery'
    // Invoices share the discount of the whole order: it cannot change after the first of them.
    if (order.discount > 0) return 'invoiced_voucher'
  }
  return null
}

/** The corrected lines, with how many pieces of the replacing products are not in stock. */
function correctGoods({ lines: before, typed, replacements, stock, rules }: CorrectionInput) {
  const result = correctLines(before, typed.lines, replacements)
  if ('errors' in result) return result
  const errors: FieldErrors = {}
  const free = new Map([...stock].map(([productId, { available }]) => [productId, available]))
  for (const { productId, quantity } of before) free.set(productId, (free.get(productId) ?? 0) + quantity)
  const isNew = (line: Correctable) =>
    before.find(({ position }) => position === line.position)?.productId !== line.productId
  for (const { productId, quantity } of result.lines.filter(line => !isNew(line)))
    free.set(productId, (free.get(productId) ?? 0) - quantity)
  const lines = result.lines.map(line => {
    if (!isNew(line)) return line
    const available = free.get(line.productId) ?? 0
    free.set(line.productId, available - line.quantity)
    const { backOrder = false, leadTime = null } = stock.get(line.productId) ?? {}
    const laterQuantity = countBackOrdered({ quantity: line.quantity, available })
    if (laterQuantity > 0 && !backOrder)
      errors[getQuantityField(line, before, typed)] =
        available > 0
          ? `Only ${available} of ${line.code} ${isOrAre(available)} in stock.`
          : `${line.code} is out of stock.`
    if (laterQuantity === 0) return { ...line, laterQuantity, leadTime: null }
    return { ...line, laterQuantity, leadTime, laterSince: toLondonTime(rules.now).date }
  })
  return Object.keys(errors).length > 0 ? { errors } : { lines }
}

/** Position of the replaced line. What replaces the rest of a line that has left in part is a new line. */
function getQuantityField(
  line: Correctable,
  before: readonly Correctable[],
  { lines }: TypedCorrection,
): string {
  const isInPlace = before.some(({ position }) => position === line.position)
  const typed = isInPlace ? null : lines.find(({ code }) => toCodeKey(code) === toCodeKey(line.code))
  return `quantity-${typed?.position ?? line.position}`
}

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
