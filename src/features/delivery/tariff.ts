import { formatTime } from '../../lib/dates.ts'
import type { DeliverySettings, PricedService } from '../../lib/delivery-settings.ts'
import { addVat, formatPounds, type Pence } from '../../lib/money.ts'
import { standardRate } from './vat-rate.ts'
import { postcodeZoneTable, type Zone } from './zones.ts'

/** A service as the page about delivery describes it, without an order's days. */
export interface TariffRow {
  name: string
  where: string
  when: string
  price: Pence
  /** Null: an export, without UK VAT. */
  priceIncVat: Pence | null
}

/** What each service with a price promises (docs/operations.md, Delivery), in the order of the page. */
const descriptions: Record<Exclude<PricedService, 'COL'>, Omit<TariffRow, 'price' | 'priceIncVat'>> = {
  ND: { name: 'Next working day', where: 'UK mainland', when: 'the next working day, before 17:30' },
  ND12: {
    name: 'Next working day before 12:00',
    where: 'UK mainland',
    when: 'the next working day, before 12:00',
  },
  SAT: {
    name: 'Saturday',
    where: 'UK mainland',
    when: 'Saturday before 17:30, if the parcel leaves on the working day before',
  },
  NAM: {
    name: 'Named day',
    where: 'UK mainland',
    when: 'a working day that you choose, up to 30 days ahead',
  },
  PAL: {
    name: 'Pallet',
    where: 'UK mainland, orders over 30 kg',
    when: 'two working days, with a tail lift',
  },
  HI2: {
    name: 'Highlands and Islands',
    where: 'Scottish Highlands and Islands, Isle of Man, Isle of Wight, Isles of Scilly',
    when: 'two working days; Scottish islands up to four',
  },
  NI2: { name: 'Northern Ireland', where: 'Northern Ireland', when: 'two working days' },
  CI4: { name: 'Channel Islands', where: 'Jersey and Guernsey', when: 'three to five working days' },
  IE3: { name: 'Ireland', where: 'Republic of Ireland', when: 'two to three working days' },
  NO5: { name: 'Norway', where: 'Norway', when: 'three to six working days' },
}

const exports: ReadonlySet<PricedService> = new Set(['CI4', 'IE3', 'NO5'])

/** The services that have a price; collection is described apart. */
export function listTariffRows({ prices }: DeliverySettings): TariffRow[] {
  return Object.entries(descriptions).flatMap(([code, description]) => {
    const service = code as keyof typeof descriptions
    const price = prices[service]
    if (price === undefined) return []
    return [{ ...description, price, priceIncVat: exports.has(service) ? null : addVat(price, standardRate) }]
  })
}

/** The footer's line: 'Next working day £8.00 ex VAT (£9.60 inc VAT), free from £125.00 ex VAT'. Null: not offered. */
export function formatDeliveryCharge({ prices: { ND }, freeFrom }: DeliverySettings): string | null {
  if (ND === undefined) return null
  const free = freeFrom === null ? '' : `, free from ${formatPounds(freeFrom)} ex VAT`
  const inc = formatPounds(addVat(ND, standardRate))
  return `Next working day ${formatPounds(ND)} ex VAT (${inc} inc VAT)${free}`
}

/** '14:30', '14:30 (Friday 12:00)' */
export function formatCutOffs({ cutOffMinutes, cutOffs = {} }: DeliverySettings): string {
  const days = Object.entries(cutOffs).map(
    ([day, minutes = 0]) => `${weekdays[Number(day) - 1]} ${formatTime(minutes)}`,
  )
  return `${formatTime(cutOffMinutes)}${days.length > 0 ? ` (${days.join(', ')})` : ''}`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

export const listSurcharges = ({ surcharges = [] }: DeliverySettings) =>
  surcharges.map(({ districts, price }) => ({ districts: districts.map(formatDistricts).join(', '), price }))

/** 'AB31–38' */
const formatDistricts = ({ area, from, to }: { area: string; from?: number; to?: number }): string =>
  from === undefined ? area : `${area}${from}${to === undefined || to === from ? '' : `–${to}`}`

export interface ZonePostcodes {
  name: string
  /** 'AB31–38, AB41–56, FK17–21' */
  districts: string
}

const zoneNames: readonly [Zone, string][] = [
  ['HIGHLANDS', 'Scottish Highlands'],
  ['SCOT_ISLES', 'Scottish islands'],
  ['IOM', 'Isle of Man'],
  ['IOW', 'Isle of Wight'],
  ['SCILLY', 'Isles of Scilly'],
  ['NI', 'Northern Ireland'],
  ['CI', 'Jersey and Guernsey'],
]

/** The postcode districts outside the mainland. */
export function listZonePostcodes(): ZonePostcodes[] {
  return zoneNames.map(([zone, name]) => {
    const districts = postcodeZoneTable.rules.filter(rule => rule.zone === zone).map(formatDistricts)
    return { name, districts: districts.join(', ') }
  })
}
