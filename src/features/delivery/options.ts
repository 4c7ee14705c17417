import { addDays, type IsoDate } from '../../lib/dates.ts'
import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { type Pence, zero } from '../../lib/money.ts'
import type { DisplayedPrices } from '../basket/basket.ts'
import { addWorkingDays, findSaturdayDelivery, getDespatchDay, listWorkingDaysBetween } from './calendar.ts'
import type { DeliveryRefusal } from './messages.ts'
import { formatOption, type OptionText } from './option-text.ts'
import { getDeliveryDays, heavyAboveG, isOffered, listServices, type ServiceCode } from './services.ts'
import { type Destination, findDestination } from './zones.ts'

export interface DeliveryRequest {
  now: Date
  /** ISO 3166-1 code. */
  country: string
  /** As typed; may be empty outside Great Britain. */
  postcode: string
  /** The countries we deliver to (lib/countries.ts). */
  countries: readonly { code: string }[]
  weightG: number
  /** Working days of the slowest made-to-order line. */
  leadDays?: number
  /** Ex VAT, before vouchers. */
  goodsSubtotal: Pence
  /** Of a loaded quote: the price staff offered (ex VAT) is listed first, and no further quote is offered. */
  quoted?: { price: Pence; note: string } | null
  /** Null: the shop has no delivery prices yet, so nothing is offered. */
  settings: DeliverySettings | null
  /** For `{phone}` in the notices. */
  phone: string | null
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

/** The deliveries on offer with their real days, or why there are none. Checked again when the order is placed. */
export function listDeliveryOptions(
  request: DeliveryRequest,
): { options: DeliveryOption[] } | { none: DeliveryRefusal } {
  const { now, leadDays = 0, settings, phone, goodsSubtotal, weightG } = request
  if (!settings) return { none: 'not_open' }
  if (!request.countries.some(({ code }) => code === request.country)) return { none: 'no_options' }
  const destination = findDestination(request.country, request.postcode)
  if (!destination) return { none: 'no_date' }
  const heavy = weightG > heavyAboveG
  const despatch = getDespatchDay(now, settings.cutOffMinutes, leadDays)
  const ordinary = listServices(destination.zone, heavy).filter(code => isOffered(code, settings))
  const { quoted = null } = request
  const codes = quoted ? (['QTD', ...ordinary.filter(code => code !== 'quote')] as const) : ordinary
  const options = codes.flatMap(code => {
    const promise = calculatePromise(code, despatch, destination)
    if (!promise) return []
    const price = getPrice(code, goodsSubtotal, settings, quoted?.price ?? null)
    const quotedNote = quoted?.note ?? ''
    const text = formatOption(code, { ...promise, now, leadDays, destination, settings, phone, quotedNote })
    return [{ code, ...text, price, ...promise }]
  })
  return { options }
}

/** The delivery assumed in a basket's totals until one is chosen: the cheapest except collection; null if none. */
export function findCheapestDelivery(options: readonly DeliveryOption[]): DeliveryOption | null {
  const priced = options.filter(({ code, price }) => code !== 'COL' && price !== null)
  return priced.toSorted((a, b) => a.price! - b.price!)[0] ?? null
}

/** How many days after the despatch day a named day may be chosen. */
const namedDayWindowDays = 30

function calculatePromise(
  code: ServiceCode,
  despatch: IsoDate,
  { zone, division }: Destination,
): { arg: IsoDate | null; days?: IsoDate[] } | null {
  if (code === 'quote') return { arg: null }
  if (code === 'COL') return { arg: despatch }
  if (code === 'SAT') {
    const saturday = findSaturdayDelivery(despatch, division)
    return saturday && { arg: saturday }
  }
  const arg = addWorkingDays(division, despatch, getDeliveryDays(code, zone))
  if (code !== 'NAM') return { arg }
  return { arg, days: listWorkingDaysBetween(division, arg, addDays(despatch, namedDayWindowDays)) }
}

function getPrice(
  code: ServiceCode,
  goods: Pence,
  { prices, freeFrom }: DeliverySettings,
  quoted: Pence | null,
): Pence | null {
  if (code === 'quote') return null
  if (code === 'QTD') return quoted
  return applyFreeDelivery(code, prices[code] ?? null, goods, freeFrom)
}

function applyFreeDelivery(
  code: ServiceCode,
  price: Pence | null,
  goods: Pence,
  freeFrom: DeliverySettings['freeFrom'],
): Pence | null {
  return code === 'ND' && freeFrom !== null && goods >= freeFrom ? zero : price
}

/** The prices that a display of these options reveals. */
export function listTariff(
  options: readonly Pick<DeliveryOption, 'code' | 'price'>[],
  settings: DeliverySettings | null,
): DisplayedPrices {
  if (!settings) return {}
  const { prices, freeFrom } = settings
  const parts = options.flatMap(({ code, price }): [string, number | null][] => {
    if (price === null || code === 'quote') return []
    if (code === 'QTD') return [['delivery:QTD', price]]
    return [
      [`delivery:${code}`, prices[code] ?? null],
      ['delivery:freeFrom', freeFrom],
    ]
  })
  return Object.fromEntries(parts)
}

/** The price of an option for these goods by what was displayed last; its current price when it never was. */
export function getDisplayedPrice(
  { code, price }: Pick<DeliveryOption, 'code' | 'price'>,
  goods: Pence,
  displayedPrices: DisplayedPrices,
): Pence | null {
  const displayedPrice = displayedPrices[`delivery:${code}`] as Pence | undefined
  if (price === null || displayedPrice === undefined) return price
  const freeFrom = (displayedPrices['delivery:freeFrom'] ?? null) as Pence | null
  return applyFreeDelivery(code, displayedPrice, goods, freeFrom)
}
