import {
  type BasisPoints,
  calculateShare,
  formatPounds,
  type Pence,
  pence,
  zero,
} from '../../../lib/money.ts'
import type { Result } from '../../../lib/result.ts'
import { toPlainText } from '../../../lib/text.ts'

export const voucherKinds = ['percentage', 'fixed', 'free_delivery'] as const
export type VoucherKind = (typeof voucherKinds)[number]

export interface Voucher {
  id: number
  /** Upper case. */
  code: string
  kind: VoucherKind
  /** Basis points of a percentage, pence ex VAT of a fixed sum, 0 of a free delivery. */
  amount: number
  /** Pence ex VAT, compared with the subtotal before discounts. */
  minimumSpend: Pence
  startsAt: Date | null
  endsAt: Date | null
  totalLimit: number | null
  customerLimit: number | null
  companyId: number | null
  personId: number | null
}

export interface VoucherConditions {
  /** Ex VAT, before discounts. */
  subtotal: Pence
  now: Date
  /** Orders, placed or pending, that use the voucher; an order being saved again does not count itself. */
  usesTotal: number
  usesByCustomer: number
  personId: number | null
  companyId: number | null
}

export type VoucherRefusal =
  | 'unknown'
  | 'not_yours'
  | 'not_started'
  | 'ended'
  | 'used_up'
  | 'used_by_you'
  | 'minimum_spend'
  | 'already_there'
  | 'one_at_a_time'

export type VoucherDecision = Result<object, VoucherRefusal>

/** Whether a voucher is valid now; checked when the code is entered, at each change of the basket, and when ordering. */
export function validateVoucher(voucher: Voucher | null, conditions: VoucherConditions): VoucherDecision {
  const reason = voucher ? findRefusal(voucher, conditions) : 'unknown'
  return reason ? { ok: false, reason } : { ok: true }
}

/**
 * Whether a valid voucher may be combined with those in the basket: one percentage or fixed code at a time, plus one
 * free-delivery code (R-VOUCHER-2). The second is refused until the customer removes the first.
 */
export function validateCombination(voucher: Voucher, inBasket: readonly Voucher[]): VoucherDecision {
  if (inBasket.some(other => other.id === voucher.id)) return { ok: false, reason: 'already_there' }
  if (inBasket.some(other => isDiscount(other) === isDiscount(voucher)))
    return { ok: false, reason: 'one_at_a_time' }
  return { ok: true }
}

export interface Discount {
  code: string
  summary: string
  /** Positive pence ex VAT; 0 for a free delivery. */
  amount: Pence
}

/** The discount of each voucher on the goods, together at most the subtotal. Delivery is not discounted here. */
export function calculateDiscounts(vouchers: readonly Voucher[], subtotal: Pence): Discount[] {
  let remaining = subtotal
  return vouchers.map(voucher => {
    const amount = pence(Math.min(calculateDiscount(voucher, subtotal), remaining))
    remaining = pence(remaining - amount)
    return { code: voucher.code, summary: formatVoucherSummary(voucher), amount }
  })
}

export const isFreeDelivery = ({ kind }: Pick<Voucher, 'kind'>): boolean => kind === 'free_delivery'

export const hasFreeDelivery = (vouchers: readonly Voucher[]): boolean => vouchers.some(isFreeDelivery)

/** '10% off', '£5.00 off', 'Free delivery'. */
export function formatVoucherSummary(voucher: Pick<Voucher, 'kind' | 'amount'>): string {
  if (voucher.kind === 'free_delivery') return 'Free delivery'
  if (voucher.kind === 'fixed') return `${formatPounds(pence(voucher.amount))} off`
  return `${voucher.amount / 100}% off`
}

/** '  save10 ' → 'SAVE10', pasted signs left out; '' when nothing was typed. */
export function parseVoucherCode(text: string): string {
  return toPlainText(text).toUpperCase()
}

export function formatVoucherRefusal(why: VoucherRefusal, voucher: Voucher | null): string {
  return fillIn(entryMessages[why], voucher)
}

export function formatVoucherLapse(why: VoucherRefusal, voucher: Voucher): string {
  return `${voucher.code} was removed from your basket: ${fillIn(lapseMessages[why], voucher)}`
}

// R-VOUCHER-4. One answer for unknown, foreign and expired codes, so that guessing codes reveals nothing.
const noSuchOffer = "Sorry, that code doesn't match any current offer."

const entryMessages: Record<VoucherRefusal, string> = {
  unknown: noSuchOffer,
  not_yours: noSuchOffer,
  not_started: noSuchOffer,
  ended: noSuchOffer,
  used_up: 'Sorry, that code has been used the maximum number of times.',
  used_by_you: 'You’ve already used that code.',
  minimum_spend: 'Spend at least {minimum} ex VAT on goods to use that code.',
  already_there: 'That code is already in your basket.',
  one_at_a_time: 'Only one discount code can be used at a time. Remove the other one first.',
}

const lapseMessages: Record<VoucherRefusal, string> = {
  unknown: 'the offer no longer exists.',
  not_yours: 'the offer is for another customer.',
  not_started: 'the offer has not started yet.',
  ended: 'the offer has ended.',
  used_up: 'it has been used the maximum number of times.',
  used_by_you: 'you’ve already used it.',
  minimum_spend: 'it needs at least {minimum} ex VAT of goods.',
  already_there: 'it was already in your basket.',
  one_at_a_time: 'only one discount code can be used at a time.',
}

function findRefusal(voucher: Voucher, conditions: VoucherConditions): VoucherRefusal | null {
  const { now, subtotal } = conditions
  if (voucher.personId !== null && voucher.personId !== conditions.personId) return 'not_yours'
  if (voucher.companyId !== null && voucher.companyId !== conditions.companyId) return 'not_yours'
  if (voucher.startsAt && now < voucher.startsAt) return 'not_started'
  if (voucher.endsAt && now >= voucher.endsAt) return 'ended'
  if (voucher.totalLimit !== null && conditions.usesTotal >= voucher.totalLimit) return 'used_up'
  if (voucher.customerLimit !== null && conditions.usesByCustomer >= voucher.customerLimit)
    return 'used_by_you'
  if (subtotal < voucher.minimumSpend) return 'minimum_spend'
  return null
}

function calculateDiscount(voucher: Voucher, subtotal: Pence): Pence {
  if (voucher.kind === 'percentage') return calculateShare(subtotal, voucher.amount as BasisPoints)
  return voucher.kind === 'fixed' ? pence(voucher.amount) : zero
}

const isDiscount = (voucher: Voucher): boolean => !isFreeDelivery(voucher)

function fillIn(message: string, voucher: Voucher | null): string {
  return message.replace('{minimum}', formatPounds(voucher?.minimumSpend ?? zero))
}
