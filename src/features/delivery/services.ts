import type { DeliverySettings, PricedService } from '../../lib/delivery-settings.ts'
import type { Zone } from './zones.ts'

export type ServiceCode = PricedService | 'QTD' | 'quote'

/** Above this weight, in grams, an order goes on a pallet instead of by parcel service. */
export const heavyAboveG = 30_000

/** Whether a service is offered: it has a price, or gets one with a quote. */
export function isOffered(code: ServiceCode, { prices }: DeliverySettings): boolean {
  return code === 'quote' || code === 'QTD' || prices[code] !== undefined
}

/** The services for a zone in display order. Collection only where UK VAT applies: goods handed over in Leeds are no export. */
export function listServices(zone: Zone, heavy: boolean): readonly ServiceCode[] {
  if (!heavy) return standardServices[zone]
  const services = standardServices[zone].filter(code => code === 'COL' || code === 'quote')
  return zone === 'MAINLAND' ? ['PAL', ...services] : services
}

/** Whether the customer has chosen the day, and not only the speed. */
export function hasChosenDay(code: string): boolean {
  return code === 'NAM' || code === 'SAT'
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
  // British Forces and banks, which Royal Mail alone reaches: no day that could be promised.
  POST_ONLY: ['COL', 'quote'],
  IE: ['IE3', 'quote'],
  NO: ['NO5', 'quote'],
  ELSEWHERE: ['quote'],
}

interface UsualService {
  code: ServiceCode
  name: string
}

// Where an address has more than one ordinary service. Collection and a quote are chosen again for each order, and a named
// day is never usual.
const choices: readonly UsualService[] = [
  { code: 'ND', name: 'Next working day' },
  { code: 'ND12', name: 'Next working day before 12:00' },
  { code: 'SAT', name: 'Saturday' },
]

/** The services that a customer can save as usual. Null settings: the shop does not deliver yet. */
export function listUsualServices(settings: DeliverySettings | null): UsualService[] {
  return settings ? choices.filter(({ code }) => isOffered(code, settings)) : []
}
