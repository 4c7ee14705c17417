import type { BasisPoints } from '../shared/money.ts'
import { outwardOf } from '../shared/postcode.ts'

export const standardRate = 2000 as BasisPoints
export const exportRate = 0 as BasisPoints

/**
 * The VAT on goods and delivery to a destination (contract §5): 20 % for Great Britain, Northern Ireland and the Isle
 * of Man; nothing on an export. Among the British postcodes the postcode decides and not the country chosen, so that
 * neither "United Kingdom" taxes Jersey nor "Jersey" frees Leeds. Before a country is known: 20 %.
 */
export function vatRateFor(country: string, postcode: string): BasisPoints {
  if (country !== '' && !britishIsles.has(country)) return exportRate
  const area = outwardOf(postcode)?.area
  if (area) return channelAreas.has(area) ? exportRate : standardRate
  return country === 'JE' || country === 'GG' ? exportRate : standardRate
}

/** What the page says beside an order at rate 0. */
export const exportNotice = 'No UK VAT. Import VAT and duty may be due on delivery.'

const britishIsles = new Set(['GB', 'IM', 'JE', 'GG'])
const channelAreas = new Set(['JE', 'GY'])
