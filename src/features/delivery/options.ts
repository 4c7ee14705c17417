import {
  type BackOrderedGoods,
  type Consignments,
  formatArrival,
  type LeadTime,
} from '../../lib/availability.ts'
import { parseOutwardCode } from '../../lib/contact/postcode.ts'
import { addDays, type IsoDate } from '../../lib/dates.ts'
import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { formatPounds, type Pence, pence, zero } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import {
  addWorkingDays,
  createClosed,
  findSaturdayDelivery,
  getDespatchDay,
  getHolidaysEnd,
  listWorkingDaysBetween,
} from './calendar.ts'
import type { ChosenDelivery, DeliveryFacts } from './chosen-delivery.ts'
import type { ChoiceRefusal, DeliveryRefusal } from './messages.ts'
import { formatOption, type OptionText, toDeliveryFacts } from './option-text.ts'
import {
  getDeliveryDays,
  hasChosenDay,
  heavyAboveG,
  isOffered,
  listServices,
  type ServiceCode,
} from './services.ts'
import { containsDistrict, type Destination, findDestination } from './zones.ts'

export interface DeliveryRequest {
  now: Date
  /** ISO 3166-1 code. */
  country: string
  /** As typed; may be empty outside Great Britain. */
  postcode: string
  /** The countries we deliver to (lib/contact/countries.ts). */
  countries: readonly { code: string }[]
  weightG: number
  /** What of the goods is not in stock; null: nothing. */
  later: BackOrderedGoods | null
  /** How the customer wants goods of which a part is not in stock; null: not chosen, and they are sent together. */
  consignments: Consignments | null
  /** Ex VAT, before vouchers. */
  goodsSubtotal: Pence
  /** Of a loaded quote: the price staff offered (ex VAT) is listed first, and no further quote is offered. */
  quoted?: { price: Pence; note: string } | null
  /** Null: the shop has no delivery prices yet, so nothing is offered. */
  settings: DeliverySettings | null
  phone: string | null
}

export interface DeliveryOption extends OptionText {
  code: ServiceCode
  facts: DeliveryFacts
  /** Ex VAT; 0 is shown as FREE, null is to be quoted. */
  price: Pence | null
  /** The day it is for (named day: the earliest); null for a quote. */
  arg: IsoDate | null
  days?: readonly IsoDate[]
  /** When the rest is sent that is not in stock: 'about 2–3 weeks'. */
  rest?: string
  /** Of collection: address and hours of the counter, a line each. */
  counter?: readonly string[]
}

/**
 * The deliveries on offer with their real days, or why there are none. Checked again when the order is placed. Goods that
 * are not in stock are promised for no day: unless the customer takes what is there first, every option waits for the last
 * of them (R-DELIVERY-10).
 */
export function listDeliveryOptions(
  request: DeliveryRequest,
): Result<{ options: DeliveryOption[] }, DeliveryRefusal> {
  const { settings, weightG } = request
  if (!settings) return { ok: false, reason: 'not_open' }
  if (!request.countries.some(({ code }) => code === request.country))
    return { ok: false, reason: 'no_options' }
  const destination = findDestination(request.country, request.postcode)
  if (!destination) return { ok: false, reason: 'no_date' }
  const heavy = weightG > heavyAboveG
  const ordinary = listServices(destination.zone, heavy).filter(code => isOffered(code, settings))
  const codes = request.quoted ? (['QTD', ...ordinary.filter(code => code !== 'quote')] as const) : ordinary
  return { ok: true, options: createOptions(codes, request, settings, destination) }
}

function createOptions(
  codes: readonly ServiceCode[],
  request: DeliveryRequest,
  settings: DeliverySettings,
  destination: Destination,
): DeliveryOption[] {
  const { now, goodsSubtotal, phone, quoted = null } = request
  const later = toBackOrderedDelivery(request)
  const despatch = getDespatchDay(now, settings)
  const collection = getDespatchDay(now, settings, 'collection')
  const surcharge = findSurcharge(settings, request)
  const promises = codes.flatMap(code => {
    const day = code === 'COL' ? collection : despatch
    const promise = limitPromise(calculatePromise(code, day, destination, later, settings), settings)
    const price = getPrice(code, goodsSubtotal, settings, quoted?.price ?? null)
    const isExtra = price !== null && code !== 'COL' && code !== 'QTD'
    return promise ? [{ code, price: isExtra ? pence(price + surcharge) : price, promise }] : []
  })
  return startAfterCheaperDays(promises).map(({ code, price, promise }) => {
    const details = {
      ...{ ...promise, now, later, destination, settings, phone, surcharge },
      quotedNote: quoted?.note ?? '',
    }
    const rest = later?.isSplit && code !== 'quote' ? { rest: formatArrival(later.leadTime) } : {}
    const counter =
      code === 'COL' && settings.collectionDetails ? { counter: settings.collectionDetails } : {}
    const facts = toDeliveryFacts(code, details)
    return { code, facts, ...formatOption(code, facts, details), price, ...promise, ...rest, ...counter }
  })
}

/** `date`: the day that the customer chose; null while no day can be promised. */
export const toChosenDelivery = ({ code, facts }: DeliveryOption, date: IsoDate | null): ChosenDelivery => ({
  deliveryCode: code,
  deliveryDate: date,
  deliveryFacts: facts,
})

/**
 * Whether a delivery chosen earlier is still offered (R-DELIVERY-6). `day`: the day that was shown or chosen; without
 * one, the option's current day is used.
 */
