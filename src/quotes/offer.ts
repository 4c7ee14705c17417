import { minimumOrderValue, reachesMinimum } from '../basket/minimum-order.ts'
import { calculateTotals, type Totals } from '../basket/totals.ts'
import { addDays, daysBetween, type IsoDate, isoDate, londonInstant, londonTime } from '../shared/dates.ts'
import type { Errors } from '../shared/field-checks.ts'
import { type BasisPoints, fromPounds, type Pence, showPounds } from '../shared/money.ts'

/** An offer as staff type it: amounts in pounds ex VAT, a price for each line, the last day it holds. */
export interface TypedOffer {
  prices: string[]
  carriage: string
  note: string
  validUntil: string
}

/** Money in pence, ex VAT; `prices` in the order of the lines. */
export interface NewOffer {
  prices: Pence[]
  carriage: Pence
  note: string
  expiresAt: Date
}

/** What stands offered for a request: carriage and prices by position (from 1), ex VAT, and until when they hold. */
export interface Offer {
  carriage: Pence
  note: string
  expiresAt: Date
  pricedAt: Date
  /** The person. */
  pricedBy: number | null
  lines: { position: number; unitPrice: Pence }[]
}

export interface OfferQuestion {
  lines: readonly { code: string; quantity: number }[]
  vatRate: BasisPoints
  now: Date
}

export const defaultDays = 30
const mostDays = 365
export const longestNote = 1000
// Beyond these somebody mistyped; an order's sums hold 21 million pounds.
const mostEach = 1_000_000_00
const mostInAll = 10_000_000_00

const offerWords = {
  price: (code: string) => `Enter a price for ${code} in pounds, for instance 12.50.`,
  tooMuch: 'That is more than £1,000,000. Please check it.',
  carriage: 'Enter the carriage in pounds; 0 if it is free.',
  date: 'Enter the last day on which this quote holds.',
  past: 'That day is over. Choose today or a later day.',
  far: 'A quote can hold for a year at most.',
  note: `Up to ${longestNote} characters, please.`,
  total: 'This quote comes to more than £10,000,000. Please check the prices.',
  minimum: `The goods come to less than the minimum order of ${showPounds(minimumOrderValue)} ex VAT, so nobody could order them.`,
}

/** Reads what was typed; the names of the errors are the ids of the fields. */
export function readOffer(
  typed: TypedOffer,
  { lines, vatRate, now }: OfferQuestion,
): { offer: NewOffer } | { errors: Errors } {
  const errors: Errors = {}
  const amount = (text: string, field: string, words: string): Pence => {
    const read = fromPounds(text)
    if (read === null) errors[field] = words
    else if (read > mostEach) errors[field] = offerWords.tooMuch
    return read ?? (0 as Pence)
  }
  const prices = lines.map(({ code }, index) =>
    amount(typed.prices[index] ?? '', priceField(index), offerWords.price(code)),
  )
  const carriage = amount(typed.carriage, 'carriage', offerWords.carriage)
  const day = isoDate(typed.validUntil.trim())
  const late = day === null ? offerWords.date : wrongDay(day, now)
  if (late) errors.valid_until = late
  const note = typed.note.trim()
  if (note.length > longestNote) errors.note = offerWords.note
  if (Object.keys(errors).length > 0 || day === null) return { errors }
  const { subtotal, total } = offerTotals(lines, prices, carriage, vatRate)
  // Specification §5: less than the minimum order is not taken at the checkout.
  if (!reachesMinimum(subtotal)) return { errors: { [priceField(0)]: offerWords.minimum } }
  if (total > mostInAll) return { errors: { [priceField(0)]: offerWords.total } }
  return { offer: { prices, carriage, note, expiresAt: endOf(day) } }
}

export const priceField = (index: number): string => `price-${index}`

function wrongDay(day: IsoDate, now: Date): string | null {
  const days = daysBetween(londonTime(now).date, day)
  if (days < 0) return offerWords.past
  return days > mostDays ? offerWords.far : null
}

/** The sums of an offer: no voucher comes on top, VAT is rounded once. */
export function offerTotals(
  lines: readonly { quantity: number }[],
  prices: readonly Pence[],
  carriage: Pence,
  vatRate: BasisPoints,
): Totals {
  return calculateTotals({
    lines: lines.map(({ quantity }, index) => ({ unitPrice: prices[index]!, quantity })),
    discounts: [],
    deliveryCost: carriage,
    freeDelivery: false,
    vatRate,
  })
}

/** The same while it is being typed: null until every amount is one. */
export function typedTotals(
  typed: Pick<TypedOffer, 'prices' | 'carriage'>,
  lines: readonly { quantity: number }[],
  vatRate: BasisPoints,
): Totals | null {
  const prices = lines.map((_, index) => amountOf(typed.prices[index] ?? ''))
  const carriage = amountOf(typed.carriage)
  if (carriage === null || !prices.every(price => price !== null)) return null
  return offerTotals(lines, prices, carriage, vatRate)
}

/** An amount as typed, in pence; null when it is none or more than is taken. */
export function amountOf(text: string): Pence | null {
  const read = fromPounds(text)
  return read !== null && read <= mostEach ? read : null
}

/** An offer holds through its last day, by London's clock. */
export const endOf = (lastDay: IsoDate): Date => londonInstant(addDays(lastDay, 1), 0)

export const lastDayOf = (expiresAt: Date): IsoDate => londonTime(new Date(expiresAt.getTime() - 1)).date
