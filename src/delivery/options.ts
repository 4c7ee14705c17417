import { addDays, type IsoDate } from '../shared/dates.ts'
import { type Pence, zero } from '../shared/money.ts'
import { addWorkingDays, despatchDay, saturdayAfter, workingDays } from './calendar.ts'
import { type OptionText, optionText } from './option-text.ts'
import {
  type DeliverySettings,
  daysFor,
  type ServiceCode,
  servicesFor,
  standardDelivery,
} from './services.ts'
import type { DeliveryRefusal } from './words.ts'
import { type Destination, destinationOf } from './zones.ts'

export interface DeliveryQuestion {
  now: Date
  /** ISO 3166-1 code. */
  country: string
  /** As typed; may be empty outside Great Britain. */
  postcode: string
  /** The countries we deliver to (shared/countries.ts). */
  countries: readonly { code: string }[]
  weightG: number
  /** Working days that the slowest made-to-order line takes. */
  leadDays?: number
  /** Ex VAT, before vouchers. */
  goodsSubtotal: Pence
  /** Of a loaded quote: its carriage (ex VAT) stands first, and no further quote is offered. */
  quoted?: { carriage: Pence; note: string } | null
  settings?: DeliverySettings
}

export interface DeliveryOption extends OptionText {
  code: ServiceCode
  /** Ex VAT; 0 is shown as FREE, null is to be quoted. */
  price: Pence | null
  /** The day it is for (named day: the earliest); null for a quote. */
  arg: IsoDate | null
  /** Of a named day: every day that may be chosen. */
  days?: readonly IsoDate[]
}

/** What delivery can be had, with real days; or why none. Asked again when the order is placed: promises age. */
export function deliveryOptions(
  question: DeliveryQuestion,
): { options: DeliveryOption[] } | { none: DeliveryRefusal } {
  const { now, leadDays = 0, settings = standardDelivery, goodsSubtotal, weightG } = question
  if (!question.countries.some(({ code }) => code === question.country)) return { none: 'no_options' }
  const destination = destinationOf(question.country, question.postcode)
  if (!destination) return { none: 'no_date' }
  const heavy = weightG > settings.parcelMaxWeightG
  const despatch = despatchDay(now, settings.cutOffMinutes, leadDays)
  const ordinary = servicesFor(destination.zone, heavy)
  const { quoted = null } = question
  const codes = quoted ? (['QTD', ...ordinary.filter(code => code !== 'quote')] as const) : ordinary
  const options = codes.flatMap(code => {
    const promise = promiseOf(code, despatch, destination)
    if (!promise) return []
    const price = priceOf(code, goodsSubtotal, settings, quoted?.carriage ?? null)
    const quotedNote = quoted?.note ?? ''
    const text = optionText(code, { ...promise, now, leadDays, destination, settings, quotedNote })
    return [{ code, ...text, price, ...promise }]
  })
  return { options }
}

/** The delivery that a basket reckons with until one is chosen: the cheapest that brings the goods; null if none. */
export function cheapestOrdinary(options: readonly DeliveryOption[]): DeliveryOption | null {
  const ordinary = options.filter(({ code, price }) => code !== 'COL' && price !== null)
  return ordinary.toSorted((a, b) => a.price! - b.price!)[0] ?? null
}

/** A named day may be chosen up to so long after the despatch day. */
const namedDayWindowDays = 30

function promiseOf(
  code: ServiceCode,
  despatch: IsoDate,
  { zone, division }: Destination,
): { arg: IsoDate | null; days?: IsoDate[] } | null {
  if (code === 'quote') return { arg: null }
  if (code === 'COL') return { arg: despatch }
  if (code === 'SAT') {
    const saturday = saturdayAfter(despatch, division)
    return saturday && { arg: saturday }
  }
  const arg = addWorkingDays(division, despatch, daysFor(code, zone))
  if (code !== 'NAM') return { arg }
  return { arg, days: workingDays(division, arg, addDays(despatch, namedDayWindowDays)) }
}

function priceOf(
  code: ServiceCode,
  goods: Pence,
  { prices, freeFrom }: DeliverySettings,
  quoted: Pence | null,
): Pence | null {
  if (code === 'quote') return null
  if (code === 'QTD') return quoted
  return code === 'ND' && freeFrom !== null && goods >= freeFrom ? zero : prices[code]
}
