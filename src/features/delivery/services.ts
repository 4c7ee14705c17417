import { type Pence, pence } from '../../lib/money.ts'
import type { Zone } from './zones.ts'

export type ServiceCode =
  | 'ND'
  | 'ND12'
  | 'SAT'
  | 'NAM'
  | 'HI2'
  | 'NI2'
  | 'CI4'
  | 'IE3'
  | 'NO5'
  | 'PAL'
  | 'COL'
  | 'QTD'
  | 'quote'

export interface DeliverySettings {
  /** London time, minutes since midnight: before it, an order is despatched the same working day. */
  cutOffMinutes: number
  /** Goods ex VAT from which the ordinary next working day is free; null: never. */
  freeFrom: Pence | null
  /** For `{phone}` in the notices. */
  phone: string
  /** The name of the place where orders are collected. */
  counter: string
  /** Above this weight, in grams, an order goes on a pallet instead of by parcel service. */
  heavyAboveG: number
  /** Pence ex VAT. */
  prices: Record<Exclude<ServiceCode, 'quote' | 'QTD'>, Pence>
}

/** The shop's default settings. */
export const standardDelivery: DeliverySettings = {
  cutOffMinutes: 14 * 60 + 30,
  freeFrom: pence(125_00),
  phone: '0113 496 0000',
  counter: 'Leeds counter',
  heavyAboveG: 30_000,
  prices: {
    ND: pence(8_00),
    ND12: pence(14_00),
    SAT: pence(18_00),
    NAM: pence(9_50),
    HI2: pence(14_50),
    NI2: pence(12_00),
    CI4: pence(24_00),
    IE3: pence(18_00),
    NO5: pence(38_00),
    PAL: pence(65_00),
    COL: pence(0),
  },
}

/** The services for a zone in display order. Collection only where UK VAT applies: goods handed over in Leeds are no export. */
export function listServices(zone: Zone, heavy: boolean): readonly ServiceCode[] {
  return heavy ? heavyServices[zone] : standardServices[zone]
}

/** Working days from despatch, where a service's promise is a number of days. */
export function getDeliveryDays(code: ServiceCode, zone: Zone): number {
  if (code === 'HI2') return zone === 'SCOT_ISLES' ? 4 : 2
  return serviceDays[code] ?? 1
}

const serviceDays: Partial<Record<ServiceCode, number>> = { NI2: 2, CI4: 4, IE3: 3, NO5: 5, PAL: 2, QTD: 2 }

const standardServices: Record<Zone, readonly ServiceCode[]> = {
  MAINLAND: ['ND', 'ND12', 'SAT', 'NAM', 'COL', 'quote'],
  HIGHLANDS: ['HI2', 'COL', 'quote'],
  SCOT_ISLES: ['HI2', 'COL', 'quote'],
  NI: ['NI2', 'COL', 'quote'],
  IOM: ['HI2', 'COL', 'quote'],
  SCILLY: ['HI2', 'COL', 'quote'],
  IOW: ['HI2', 'COL', 'quote'],
  CI: ['CI4', 'quote'],
  // Royal Mail only, no day that could be promised.
  BFPO: ['COL', 'quote'],
  IE: ['IE3', 'quote'],
  NO: ['NO5', 'quote'],
  ELSEWHERE: ['quote'],
}

const heavyServices: Record<Zone, readonly ServiceCode[]> = {
  MAINLAND: ['PAL', 'COL', 'quote'],
  HIGHLANDS: ['COL', 'quote'],
  SCOT_ISLES: ['COL', 'quote'],
  NI: ['COL', 'quote'],
  IOM: ['COL', 'quote'],
  SCILLY: ['COL', 'quote'],
  IOW: ['COL', 'quote'],
  CI: ['quote'],
  BFPO: ['COL', 'quote'],
  IE: ['quote'],
  NO: ['quote'],
  ELSEWHERE: ['quote'],
}
