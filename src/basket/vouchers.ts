import { type BasisPoints, type Pence, pence, share, showPounds, zero } from '../shared/money.ts'

export interface Voucher {
  id: number
  /** Upper case. */
  code: string
  kind: 'percentage' | 'fixed' | 'free_delivery'
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

export interface VoucherCircumstances {
  /** Ex VAT, before discounts. */
  subtotal: Pence
  now: Date
  /** Orders, placed or held, that use the voucher; an order being saved again does not count itself. */
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

export type VoucherVerdict = { accepted: true } | { accepted: false; why: VoucherRefusal }

/** Whether a voucher holds now; asked when the code is entered, at each change of the basket, and when ordering. */
export function judgeVoucher(voucher: Voucher | null, around: VoucherCircumstances): VoucherVerdict {
  const why = voucher ? objection(voucher, around) : 'unknown'
  return why ? { accepted: false, why } : { accepted: true }
}

/**
 * Whether a voucher that holds may join those in the basket: one percentage or fixed code at a time, plus one
 * free-delivery code (contract §3). The second is refused; the buyer removes the first if he likes the second better.
 */
export function judgeBeside(voucher: Voucher, held: readonly Voucher[]): VoucherVerdict {
  if (held.some(other => other.id === voucher.id)) return { accepted: false, why: 'already_there' }
  if (held.some(other => takesOff(other) === takesOff(voucher)))
    return { accepted: false, why: 'one_at_a_time' }
  return { accepted: true }
}

export interface Discount {
  code: string
  summary: string
  /** Positive pence ex VAT; 0 for a free delivery. */
  amount: Pence
}

/** What each voucher takes off the goods, together never more than the subtotal. Delivery is never discounted here. */
export function discountsOf(vouchers: readonly Voucher[], subtotal: Pence): Discount[] {
  let left = subtotal
  return vouchers.map(voucher => {
    const amount = pence(Math.min(worth(voucher, subtotal), left))
    left = pence(left - amount)
    return { code: voucher.code, summary: summaryOf(voucher), amount }
  })
}

export function freesDelivery(vouchers: readonly Voucher[]): boolean {
  return vouchers.some(voucher => !takesOff(voucher))
}

/** '10 % off', '£5.00 off', 'Free delivery'. */
export function summaryOf(voucher: Pick<Voucher, 'kind' | 'amount'>): string {
  if (voucher.kind === 'free_delivery') return 'Free delivery'
  if (voucher.kind === 'fixed') return `${showPounds(pence(voucher.amount))} off`
  return `${voucher.amount / 100} % off`
}

/** A code as it is looked up: '  save10 ' → 'SAVE10'; '' when nothing was typed. */
export function voucherCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Why a code that was just entered isn't taken. */
export function refusalWords(why: VoucherRefusal, voucher: Voucher | null): string {
  return fill(entryWords[why], voucher)
}

/** Why a code that was in the basket left it. */
export function lapseWords(why: VoucherRefusal, voucher: Voucher): string {
  return `${voucher.code} was removed from your basket: ${fill(lapsed[why], voucher)}`
}

// Specification §8. The same answer for what doesn't exist, isn't yours or isn't now: guessing codes teaches nothing.
const noSuchOffer = "Sorry, that code doesn't match any current offer."

const entryWords: Record<VoucherRefusal, string> = {
  unknown: noSuchOffer,
  not_yours: noSuchOffer,
  not_started: noSuchOffer,
  ended: noSuchOffer,
  used_up: 'Sorry, that code has been used as often as it allows.',
  used_by_you: 'You have already used that code.',
  minimum_spend: 'That code needs goods of at least {minimum} exc. VAT in your basket.',
  already_there: 'That code is already in your basket.',
  one_at_a_time: 'Only one discount code can be used at a time. Remove the other one first.',
}

const lapsed: Record<VoucherRefusal, string> = {
  unknown: 'the offer no longer exists.',
  not_yours: 'the offer is for another customer.',
  not_started: 'the offer has not started yet.',
  ended: 'the offer has ended.',
  used_up: 'it has been used as often as it allows.',
  used_by_you: 'you have already used it.',
  minimum_spend: 'it needs goods of at least {minimum} exc. VAT.',
  already_there: 'it was there already.',
  one_at_a_time: 'only one discount code can be used at a time.',
}

function objection(voucher: Voucher, around: VoucherCircumstances): VoucherRefusal | null {
  const { now, subtotal } = around
  if (voucher.personId !== null && voucher.personId !== around.personId) return 'not_yours'
  if (voucher.companyId !== null && voucher.companyId !== around.companyId) return 'not_yours'
  if (voucher.startsAt && now < voucher.startsAt) return 'not_started'
  if (voucher.endsAt && now >= voucher.endsAt) return 'ended'
  if (voucher.totalLimit !== null && around.usesTotal >= voucher.totalLimit) return 'used_up'
  if (voucher.customerLimit !== null && around.usesByCustomer >= voucher.customerLimit) return 'used_by_you'
  if (subtotal < voucher.minimumSpend) return 'minimum_spend'
  return null
}

function worth(voucher: Voucher, subtotal: Pence): Pence {
  if (voucher.kind === 'percentage') return share(subtotal, voucher.amount as BasisPoints)
  return voucher.kind === 'fixed' ? pence(voucher.amount) : zero
}

function takesOff(voucher: Voucher): boolean {
  return voucher.kind !== 'free_delivery'
}

function fill(words: string, voucher: Voucher | null): string {
  return words.replace('{minimum}', showPounds(voucher?.minimumSpend ?? zero))
}
