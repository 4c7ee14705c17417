import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import {
  addDays,
  countDaysBetween,
  fromLondonTime,
  type IsoDate,
  parseIsoDate,
  toLondonTime,
} from '../../lib/dates.ts'
import {
  type BasisPoints,
  formatPounds,
  maxTypedPrice,
  type Pence,
  parsePounds,
  priceTooHigh,
} from '../../lib/money.ts'
import { calculateTotals, type Totals } from '../basket/totals.ts'

/** An offer as staff type it: amounts in pounds ex VAT, a price for each line, the last day of validity. */
export interface OfferInput {
  prices: string[]
  deliveryTitle: string
  deliveryCost: string
  note: string
  validUntil: string
}

/** Money in pence, ex VAT; `prices` in the order of the lines. */
export interface NewOffer {
  prices: Pence[]
  /** How the goods are sent: 'By pallet, two working days'; or ''. */
  deliveryTitle: string
  deliveryCost: Pence
  note: string
  expiresAt: Date
}

export interface Offer extends NewOffer {
  pricedAt: Date
  /** When the customer was reminded of the last day; null: not. */
  remindedAt: Date | null
  /** Id of a person. */
  pricedBy: number | null
}

interface OfferContext {
  lines: readonly { code: string; quantity: number }[]
  vatRate: BasisPoints
  now: Date
  /** Goods ex VAT; 0: any quote is large enough. */
  minimumOrder: Pence
}

export const defaultDays = 30
const maxDays = 365
export const maxNoteLength = 1000
const maxDeliveryTitleLength = 80
// Larger amounts are typing errors; the database holds 21 million pounds.
const maxTotal = 10_000_000_00

const offerMessages = {
  price: (code: string) => `Enter a price for ${code} in pounds, for example 12.50.`,
  tooMuch: priceTooHigh,
  deliveryCost: 'Enter the carriage in pounds; 0 if it is free.',
  date: 'Enter the last day on which this quote is valid.',
  past: 'That day has passed. Choose today or a later day.',
  far: 'A quote can be valid for a year at most.',
  note: `Up to ${maxNoteLength} characters, please.`,
  deliveryTitle: `Up to ${maxDeliveryTitleLength} characters, please.`,
  total: 'This quote comes to more than £10,000,000. Please check the prices.',
  minimum: (value: Pence) =>
    `The goods come to less than the minimum order of ${formatPounds(value)} ex VAT, so nobody can order them.`,
}

/** Parses what staff typed; errors are keyed by the ids of the fields. */
export function parseOffer(
  input: OfferInput,
  { lines, vatRate, now, minimumOrder }: OfferContext,
): { offer: NewOffer } | { errors: FieldErrors } {
  const errors: FieldErrors = {}
  const parse = (text: string, field: string, message: string): Pence => {
    const amount = parsePounds(text)
    if (amount === null) errors[field] = message
    else if (amount > maxTypedPrice) errors[field] = offerMessages.tooMuch
    return amount ?? (0 as Pence)
  }
  const prices = lines.map(({ code }, index) =>
    parse(input.prices[index] ?? '', priceField(index), offerMessages.price(code)),
  )
  const deliveryTitle = input.deliveryTitle.trim()
  if (deliveryTitle.length > maxDeliveryTitleLength) errors.carriage_title = offerMessages.deliveryTitle
  const deliveryCost = parse(input.deliveryCost, 'carriage', offerMessages.deliveryCost)
  const day = parseIsoDate(input.validUntil.trim())
  const dayError = day === null ? offerMessages.date : findDayError(day, now)
  if (dayError) errors.valid_until = dayError
  const note = input.note.trim()
  if (note.length > maxNoteLength) errors.note = offerMessages.note
  if (Object.keys(errors).length > 0 || day === null) return { errors }
  const pricedLines = lines.map(({ quantity }, index) => ({ quantity, unitPrice: prices[index]! }))
  const { subtotal, total } = calculateOfferTotals(pricedLines, deliveryCost, vatRate)
  // The checkout refuses orders below the minimum.
  if (subtotal < minimumOrder) return { errors: { [priceField(0)]: offerMessages.minimum(minimumOrder) } }
  if (total > maxTotal) return { errors: { [priceField(0)]: offerMessages.total } }
  return { offer: { prices, deliveryTitle, deliveryCost, note, expiresAt: getExpiry(day) } }
}