export function validateDeliveryChoice(
  options: readonly DeliveryOption[],
  code: string,
  day: string | null | undefined,
): Result<{ option: DeliveryOption; date: IsoDate | null }, ChoiceRefusal> {
  const option = options.find(({ code: offered }) => offered === code)
  if (!option) return { ok: false, reason: 'not_offered' }
  if (!day || code === 'quote') return { ok: true, option, date: option.arg }
  if (option.arg === null) return { ok: false, reason: 'day_gone' }
  const date = (option.days ?? [option.arg]).find(offeredDay => offeredDay === day)
  return date ? { ok: true, option, date } : { ok: false, reason: 'day_gone' }
}

type BackOrderedDelivery = { leadTime: LeadTime | null; isSplit: boolean } | null

function toBackOrderedDelivery({ later, consignments }: DeliveryRequest): BackOrderedDelivery {
  return later && { leadTime: later.leadTime, isSplit: later.isPart && consignments === 'split' }
}

interface PromisedOption {
  code: ServiceCode
  price: Pence | null
  promise: DayPromise
}

/** A named day costs more than the first days of cheaper options, so its days begin after them (R-DELIVERY-11). */
function startAfterCheaperDays(options: readonly PromisedOption[]): PromisedOption[] {
  return options.flatMap(option => {
    const { price, promise } = option
    if (!promise.days) return [option]
    const cheaperDays = options.flatMap(other => {
      const isCheaper = other.price !== null && price !== null && other.price <= price
      return other !== option && other.code !== 'COL' && isCheaper && other.promise.arg
        ? [other.promise.arg]
        : []
    })
    const days = promise.days.filter(day => cheaperDays.every(cheaper => day > cheaper))
    return days[0] === undefined ? [] : [{ ...option, promise: { arg: days[0], days } }]
  })
}

/** The delivery assumed in a basket's totals until one is chosen: the cheapest except collection; null if none. */
export function findCheapestDelivery(options: readonly DeliveryOption[]): DeliveryOption | null {
  const priced = options.filter(({ code, price }) => code !== 'COL' && price !== null)
  return priced.toSorted((a, b) => a.price! - b.price!)[0] ?? null
}

/** How many days after the despatch day a named day may be chosen. */
const namedDayWindowDays = 30

interface DayPromise {
  /** Null: no day can be promised. */
  arg: IsoDate | null
  days?: readonly IsoDate[]
}

/** Null: the service is not offered. */
function calculatePromise(
  code: ServiceCode,
  despatch: IsoDate,
  { zone, division }: Destination,
  later: BackOrderedDelivery,
  settings: DeliverySettings,
): DayPromise | null {
  if (code === 'quote') return { arg: null }
  // Saturday and a named day are days, and no day can be promised of goods that have still to arrive.
  if (later && !later.isSplit) return hasChosenDay(code) ? null : { arg: null }
  if (code === 'COL') return { arg: despatch }
  if (code === 'SAT') {
    const saturday = findSaturdayDelivery(despatch, division, settings)
    return saturday && { arg: saturday }
  }
  const isClosed = createClosed(settings, 'delivery')
  const arg = addWorkingDays(division, despatch, getDeliveryDays(code, zone), isClosed)
  if (code !== 'NAM') return { arg }
  const until = addDays(despatch, namedDayWindowDays)
  return { arg, days: listWorkingDaysBetween(division, arg, until, isClosed) }
}

/** No day is promised whose bank holidays are not known; what is a day is not offered then. */
function limitPromise(promise: DayPromise | null, settings: DeliverySettings): DayPromise | null {
  if (!promise?.arg) return promise
  const end = getHolidaysEnd(settings)
  if (!promise.days) return promise.arg > end ? { arg: null } : promise
  const days = promise.days.filter(day => day <= end)
  return days[0] === undefined ? null : { arg: days[0], days }
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

/** What a delivery there costs on top: of several surcharges the highest; 0: nothing. */
function findSurcharge(
  { surcharges = [] }: DeliverySettings,
  { country, postcode }: Pick<DeliveryRequest, 'country' | 'postcode'>,
): Pence {
  const outward = country === 'GB' || country === 'IM' ? parseOutwardCode(postcode) : null
  if (!outward) return zero
  const prices = surcharges
    .filter(({ districts }) =>
      districts.some(each => each.area === outward.area && containsDistrict(each, outward.district)),
    )
    .map(({ price }) => price)
  return pence(Math.max(0, ...prices))
}

function applyFreeDelivery(
  code: ServiceCode,
  price: Pence | null,
  goods: Pence,
  freeFrom: DeliverySettings['freeFrom'],
): Pence | null {
  return code === 'ND' && freeFrom !== null && goods >= freeFrom ? zero : price
}

/**
 * Why the delivery of a basket costs what it does, beside its price: 'Pallet: over parcel weight', '£31.00 more for free
 * delivery'. Null: nothing to say.
 */
export function formatDeliveryNote(
  { code, price }: Pick<DeliveryOption, 'code' | 'price'>,
  goodsSubtotal: Pence,
  freeFrom: DeliverySettings['freeFrom'],
): string | null {
  if (code === 'PAL') return 'Pallet: over parcel weight'
  if (code !== 'ND' || price === 0 || freeFrom === null || goodsSubtotal >= freeFrom) return null
  return `${formatPounds(pence(freeFrom - goodsSubtotal))} more for free delivery`
}
