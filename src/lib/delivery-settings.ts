import { type Closing, type HolidayYears, parseClosings, parseHolidayYears } from './closing.ts'
import { getWeekday, type IsoDate } from './dates.ts'
import { type Pence, parsePounds, zero } from './money.ts'

/** The delivery services that have a price (docs/operations.md describes what each promises). */
export const pricedServices = [
  'ND',
  'ND12',
  'SAT',
  'NAM',
  'HI2',
  'NI2',
  'CI4',
  'IE3',
  'NO5',
  'PAL',
  'COL',
] as const
export type PricedService = (typeof pricedServices)[number]

export type DeliveryPrices = Partial<Record<PricedService, Pence>>

export interface DeliverySettings {
  /** London time, minutes since midnight: before it, an order is despatched the same working day. */
  cutOffMinutes: number
  /** Of weekdays that have another: 1 (Monday) to 5. */
  cutOffs?: Partial<Record<number, number>>
  /** By postcode, on top of a service's price. */
  surcharges?: Surcharge[]
  closings?: Closing[]
  /** Of years that the tables of bank holidays do not have. */
  holidays?: HolidayYears
  /** Goods ex VAT from which the ordinary next working day is free; null: never. */
  freeFrom: Pence | null
  /** The name of the place where orders are collected; null: they cannot be collected. */
  collectionPoint: string | null
  /** Address and hours of that place, a line each; absent: neither is set. */
  collectionDetails?: string[]
  /** Pence ex VAT. A service without a price is not offered. */
  prices: DeliveryPrices
}

export interface Surcharge {
  /** Ex VAT. */
  price: Pence
  /** Districts by their numbers, both included; without them whole areas. */
  districts: { area: string; from?: number; to?: number }[]
}

export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

/** The cut-off of a day, in minutes since midnight. */
export const getCutOff = (
  { cutOffMinutes, cutOffs = {} }: Pick<DeliverySettings, 'cutOffMinutes' | 'cutOffs'>,
  day: IsoDate,
): number => cutOffs[getWeekday(day)] ?? cutOffMinutes

/** As the operator sets them; undefined: not set. */
export interface DeliveryInput {
  prices: string | undefined
  cutOff: string | undefined
  freeFrom: string | undefined
  collectionPoint: string | undefined
  collectionAddress?: string | undefined
  collectionHours?: string | undefined
  surcharges?: string | undefined
  closings?: string | undefined
  holidays?: string | undefined
}

/** Null: no price is set, so nothing can be delivered or collected. A string: what is wrong, with the setting's name. */
export function parseDeliverySettings(input: DeliveryInput): DeliverySettings | string | null {
  const collectionPoint = input.collectionPoint?.trim() ?? null
  if (collectionPoint === '')
    return 'COLLECTION_POINT is not valid: the name of the place where orders are collected'
  const unused = findCollectionSettingWithoutPoint(input, collectionPoint)
  if (unused) return `COLLECTION_POINT is missing: without it ${unused} has no effect`
  if (input.prices === undefined && collectionPoint === null) return findSettingWithoutPrices(input)
  if (input.cutOff === undefined)
    return 'DELIVERY_CUT_OFF is missing: the time until which an order leaves the same day, for instance 14:30'
  const cutOff = parseCutOff(input.cutOff)
  if (cutOff === null) return 'DELIVERY_CUT_OFF is not valid: a time such as 14:30, or 14:30, Fri 12:00'
  const surcharges = parseSurcharges(input.surcharges ?? '')
  if (typeof surcharges === 'string') return `DELIVERY_SURCHARGES is not valid: ${surcharges}`
  const closings = parseClosings(input.closings ?? '')
  if (typeof closings === 'string') return `CLOSING_DAYS is not valid: ${closings}`
  const holidays = parseHolidayYears(input.holidays ?? '')
  if (typeof holidays === 'string') return `BANK_HOLIDAYS is not valid: ${holidays}`
  const freeFrom = input.freeFrom === undefined ? null : parsePounds(input.freeFrom)
  if (input.freeFrom !== undefined && freeFrom === null)
    return 'DELIVERY_FREE_FROM is not valid: an amount in pounds'
  const prices = input.prices === undefined ? {} : parsePrices(input.prices)
  if (typeof prices === 'string') return prices
  if (prices.COL !== undefined && collectionPoint === null)
    return 'DELIVERY_PRICES is not valid: COL needs COLLECTION_POINT, the place where orders are collected'
  return {
    ...cutOff,
    ...(surcharges.length > 0 && { surcharges }),
    ...(closings.length > 0 && { closings }),
    ...(Object.keys(holidays).length > 0 && { holidays }),
    freeFrom,
    collectionPoint,
    ...toCollectionDetails(input),
    prices: collectionPoint === null ? prices : { COL: zero, ...prices },
  }
}

