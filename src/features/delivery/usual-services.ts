import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { isOffered, type ServiceCode } from './services.ts'

export interface UsualService {
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
