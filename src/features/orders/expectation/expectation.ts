import { type DayRange, findLastRange, type LeadTime, toDayRange } from '../../../lib/availability.ts'
import { type IsoDate, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import type { Order } from '../order.ts'
import { getPosition, listLinesToSend, type OrderLine } from '../order-line.ts'
import { isIn, isOrderOpen } from '../states.ts'

/**
 * When the customer of an order gets it (R-DELAY-2): the one place that decides it. Lists, pages, papers and e-mails format
 * what is here. For queries, the views `expected_day` and `expected_pieces` have the same columns, and `allocatedPiecesSql`
 * (queries.ts) has those that depend on the warehouse; tests/api/expectation.test.ts compares them.
 */

export interface ExpectedOrder
  extends Pick<
    Order,
    | 'state'
    | 'onStop'
    | 'wasHeld'
    | 'delay'
    | 'isReadyToCollect'
    | 'consignments'
    | 'deliveryCode'
    | 'deliveryDate'
  > {
  /** The day in London; null: it is not placed. */
  orderedOn: IsoDate | null
}

export interface ExpectedLine {
  position: number
  /** Without what was withdrawn. */
  quantity: number
  /** Of these, pieces that were not in stock when they were ordered, or that were found missing since. */
  laterQuantity: number
  leadTime: LeadTime | null
  /** From which the lead time runs; null or absent: the day of the order. */
  laterSince?: IsoDate | null
  despatchedQuantity: number
  /** How many of the pieces that have not left the warehouse can send now, and how many are set aside. Absent: not read. */
  allocatable?: number
  reserved?: number
}

export type PiecesState =
  /** The customer has not completed or paid the order. */
  | 'unfinished'
  | 'held'
  /** None is on hand for them. */
  | 'waiting'
  | 'to_pick'
  /** Set aside: picked, or on a pick list. */
  | 'picked'
  | 'ready_to_collect'
  | 'sent'
  | 'collected'

/** Pieces of a line of which all of this is true. */
export interface ExpectedPieces {
  position: number
  quantity: number
  state: PiecesState
  /** They were not in stock when they were ordered, or were found missing since. */
  isBackOrdered: boolean
  source: 'announced' | 'promised' | 'estimated' | 'none'
  /** Announced or promised; null: none. Announced, the customer knows that there is none yet. */
  day: IsoDate | null
  /** Of back-ordered pieces, by their lead time, whatever was promised; null: not known. */
  range: DayRange | null
  /** The day, or else the last of the range, has passed. */
  isLate: boolean
  /** The warehouse can send them now, as far as it has to do with the goods. */
  isOnHand: boolean
  /** Nor do they wait for others that the customer wants in the same parcel. */
  canGo: boolean
}

/** How much of what is still to be sent does not arrive on the day of delivery. */
export type BackOrderedShare = 'none' | 'part' | 'all'

export interface Expectation {
  source: 'announced' | 'promised' | 'none'
  /** The day that was announced last, else the one that was promised when it was placed; null: none. */
  day: IsoDate | null
  isPast: boolean
  /** The day has passed, and the goods do not wait at the counter. */
  isLate: boolean
  /** The day of delivery is what was requested, and not promised for all any more. */
  isDayOpen: boolean
  /** When the last of the back-ordered pieces is expected that have not left; null: not known, or there are none. */
  range: DayRange | null
  isRangeLate: boolean
  backOrderedShare: BackOrderedShare
  /** The customer waits because of the announced delay: nothing else stops the order, and it is not ready at the counter. */
  isDelayed: boolean
  /** The customer waits beyond the day of delivery, for a part of the order or for all of it. */
  isCustomerWaiting: boolean
  /** The day that the customer expects has passed, and neither a hold nor a delay nor the counter explains it. */
  isOverdue: boolean
  /** Of what has left, and of what is to leave. */
  pieces: ExpectedPieces[]
}

export function expectOrder(
  order: ExpectedOrder,
  lines: readonly ExpectedLine[],
  today: IsoDate,
): Expectation {
  const { state, onStop, wasHeld, delay, isReadyToCollect, deliveryCode, deliveryDate } = order
  const { source, day } = expectDay(order, lines)
  const pieces = expectPieces(order, lines, { day, today })
  const backOrders = listOpenPieces(pieces).filter(({ isBackOrdered }) => isBackOrdered)
  const range = findLastRange(backOrders.map(group => group.range))
  const isRangeLate = range !== null && range.last < today
  const isPastDay = day !== null && day < today
  const backOrderedShare = getBackOrderedShare(order, pieces, range)
  const isToSend = isIn('isDespatchable', state)
  const isCollected = deliveryCode === 'COL'
  // From its day on, a collected order waits for the customer.
  const isOverdueDay = isPastDay && !isCollected
  const isExplained = !isToSend || onStop || isReadyToCollect || delay !== null
  const isOverdueRest = range ? isRangeLate : backOrderedShare === 'none' && isOverdueDay
  const isOverdueWhole = day === null || backOrderedShare === 'all' ? !wasHeld && isRangeLate : isOverdueDay
  return {
    source,
    day,
    isPast: isPastDay,
    isLate: isPastDay && !isReadyToCollect,
    isDayOpen:
      isToSend && (onStop || wasHeld || delay !== null || (hasSentFirstPart(order) && backOrders.length > 0)),
    range,
    isRangeLate,
    backOrderedShare,
    isDelayed: isToSend && !onStop && !isReadyToCollect && delay !== null,
    isCustomerWaiting:
      backOrderedShare !== 'none' ||
      (state === 'placed' && !isCollected && deliveryDate !== null && deliveryDate < today),
    isOverdue: !isExplained && (state === 'part_despatched' ? isOverdueRest : isOverdueWhole),
    pieces,
  }
}

/** An order as it was read for its own page. `lines`: with what depends on the warehouse, where that is shown. */
export const expectStoredOrder = (
  order: Omit<ExpectedOrder, 'orderedOn'> & Pick<Order, 'placedAt'>,
  lines: readonly ExpectedLine[],
  today: IsoDate,
): Expectation => expectOrder({ ...order, orderedOn: getOrderDay(order.placedAt) }, lines, today)

/** The lines of a stored order, with how many pieces of each its parcels hold. */
export function toExpectedLines(
  lines: readonly OrderLine[],
  parcels: readonly { lines: readonly { position: number; quantity: number }[] }[],
): (OrderLine & ExpectedLine)[] {
  const sent = new Map<number, number>()
  for (const { position, quantity } of parcels.flatMap(parcel => parcel.lines))
    sent.set(position, (sent.get(position) ?? 0) + quantity)
  return listLinesToSend(lines).map((line, index) => {
    const position = getPosition(line, index)
    return { ...line, position, despatchedQuantity: sent.get(position) ?? 0 }
  })
}

/** In London. Null: the order is not placed. */
export const getOrderDay = (placedAt: Date | null): IsoDate | null => placedAt && toLondonTime(placedAt).date

/** What has not left. */
export const listOpenPieces = (pieces: readonly ExpectedPieces[]): ExpectedPieces[] =>
  pieces.filter(({ state }) => state !== 'sent' && state !== 'collected')

export const countPieces = (pieces: readonly ExpectedPieces[]): number =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * The day of a sent order that arrives in one parcel: several have days of their own, beside them. `despatchedAt`: when each
 * left, as ISO instants. Null: it has arrived, or no day is known.
 */
export function findArrivalOfSent(
  { state, deliveryDate }: Pick<Order, 'state' | 'deliveryDate'>,
  despatchedAt: readonly string[],
  today: IsoDate,
): IsoDate | null {
  if (state !== 'despatched' || despatchedAt.length !== 1 || deliveryDate === null || deliveryDate < today)
    return null
  const sentOn = toLondonTime(new Date(despatchedAt[0]!)).date
  return sentOn < deliveryDate ? toIsoDate(deliveryDate) : null
}

/** After a released hold no day is promised any more, nor once only the second part of a split order is to go. */
export function expectDay(
  order: Omit<ExpectedOrder, 'orderedOn'>,
  lines: readonly ExpectedLine[],
): Pick<Expectation, 'source' | 'day'> {
  const { delay, wasHeld, deliveryDate } = order
  if (delay) return { source: 'announced', day: delay.day === null ? null : toIsoDate(delay.day) }
  const isSecondPart =
    hasSentFirstPart(order) && lines.every(line => countOpen(order, line) <= line.laterQuantity)
  return wasHeld || isSecondPart || deliveryDate === null
    ? { source: 'none', day: null }
    : { source: 'promised', day: toIsoDate(deliveryDate) }
}

const hasSentFirstPart = ({ state, consignments }: Pick<ExpectedOrder, 'state' | 'consignments'>): boolean =>
  state === 'part_despatched' && consignments === 'split'

/** How many pieces of a line are still to leave. */
const countOpen = (
  { state }: Pick<ExpectedOrder, 'state'>,
  { quantity, despatchedQuantity }: ExpectedLine,
): number => (isIn('isDespatchable', state) || isOrderOpen(state) ? quantity - despatchedQuantity : 0)

/** Of the back-ordered pieces of a line; null: not known, or it has none. */
export const expectRange = (
  { orderedOn }: Pick<ExpectedOrder, 'orderedOn'>,
  { laterQuantity, leadTime, laterSince }: Pick<ExpectedLine, 'laterQuantity' | 'leadTime' | 'laterSince'>,
): DayRange | null => (laterQuantity === 0 ? null : toDayRange(leadTime, laterSince ?? orderedOn))

function expectPieces(
  order: ExpectedOrder,
  lines: readonly ExpectedLine[],
  { day, today }: { day: IsoDate | null; today: IsoDate },
): ExpectedPieces[] {
  const isWaiting = isWaitingForAll(order, lines)
  return lines.flatMap(line => {
    const range = expectRange(order, line)
    const open = listOpenGroups(order, line).map(group => {
      const when = expectGroup(order, group.isBackOrdered, day, group.isBackOrdered ? range : null)
      return { ...group, ...when, isLate: isPast(when, today), canGo: group.isOnHand && !isWaiting }
    })
    return [...listSentGroups(order, line), ...open]
  })
}

/**
 * Whether nothing of an order can go because the customer wants everything in the same parcel, and a part is not there. Once a
 * part has left, the rest leaves as it comes.
 */
export const isWaitingForAll = (
  { state, consignments }: Pick<ExpectedOrder, 'state' | 'consignments'>,
  lines: readonly Pick<ExpectedLine, 'quantity' | 'despatchedQuantity' | 'allocatable'>[],
): boolean =>
  consignments === 'together' &&
  state === 'placed' &&
  lines.some(
    ({ quantity, despatchedQuantity, allocatable = 0 }) => allocatable < quantity - despatchedQuantity,
  )

/** The day of a split order is that of its first part, without what was back-ordered. */
function expectGroup(
  { delay, consignments }: ExpectedOrder,
  isBackOrdered: boolean,
  orderDay: IsoDate | null,
  range: DayRange | null,
): Pick<ExpectedPieces, 'source' | 'day' | 'range'> {
  if (delay) return { source: 'announced', day: orderDay, range }
  const day = isBackOrdered && consignments === 'split' ? null : orderDay
  return { source: day !== null ? 'promised' : range ? 'estimated' : 'none', day, range }
}

// A day that was announced replaces what the lead time says.
const isPast = (
  { source, day, range }: Pick<ExpectedPieces, 'source' | 'day' | 'range'>,
  today: IsoDate,
): boolean =>
  (day !== null && day < today) || (source !== 'announced' && range !== null && range.last < today)

/**
 * The pieces of a line that have not left, in the order in which they are sent: those that were in stock when they were ordered
 * before those that were not, and what is set aside or on hand before what is not.
 */
function listOpenGroups(
  order: ExpectedOrder,
  line: ExpectedLine,
): Pick<ExpectedPieces, 'position' | 'quantity' | 'state' | 'isBackOrdered' | 'isOnHand'>[] {
  const open = countOpen(order, line)
  const inStock = open - Math.min(open, line.laterQuantity)
  const canLeave = isIn('isDespatchable', order.state) && !order.onStop
  const reserved = canLeave ? Math.min(open, line.reserved ?? 0) : 0
  const allocatable = canLeave ? Math.min(open, line.allocatable ?? 0) : 0
  const ends = [...new Set([inStock, reserved, allocatable, open])]
    .filter(end => end > 0)
    .sort((a, b) => a - b)
  return ends.map((end, index) => {
    const start = ends[index - 1] ?? 0
    return {
      position: line.position,
      quantity: end - start,
      state: getOpenState(order, { isReserved: start < reserved, isOnHand: start < allocatable }),
      isBackOrdered: start >= inStock,
      isOnHand: start < allocatable,
    }
  })
}

function getOpenState(
  { state, onStop, isReadyToCollect }: ExpectedOrder,
  { isReserved, isOnHand }: { isReserved: boolean; isOnHand: boolean },
): PiecesState {
  if (isOrderOpen(state)) return 'unfinished'
  if (onStop) return 'held'
  if (isReserved) return isReadyToCollect ? 'ready_to_collect' : 'picked'
  return isOnHand ? 'to_pick' : 'waiting'
}

// Before parcels were recorded, lines did not say what had left.
function listSentGroups(
  { state }: ExpectedOrder,
  { position, quantity, despatchedQuantity }: ExpectedLine,
): ExpectedPieces[] {
  const sent = state === 'despatched' || state === 'collected' ? quantity : despatchedQuantity
  if (sent === 0) return []
  return [
    {
      position,
      quantity: sent,
      state: state === 'collected' ? 'collected' : 'sent',
      isBackOrdered: false,
      source: 'none',
      day: null,
      range: null,
      isLate: false,
      isOnHand: false,
      canGo: false,
    },
  ]
}

/** What was found missing since may still arrive on the day that was promised for all. */
function getBackOrderedShare(
  { state, consignments, deliveryDate }: ExpectedOrder,
  pieces: readonly ExpectedPieces[],
  range: DayRange | null,
): BackOrderedShare {
  const open = listOpenPieces(pieces)
  const isSome = open.some(({ isBackOrdered }) => isBackOrdered)
  const share = !isSome ? 'none' : open.every(({ isBackOrdered }) => isBackOrdered) ? 'all' : 'part'
  if (state === 'part_despatched' || consignments === 'split' || deliveryDate === null) return share
  if (range !== null && range.last <= deliveryDate) return 'none'
  return share === 'part' && consignments === 'together' ? 'all' : share
}