function findCollectionSettingWithoutPoint(
  { collectionAddress, collectionHours }: DeliveryInput,
  collectionPoint: string | null,
): string | null {
  if (collectionPoint !== null) return null
  if (collectionAddress !== undefined) return 'COLLECTION_ADDRESS'
  return collectionHours === undefined ? null : 'COLLECTION_HOURS'
}

function toCollectionDetails({ collectionAddress, collectionHours }: DeliveryInput) {
  const address = collectionAddress?.trim() ?? ''
  const hours = collectionHours?.trim() ?? ''
  const collectionDetails = [...(address ? [address] : []), ...(hours ? [`Open ${hours}`] : [])]
  return collectionDetails.length > 0 ? { collectionDetails } : {}
}

function findSettingWithoutPrices({ cutOff, freeFrom, surcharges }: DeliveryInput): string | null {
  const name =
    cutOff !== undefined
      ? 'DELIVERY_CUT_OFF'
      : freeFrom !== undefined
        ? 'DELIVERY_FREE_FROM'
        : surcharges !== undefined
          ? 'DELIVERY_SURCHARGES'
          : null
  return name && `DELIVERY_PRICES is missing: without it ${name} has no effect`
}

// 'ND=8.00, HI2=14.50'
function parsePrices(text: string): DeliveryPrices | string {
  const prices: DeliveryPrices = {}
  for (const part of text.split(',').filter(each => each.trim() !== '')) {
    const [name = '', amount = ''] = part.split('=').map(each => each.trim())
    const service = pricedServices.find(each => each === name.toUpperCase())
    const price = parsePounds(amount)
    if (!service || price === null || prices[service] !== undefined)
      return `DELIVERY_PRICES is not valid: pairs such as ND=8.00 with commas between; the services are ${pricedServices.join(', ')}`
    prices[service] = price
  }
  return Object.keys(prices).length > 0 ? prices : 'DELIVERY_PRICES is not valid: it has no price'
}

// '14:30, Fri 12:00'
function parseCutOff(text: string): Pick<DeliverySettings, 'cutOffMinutes' | 'cutOffs'> | null {
  const [first = '', ...further] = text.split(',').map(part => part.trim())
  const cutOffMinutes = parseTime(first)
  const days = further.map(each => {
    const [name = '', time = ''] = each.split(/\s+/)
    return [(weekdayNames as readonly string[]).indexOf(name) + 1, parseTime(time)] as const
  })
  if (cutOffMinutes === null || days.some(([day, minutes]) => day === 0 || minutes === null)) return null
  return days.length === 0
    ? { cutOffMinutes }
    : { cutOffMinutes, cutOffs: Object.fromEntries(days.map(([day, minutes]) => [day, minutes!])) }
}

// A line each, or with semicolons between: 'AB31-38, IV, KW, HS: 12.50'.
function parseSurcharges(text: string): Surcharge[] | string {
  const surcharges: Surcharge[] = []
  for (const line of text.split(/[\n;]/).filter(each => each.trim() !== '')) {
    const [, areas = '', amount = ''] = /^(.*?)[:=]([^:=]*)$/.exec(line) ?? []
    const price = parsePounds(amount)
    if (price === null || price === 0) return 'a line for each, such as AB31-38, IV, KW, HS: 12.50'
    const words = areas.split(/[\s,]+/).filter(Boolean)
    if (words.length === 0) return `the postcode areas of the surcharge of £${amount.trim()}`
    const districts = words.map(parseDistricts)
    const unread = words.find((_, index) => districts[index] === null)
    if (unread !== undefined)
      return `postcode areas and districts such as IV or AB31-38, instead of ${unread}`
    surcharges.push({ price, districts: districts.map(each => each!) })
  }
  return surcharges
}

function parseDistricts(word: string): Surcharge['districts'][number] | null {
  const [, area = '', from, to] =
    /^([A-Z]{1,2})(?:(\d{1,2})(?:[-–](\d{1,2}))?)?$/.exec(word.toUpperCase()) ?? []
  if (!postcodeAreas.has(area)) return null
  if (from === undefined) return { area }
  const range = { area, from: Number(from), to: Number(to ?? from) }
  return range.from <= range.to ? range : null
}

const postcodeAreas: ReadonlySet<string> = new Set(
  'AB AL B BA BB BD BF BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE'.split(
    ' ',
  ),
)

function parseTime(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}
