import { type Consignments, formatArrival, type LeadTime } from '../../lib/availability.ts'
import { formatDate, formatDay, type IsoDate, toIsoDate } from '../../lib/dates.ts'
import type { Order } from './order.ts'
import { isIn } from './states.ts'

export interface Arriving
  extends Pick<Order, 'state' | 'onStop' | 'wasHeld' | 'deliveryCode' | 'deliveryDate'> {
  consignments: Consignments | null
  /** Of the lines that were not in stock, the longest; null: not known, or everything was. */
  leadTime: LeadTime | null
}

/** When an order arrives, for a list of orders; null where nothing is on its way. */
export function formatOrderArrival(order: Arriving, today: IsoDate): string | null {
  const { state, onStop, wasHeld, deliveryCode, deliveryDate, consignments, leadTime } = order
  if (!isIn('isDespatchable', state)) return null
  if (onStop) return 'Not sent: your account is on stop'
  if (wasHeld) return 'No longer on hold: we will tell you the day'
  if (deliveryDate === null) return formatWait(leadTime)
  const day = formatArrivalDay(deliveryCode, toIsoDate(deliveryDate), today)
  return consignments === 'split' ? `${day}, the rest later` : day
}

function formatWait(leadTime: LeadTime | null): string {
  const text = formatArrival(leadTime)
  return leadTime ? `${text.charAt(0).toUpperCase()}${text.slice(1)} from the order` : text
}

// How sure the day of a service is (option-text.ts in delivery).
const preposition: Record<string, string> = {
  CI4: 'about ',
  NO5: 'about ',
  QTD: 'about ',
  IE3: 'by ',
  HI2: 'by ',
}

function formatArrivalDay(code: string, date: IsoDate, today: IsoDate): string {
  if (code === 'COL') return `To collect from ${date < today ? formatDate(date) : formatDay(date)}`
  if (date < today) return `Was due ${formatDate(date)}`
  return `Arrives ${preposition[code] ?? ''}${date === today ? 'today, ' : ''}${formatDay(date)}`
}