export const priceField = (index: number): string => `price-${index}`

function findDayError(day: IsoDate, now: Date): string | null {
  const days = countDaysBetween(toLondonTime(now).date, day)
  if (days < 0) return offerMessages.past
  return days > maxDays ? offerMessages.far : null
}

/** The totals of an offer: without vouchers, VAT rounded once. `deliveryCost`: null while it is not known. */
export const calculateOfferTotals = (
  lines: readonly { quantity: number; unitPrice: Pence }[],
  deliveryCost: Pence | null,
  vatRate: BasisPoints,
): Totals => calculateTotals({ lines, discounts: [], deliveryCost, freeDelivery: false, vatRate })

/** The totals while staff type; null until every amount is valid. */
export function calculateTypedTotals(
  input: Pick<OfferInput, 'prices' | 'deliveryCost'>,
  lines: readonly { quantity: number | null }[],
  vatRate: BasisPoints,
): Totals | null {
  const deliveryCost = parseAmount(input.deliveryCost)
  const readable = lines.flatMap(({ quantity }, index) => {
    const unitPrice = parseAmount(input.prices[index] ?? '')
    return quantity === null || unitPrice === null ? [] : { quantity, unitPrice }
  })
  if (deliveryCost === null || readable.length < lines.length) return null
  return calculateOfferTotals(readable, deliveryCost, vatRate)
}

/** An amount as typed, in pence; null when it is no amount or too large. */
export function parseAmount(text: string): Pence | null {
  const amount = parsePounds(text)
  return amount !== null && amount <= maxTypedPrice ? amount : null
}

/** An offer is valid through its last day, in London's time. */
export const getExpiry = (lastDay: IsoDate): Date => fromLondonTime(addDays(lastDay, 1), 0)

export const getLastDay = (expiresAt: Date): IsoDate => toLondonTime(new Date(expiresAt.getTime() - 1)).date

/** What staff offer, as far as its history reports it. `unitPrice`: null before it was priced. */
export interface OfferedGoods {
  lines: readonly { code: string; quantity: number; unitPrice: Pence | null }[]
  deliveryTitle: string
  deliveryCost: Pence | null
}

const maxChanges = 20

/** What of an offer was changed, before and after: 'FH-OIL-1: quantity 10 → 12. Carriage £12.50 → £0.00.' '': nothing. */
export function formatOfferChanges(before: OfferedGoods, after: OfferedGoods): string {
  const earlier = new Map(before.lines.map(line => [line.code, line]))
  const codes = new Set(after.lines.map(({ code }) => code))
  const changes = [
    ...before.lines
      .filter(({ code }) => !codes.has(code))
      .map(({ code, quantity }) => `${code} removed (quantity was ${quantity})`),
    ...after.lines.flatMap(line => formatLineChange(earlier.get(line.code), line)),
    ...formatCarriageChange(before, after),
  ]
  const more = changes.length - maxChanges
  const listed = changes.slice(0, maxChanges)
  return [...listed, ...(more > 0 ? [`and ${more} more changes`] : [])].map(text => `${text}.`).join(' ')
}

function formatLineChange(
  before: OfferedGoods['lines'][number] | undefined,
  { code, quantity, unitPrice }: OfferedGoods['lines'][number],
): string[] {
  if (!before)
    return [`${code} added: ${quantity}${unitPrice === null ? '' : ` at ${formatPounds(unitPrice)} each`}`]
  const parts = [
    before.quantity === quantity ? null : `quantity ${before.quantity} → ${quantity}`,
    before.unitPrice === null || unitPrice === null || before.unitPrice === unitPrice
      ? null
      : `price ${formatPounds(before.unitPrice)} → ${formatPounds(unitPrice)} each`,
  ].filter(part => part !== null)
  return parts.length > 0 ? [`${code}: ${parts.join(', ')}`] : []
}

function formatCarriageChange(before: OfferedGoods, after: OfferedGoods): string[] {
  if (before.deliveryCost === null || after.deliveryCost === null) return []
  const format = ({ deliveryTitle, deliveryCost }: OfferedGoods) =>
    [formatPounds(deliveryCost!), deliveryTitle].filter(Boolean).join(' ')
  return format(before) === format(after) ? [] : [`Carriage ${format(before)} → ${format(after)}`]
}
