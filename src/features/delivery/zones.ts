import { getPostcodePattern, parseOutwardCode, parsePostcode } from '../../lib/contact/postcode.ts'
import type { Division } from './bank-holidays.ts'

export type Zone =
  | 'MAINLAND'
  | 'HIGHLANDS'
  | 'SCOT_ISLES'
  | 'NI'
  | 'IOM'
  | 'SCILLY'
  | 'IOW'
  | 'CI'
  | 'POST_ONLY'
  | 'IE'
  | 'NO'
  | 'ELSEWHERE'

export interface Destination {
  zone: Zone
  /** Whose bank holidays apply at the destination. */
  division: Division
}

/**
 * The zone of a country and a postcode as typed. Jersey and Guernsey are recognised by their postcode even when the
 * country is the United Kingdom. Null: the postcode is not valid in that country (in Great Britain: or missing).
 */
export function findDestination(country: string, postcode: string): Destination | null {
  const abroad = countryZones.get(country)
  if (!postcode.trim()) return abroad ?? (getPostcodePattern(country) ? null : elsewhere)
  if (!parsePostcode(country, postcode)) return null
  return country === 'GB' || country === 'IM' ? findBritishDestination(postcode) : (abroad ?? elsewhere)
}

interface ZoneRule {
  area: string
  /** District numbers, both included; without them the whole area. */
  from?: number
  to?: number
  zone: Zone
}

function findBritishDestination(postcode: string): Destination | null {
  const outward = parseOutwardCode(postcode)
  if (!outward) return null
  const { area, district } = outward
  return { zone: findZone(area, district), division: findDivision(area, district) }
}

function findZone(area: string, district: number): Zone {
  const matching = postcodeZoneTable.rules.filter(
    rule => rule.area === area && containsDistrict(rule, district),
  )
  return matching.sort((a, b) => rangeWidth(a) - rangeWidth(b))[0]?.zone ?? 'MAINLAND'
}

// District numbers are compared as numbers, because AB3 is not a prefix of AB31.
export function containsDistrict(rule: Pick<ZoneRule, 'from' | 'to'>, district: number): boolean {
  return rule.from === undefined || (district >= rule.from && district <= (rule.to ?? rule.from))
}

// Sorts narrower ranges first: they are exceptions within wider ones.
function rangeWidth(rule: ZoneRule): number {
  return rule.from === undefined ? Number.POSITIVE_INFINITY : (rule.to ?? rule.from) - rule.from
}

function findDivision(area: string, district: number): Division {
  if (area === 'BT') return 'northern-ireland'
  if (area === 'IM') return 'isle-of-man'
  // Berwick-upon-Tweed has a Scottish area's postcode and English holidays.
  if (area === 'TD' && district === 15) return 'england-and-wales'
  return scottishAreas.has(area) ? 'scotland' : 'england-and-wales'
}

const countryZones: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ['IE', { zone: 'IE', division: 'ireland' }],
  ['NO', { zone: 'NO', division: 'norway' }],
  ['JE', { zone: 'CI', division: 'england-and-wales' }],
  ['GG', { zone: 'CI', division: 'england-and-wales' }],
  ['IM', { zone: 'IOM', division: 'isle-of-man' }],
])

const elsewhere: Destination = { zone: 'ELSEWHERE', division: 'england-and-wales' }

const scottishAreas = new Set('AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE'.split(' '))

/** The districts of the carriers. When a carrier adds districts, a new table with a new date replaces this one. */
export const postcodeZoneTable: { effectiveFrom: string; rules: readonly ZoneRule[] } = {
  effectiveFrom: '2026-11-01',
  rules: [
    { area: 'AB', from: 31, to: 38, zone: 'HIGHLANDS' },
    { area: 'AB', from: 41, to: 56, zone: 'HIGHLANDS' },
    { area: 'FK', from: 17, to: 21, zone: 'HIGHLANDS' },
    { area: 'IV', from: 1, to: 63, zone: 'HIGHLANDS' },
    { area: 'KA', from: 27, to: 28, zone: 'HIGHLANDS' },
    { area: 'KW', from: 0, to: 14, zone: 'HIGHLANDS' },
    { area: 'PA', from: 20, to: 78, zone: 'HIGHLANDS' },
    { area: 'PH', from: 15, to: 50, zone: 'HIGHLANDS' },
    { area: 'HS', from: 1, to: 9, zone: 'SCOT_ISLES' },
    { area: 'KW', from: 15, to: 17, zone: 'SCOT_ISLES' },
    { area: 'ZE', from: 1, to: 3, zone: 'SCOT_ISLES' },
    { area: 'TR', from: 21, to: 25, zone: 'SCILLY' },
    { area: 'PO', from: 30, to: 41, zone: 'IOW' },
    { area: 'BT', zone: 'NI' },
    { area: 'IM', zone: 'IOM' },
    { area: 'JE', zone: 'CI' },
    { area: 'GY', zone: 'CI' },
    { area: 'BF', zone: 'POST_ONLY' },
    { area: 'BX', zone: 'POST_ONLY' },
    { area: 'GIR', zone: 'POST_ONLY' },
  ],
}
