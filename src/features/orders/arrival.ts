import type { Consignments } from '../../lib/availability.ts'
import { formatDate, formatDay, type IsoDate, toIsoDate, toLondonTime } from '../../lib/dates.ts'
import { formatLaterArrival, getLastDay, type LaterArrival } from '../../lib/later-arrival.ts'
import { lowerFirst, upperFirst } from '../../lib/text.ts'
import { formatDelay } from './delay.ts'
import type { Order } from './order.ts'
import { isIn } from './states.ts'

export interface Arriving
  extends Pick<
      Order,
      | 'state'
      | 'onStop'
      | 'holdReason'
      | 'amountDue'
      | 'wasHeld'
      | 'isReadyToCollect'
      | 'delay'
      | 'deliveryCode'
      | 'deliveryDate'
    >,
    // Of the lines that were not in stock and have not left, the last; null: not known, or everything was.
    LaterArrival {
  consignments: Consignments | null
  /** When each parcel left, the last last: ISO instants. */
  despatchedAt: readonly string[]
}

/** When an order arrives, for a list of orders; null where nothing is on its way. */
export function formatOrderArrival(order: Arriving, today: IsoDate): string | null {
  const { state, onStop, wasHeld, deliveryCode, deliveryDate, consignments } = order
  if (state === 'despatched' || state === 'collected') return formatSent(order, today)
  if (!isIn('isDespatchable', state)) return null
  if (order.amountDue > 0) return 'Waiting for your payment'
  if (onStop) return order.holdReason === '' ? 'Not sent: your account is on stop' : 'Not sent yet'
  if (order.isReadyToCollect) return 'Waiting for you at the counter'
  if (order.delay) return formatDelay(order.delay, today)
  if (state === 'part_despatched') return formatRest(order, today)
  if (wasHeld) return deliveryCode === 'COL' ? releasedCollectionMessage : releasedMessage
  if (deliveryDate === null) return formatLater(order, today)
  const day = formatArrivalDay(deliveryCode, toIsoDate(deliveryDate), today)
  return consignments === 'split' ? `${day}, the rest later` : day
}

/**
 * Whether the day of delivery is what was requested, and not promised any more: the order is, or was, held or delayed, or
 * only a part of it has left.
 */
export const isDayOpen = ({
  state,
  onStop,
  wasHeld,
  delay,
}: Pick<Order, 'state' | 'onStop' | 'wasHeld' | 'delay'>): boolean =>
  isIn('isDespatchable', state) && (onStop || wasHeld || delay !== null || state === 'part_despatched')

// What left in one parcel before its day arrives on it; several parcels have days of their own, which are beside them.
function formatSent(
  { state, deliveryCode, deliveryDate, despatchedAt }: Arriving,
  today: IsoDate,
): string | null {
  if (state === 'collected' || despatchedAt.length !== 1 || deliveryDate === null || deliveryDate < today)
    return null
  const sentOn = toLondonTime(new Date(despatchedAt[0]!)).date
  return sentOn < deliveryDate ? formatArrivalDay(deliveryCode, toIsoDate(deliveryDate), today) : null
}

// The next e-mail says so; a new day is not promised.
const releasedMessage = 'Released: we’ll email you when it’s on its way'
const releasedCollectionMessage = 'Released: we’ll email you when it’s ready to collect'

const formatRest = (arrival: LaterArrival, today: IsoDate): string =>
  arrival.leadTime ? `The rest ${lowerFirst(formatLater(arrival, today))}` : 'The rest is to follow'

function formatLater(arrival: LaterArrival, today: IsoDate): string {
  const lastDay = getLastDay(arrival)
  const text = formatLaterArrival(arrival)
  return lastDay !== null && lastDay < today ? `Was due ${text}` : upperFirst(text)
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
