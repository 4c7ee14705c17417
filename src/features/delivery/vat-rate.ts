import { parseOutwardCode } from '../../lib/contact/postcode.ts'
import type { BasisPoints } from '../../lib/money.ts'

export const standardRate = 2000 as BasisPoints
export const exportRate = 0 as BasisPoints

/**
 * The VAT rate on goods and delivery to a destination (R-DELIVERY-3): 20 % for Great Britain, Northern Ireland and the
 * Isle of Man, 0 % for an export. For British postcodes the postcode decides and not the country, so that 'United Kingdom'
 * with a Jersey postcode has no VAT and 'Jersey' with a Leeds postcode has. Without a country: 20 %.
 */
export function getVatRate(country: string, postcode: string): BasisPoints {
  if (country !== '' && !britishIsles.has(country)) return exportRate
  const area = parseOutwardCode(postcode)?.area
  if (area) return channelAreas.has(area) ? exportRate : standardRate
  return country === 'JE' || country === 'GG' ? exportRate : standardRate
}

/** Shown beside an order with the export rate. */
export const exportNotice = 'No UK VAT. Import VAT and duty may be due on delivery.'

const britishIsles = new Set(['GB', 'IM', 'JE', 'GG'])
const channelAreas = new Set(['JE', 'GY'])
