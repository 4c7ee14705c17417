import { type ConsignmentsView, toConsignmentsView } from '../../../lib/consignments.ts'
import {
  formatDate,
  formatDateOf,
  formatTime,
  formatWeekday,
  type IsoDate,
  toLondonTime,
} from '../../../lib/dates.ts'
import { upperFirst } from '../../../lib/text.ts'
import { pickLineName } from '../../basket/lines/line-entry.ts'
import type { NamedPieces } from '../../orders/emails/payload-parts.ts'
import { expectRange, getOrderDay, toExpectedLines } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import { getPosition, listLinesToSend, type OrderLine } from '../../orders/order-line.ts'
import { isIn } from '../../orders/states.ts'
import { getCarrierName, getTrackingUrl } from './carriers.ts'
import { formatNewDay, formatRestArrival } from './delay.ts'
import type { Parcel, ParcelSummary } from './parcel.ts'

/** A parcel, for its customer and for staff. */
export type ParcelView = ReturnType<typeof toParcelView>

/** Where the goods of an order are: its parcels, and what is still to come. */
export type DespatchView = NonNullable<ReturnType<typeof toDespatchView>>

const maxLines = 50

/** Said once of all that is still to come. */
export const formatToComeNote = ({ isCollected }: { isCollected: boolean }): string =>
  `We’ll email you when it’s ${isCollected ? 'ready to collect' : 'on its way'}.`

type DespatchedOrder = Pick<Order, 'state' | 'lines' | 'delay' | 'deliveryCode' | 'placedAt'> & {
  parcels: readonly Parcel[]
}

/** What of an order was in stock and what comes later, before anything has left: with the day that was announced since. */
export function toOrderConsignments(
  { lines, consignments, placedAt, delay }: Pick<Order, 'lines' | 'consignments' | 'placedAt' | 'delay'>,
  today: IsoDate,
): ConsignmentsView | null {
  const linesToSend = listLinesToSend(lines)
  const orderedOn = getOrderDay(placedAt)
  const lists = toConsignmentsView(linesToSend, consignments, orderedOn)
  if (!lists) return null
  const isEarlier = orderedOn !== null && orderedOn < today
  const view = isEarlier ? { ...lists, nowHeading: formatNowHeading(linesToSend) } : lists
  if (!delay) return view
  const backOrderedLines = view.later.lines.map(line => ({ ...line, arrival: '' }))
  return { ...view, due: formatNewDay(delay), later: { ...view.later, lines: backOrderedLines } }
}

// A day of its own is that of a short pick or a correction, so that the lists are not those of ordering.
const formatNowHeading = (lines: readonly OrderLine[]): string =>
  lines.some(({ laterSince }) => laterSince) ? 'In stock' : 'In stock when you ordered'

/** Null: nothing has left the shop, or it left before parcels were recorded. `hasNames`: who collected may be shown. */
export function toDespatchView(
  { state, lines, parcels, delay, deliveryCode, placedAt }: DespatchedOrder,
  { hasNames }: { hasNames: boolean },
) {
  if (parcels.length === 0) return null
  const orderedOn = getOrderDay(placedAt)
  const toCome = toExpectedLines(lines, parcels).flatMap(line => {
    const quantity = line.quantity - line.despatchedQuantity
    const arrival = formatRestArrival(delay, expectRange({ orderedOn }, line))
    return quantity > 0 ? [{ ...pickLineName(line), quantity, arrival }] : []
  })
  return {
    parcels: parcels.map(parcel => toParcelView(parcel, lines, hasNames)),
    toCome: toCome.length > 0 && isIn('isDespatchable', state) ? toPiecesToCome(toCome, deliveryCode) : null,
  }
}

/** When the pieces come is said once where it is the same for all. */
function toPiecesToCome(lines: NamedPieces[], deliveryCode: string) {
  const { arrival } = lines[0]!
  const isRepeated = arrival !== '' && lines.every(line => line.arrival === arrival)
  const note = formatToComeNote({ isCollected: deliveryCode === 'COL' })
  return {
    note: isRepeated ? `${upperFirst(arrival)}. ${note}` : note,
    ...limitLines(isRepeated ? lines.map(line => ({ ...line, arrival: '' })) : lines),
  }
}

function toParcelView(parcel: Parcel, lines: readonly OrderLine[], hasNames: boolean) {
  const { date, minutes } = toLondonTime(new Date(parcel.despatchedAt))
  const { carrier, trackingNumber, collectedBy } = parcel
  const by = hasNames && collectedBy !== '' ? ` by ${collectedBy}` : ''
  return {
    number: parcel.number,
    heading: `Parcel ${parcel.number}, ${collectedBy === '' ? 'despatched' : 'collected'} ${formatWeekday(date)} ${formatDate(date)}${by}`,
    time: formatTime(minutes),
    carrier: getCarrierName(carrier),
    trackingNumber,
    trackingUrl: getTrackingUrl(carrier, trackingNumber),
    ...limitLines(
      parcel.lines.map(({ position, quantity }) => ({
        ...pickLineName(lines.find((line, index) => getPosition(line, index) === position)!),
        quantity,
        arrival: '',
      })),
    ),
  }
}

export type ListedParcel = ReturnType<typeof toListedParcel>
export type ListedParcels = ReturnType<typeof toListedParcels>

const maxListedParcels = 3

export const toListedParcels = (parcels: readonly ParcelSummary[]) => ({
  /** The last of them, in the order of their numbers. */
  parcels: parcels.slice(-maxListedParcels).map(toListedParcel),
  more: Math.max(0, parcels.length - maxListedParcels),
})

function toListedParcel({ number, carrier, trackingNumber, collectedBy, despatchedAt }: ParcelSummary) {
  const day = formatDateOf(new Date(despatchedAt))
  return {
    number,
    sent: `${collectedBy === '' ? 'Sent' : 'Collected'} ${day}`,
    carrier: getCarrierName(carrier),
    trackingNumber,
    trackingUrl: getTrackingUrl(carrier, trackingNumber),
  }
}

const limitLines = (lines: NamedPieces[]): { lines: NamedPieces[]; more: number } => ({
  lines: lines.slice(0, maxLines),
  more: Math.max(0, lines.length - maxLines),
})
