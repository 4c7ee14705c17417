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
  /** Goods ex VAT from which the ordinary next working day is free; null: never. */
  freeFrom: Pence | null
  /** The name of the place where orders are collected; null: they cannot be collected. */
  collectionPoint: string | null
  /** Address and hours of that place, a line each; absent: neither is set. */
  collectionDetails?: string[]
  /** Pence ex VAT. A service without a price is not offered. */
  prices: DeliveryPrices
}

/** As the operator sets them; undefined: not set. */
export interface DeliveryInput {
  prices: string | undefined
  cutOff: string | undefined
  freeFrom: string | undefined
  collectionPoint: string | undefined
  collectionAddress?: string | undefined
  collectionHours?: string | undefined
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
  const cutOffMinutes = parseTime(input.cutOff)
  if (cutOffMinutes === null) return 'DELIVERY_CUT_OFF is not valid: a time such as 14:30'
  const freeFrom = input.freeFrom === undefined ? null : parsePounds(input.freeFrom)
  if (input.freeFrom !== undefined && freeFrom === null)
    return 'DELIVERY_FREE_FROM is not valid: an amount in pounds'
  const prices = input.prices === undefined ? {} : parsePrices(input.prices)
  if (typeof prices === 'string') return prices
  if (prices.COL !== undefined && collectionPoint === null)
    return 'DELIVERY_PRICES is not valid: COL needs COLLECTION_POINT, the place where orders are collected'
  return {
    cutOffMinutes,
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

function findSettingWithoutPrices({ cutOff, freeFrom }: DeliveryInput): string | null {
  const name =
    cutOff !== undefined ? 'DELIVERY_CUT_OFF' : freeFrom !== undefined ? 'DELIVERY_FREE_FROM' : null
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

function parseTime(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}
