import { formatDayRange } from '../../lib/availability.ts'
import { formatDate, formatDay, formatDayOfMonth, type IsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { contactSentence, type Sentence } from '../../lib/shop-contact.ts'
import { upperFirst } from '../../lib/text.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import {
  type Expectation,
  expectStoredOrder,
  findArrivalOfSent,
  toExpectedLines,
} from '../orders/expectation/expectation.ts'
import {
  formatDueStep,
  getHoldStep,
  nextStepMessages,
  readyDescription,
  stateDescriptions,
} from '../orders/messages.ts'
import type { Order } from '../orders/order.ts'
import { isIn, type StateIn } from '../orders/states.ts'

/** How an order reads for its customer: its state, when it arrives, why it waits. */

export interface Arriving
  extends Pick<
    Order,
    | 'state'
    | 'onStop'
    | 'holdReason'
    | 'isCreditHeld'
    | 'amountDue'
    | 'wasHeld'
    | 'isReadyToCollect'
    | 'delay'
    | 'deliveryCode'
    | 'deliveryDate'
  > {
  expectation: Expectation
  /** When each parcel left, the last last: ISO instants. */
  despatchedAt: readonly string[]
}

interface ParcelPieces {
  despatchedAt: string
  lines: readonly { position: number; quantity: number }[]
}

export const toArriving = <StoredOrder extends Order & { parcels: readonly ParcelPieces[] }>(
  order: StoredOrder,
  today: IsoDate,
): StoredOrder & Arriving => ({
  ...order,
  expectation: expectStoredOrder(order, toExpectedLines(order.lines, order.parcels), today),
  despatchedAt: order.parcels.map(({ despatchedAt }) => despatchedAt),
})

/** For a list of orders; null where nothing is on its way. */
export function formatOrderArrival(order: Arriving, today: IsoDate): string | null {
  const { state, onStop, wasHeld, deliveryCode, expectation, despatchedAt } = order
  const { day, backOrderedShare } = expectation
  if (state === 'despatched' || state === 'collected') {
    const sentDay = findArrivalOfSent(order, despatchedAt, today)
    return sentDay && formatArrivalDay(deliveryCode, sentDay, today)
  }
  if (!isIn('isDespatchable', state)) return null
  if (order.amountDue > 0) return 'Waiting for your payment'
  if (onStop) return isForAccountStop(order) ? 'Not sent: your account is on stop' : 'Not sent yet'
  if (order.isReadyToCollect) return 'Waiting for you at the counter'
  if (expectation.source === 'announced') return formatDelay(expectation)
  if (state === 'part_despatched') return formatRest(expectation)
  if (wasHeld) return deliveryCode === 'COL' ? releasedCollectionMessage : releasedMessage
  if (day === null || backOrderedShare === 'all') return formatBackOrder(expectation)
  const text = formatArrivalDay(deliveryCode, day, today)
  return backOrderedShare === 'part' ? `${text}, the rest later` : text
}

const isForAccountStop = ({
  holdReason,
  isCreditHeld,
}: Pick<Order, 'holdReason' | 'isCreditHeld'>): boolean => holdReason === '' && !isCreditHeld

/** Beside ‘Delayed’. */
function formatDelay({ day, isPast }: Expectation): string {
  if (day === null) return 'We’ll email you as soon as we know the day'
  return `${isPast ? 'Was due' : 'Now due'} ${formatDay(day)}`
}

// The next e-mail says so; a new day is not promised.
const releasedMessage = 'Released: we’ll email you when it’s on its way'
const releasedCollectionMessage = 'Released: we’ll email you when it’s ready to collect'

const formatRest = ({ range, isRangeLate }: Expectation): string =>
  range ? `The rest ${isRangeLate ? 'was due ' : ''}${formatDayRange(range)}` : 'The rest is to follow'

function formatBackOrder({ range, isRangeLate }: Expectation): string {
  const text = formatDayRange(range)
  return isRangeLate ? `Late: was due ${text}` : upperFirst(text)
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
  if (date < today) return `Late: was due ${formatPastDay(date, today)}`
  return `Arrives ${preposition[code] ?? ''}${date === today ? 'today, ' : ''}${formatDay(date)}`
}

const formatPastDay = (date: IsoDate, today: IsoDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatDayOfMonth(date) : formatDate(date)

const delayedDescriptions = {
  placed: { text: 'Delayed', tone: 'waiting' },
  part_despatched: { text: 'Part despatched, the rest delayed', tone: 'waiting' },
} as const satisfies Record<StateIn<'isDespatchable'>, StateDescription>

/** The state of an order for the customer. `hidesAccount`: not that the account is on stop. */
export function describeState(
  order: Arriving,
  { hidesAccount }: { hidesAccount: boolean },
): StateDescription {
  const { state, onStop, amountDue } = order
  if (!isIn('isDespatchable', state)) return stateDescriptions[state]
  // A company's prices are its own.
  if (amountDue > 0 && hidesAccount) return stateDescriptions.awaiting_payment
  if (amountDue > 0) return { text: `${formatPounds(amountDue)} to pay`, tone: 'waiting' }
  if (onStop) {
    const isExplained = !hidesAccount && isForAccountStop(order)
    return { text: isExplained ? 'On hold: account on stop' : 'On hold', tone: 'waiting' }
  }
  if (order.isReadyToCollect) return readyDescription
  if (order.expectation.isDelayed) return delayedDescriptions[state]
  return order.expectation.isCustomerWaiting
    ? { ...stateDescriptions[state], tone: 'waiting' }
    : stateDescriptions[state]
}

/** Why the customer waits, and what to do, on the order's page. */
interface OrderNotice {
  text: string
  /** What follows the link ‘Write to us’. */
  offer: Sentence
}

const questionOffer = contactSentence(' or call {phone} with any question.', ' with any question.')
const accountOffer = contactSentence(
  ' or call {phone} if you think it’s paid up.',
  ' if you think it’s paid up.',
)
const delayOffer = contactSentence(
  ' or call {phone} if you can’t wait, and we’ll see what we can do.',
  ' if you can’t wait, and we’ll see what we can do.',
)

/** Null: it is neither held, delayed nor late. `correction`: what staff changed last, as a sentence; ''. */
export function getOrderNotice(order: Arriving, { correction }: { correction: string }): OrderNotice | null {
  const { state, onStop, amountDue } = order
  if (order.expectation.isDelayed) return { text: 'We’re sorry about the delay.', offer: delayOffer }
  if (amountDue === 0 && order.expectation.isOverdue) {
    const goods = state === 'part_despatched' ? 'the rest of this order' : 'this order'
    return { text: `We’re sorry ${goods} is late.`, offer: delayOffer }
  }
  if (!isIn('isDespatchable', state) || !onStop) return null
  if (amountDue > 0)
    return { text: [correction, formatDueStep(amountDue)].filter(Boolean).join(' '), offer: questionOffer }
  return isForAccountStop(order)
    ? { text: `${nextStepMessages.held} Once your account is paid up, we’ll send it.`, offer: accountOffer }
    : { text: getHoldStep(order), offer: questionOffer }
}
