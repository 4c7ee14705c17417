import { type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { contactSentence, type Sentence } from '../../../lib/shop-contact.ts'
import { lowerFirst } from '../../../lib/text.ts'
import type { LinePaging } from '../../basket/lines/line-pages.ts'
import { formatMethod, getNextStep, nextStepMessages } from '../../orders/messages.ts'
import type { AmountToPay, LinkedOrigin } from '../../orders/order.ts'
import { type CatalogueEntry, linkLines } from '../../orders/order-line.ts'
import { isIn, type OrderState } from '../../orders/states.ts'
import { type Arriving, formatOrderArrival, toArriving } from '../customer-state.ts'
import { type DocumentedOrder, toOrderBody } from '../order-view.ts'

interface StateMessages {
  state: 'placed' | 'awaiting_payment' | 'awaiting_approval' | 'quote_requested' | 'ended'
  headline: string
  next: Sentence
}

const thanks: StateMessages = {
  state: 'placed',
  headline: 'Thank you, your order is placed',
  next: contactSentence(
    'We’ll pack your order and hand it to the carrier. Keep the order number in case you need to call us.',
    'We’ll pack your order and hand it to the carrier. Keep the order number in case you have a question.',
  ),
}

const despatchedNext = contactSentence(
  'Keep the order number in case you need to call us.',
  'Keep the order number in case you have a question.',
)

const stateMessages: Record<OrderState, StateMessages> = {
  placed: thanks,
  part_despatched: {
    ...thanks,
    headline: 'Part of your order has been despatched',
    next: 'We’ll send the rest, and email you when it’s on its way.',
  },
  despatched: { ...thanks, headline: 'Your order has been despatched', next: despatchedNext },
  collected: { ...thanks, headline: 'Your order has been collected', next: despatchedNext },
  quote_requested: {
    state: 'quote_requested',
    headline: 'Thank you, we have your request',
    next: nextStepMessages.quote_requested,
  },
  saved: {
    state: 'awaiting_payment',
    headline: 'Your order is not placed yet',
    next: 'It was saved but not completed. Please go back to the checkout to place it.',
  },
  awaiting_payment: {
    state: 'awaiting_payment',
    headline: 'We are waiting for your payment',
    next: 'We have not heard from the card provider yet. Please do not pay again: look here in a minute.',
  },
  lapsed: {
    state: 'ended',
    headline: 'This order was not completed',
    next: 'It wasn’t paid in time, so we released the goods. Nothing was charged. You can order again at any time.',
  },
  superseded: {
    state: 'ended',
    headline: 'This order was replaced',
    next: 'You went back to the checkout and saved another order from the same basket. Nothing was charged for this one.',
  },
  payment_reversed: {
    state: 'ended',
    headline: 'Your payment was reversed',
    next: contactSentence(
      'The card provider reversed the payment, so nothing is sent and nothing was charged. Please call us.',
      'The card provider reversed the payment, so nothing is sent and nothing was charged.',
    ),
  },
  awaiting_approval: {
    state: 'awaiting_approval',
    headline: 'Your order was sent for approval',
    next: 'A head buyer at your company will decide, and we’ll email you then. Nothing is ordered yet.',
  },
  approved: {
    state: 'awaiting_approval',
    headline: 'Your order was approved',
    next: 'A head buyer at your company has placed it.',
  },
  rejected: {
    state: 'ended',
    headline: 'Your order was not approved',
    next: 'A head buyer at your company has rejected it. Nothing was ordered. You can order again in your account.',
  },
  quote_approved: {
    state: 'quote_requested',
    headline: 'Your quote is ready',
    next: 'The prices are in your account. You can accept the quote there while it is valid.',
  },
  quote_accepted: {
    state: 'quote_requested',
    headline: 'You accepted this quote',
    next: 'It was ordered at the prices we quoted.',
  },
  quote_expired: {
    state: 'ended',
    headline: 'This quote has expired',
    next: 'Please ask for a new one, or order at today’s prices.',
  },
  cancelled: {
    state: 'ended',
    headline: 'This order was cancelled',
    next: contactSentence(
      'Nothing will be sent. Please call us if you weren’t expecting that.',
      'Nothing will be sent.',
    ),
  },
}

function formatArrivalOf(order: Arriving, today: IsoDate): string | null {
  const arrival = formatOrderArrival(order, today)
  return arrival !== null && order.expectation.isDelayed ? `Delayed: ${lowerFirst(arrival)}` : arrival
}

export function toConfirmation(stored: DocumentedOrder & { products: CatalogueEntry[] }, now: Date) {
  const today = toLondonTime(now).date
  const order = toArriving(stored, today)
  const { state, reference } = order
  const nextStep = isIn('isDespatchable', state) ? getNextStep(order) : null
  return {
    ...toOrderBody(order, `/order/${reference}`, today),
    ...stateMessages[state],
    ...(nextStep !== null && { next: nextStep }),
    /** An approval request is e-mailed to the head buyers; its sender gets an e-mail after the decision. */
    isMailed: state === 'placed' || state === 'quote_requested',
    email: order.contact.email,
    /** 'Arrives Tuesday 24 November'; null: nothing is on its way. */
    arrival: formatArrivalOf(order, today),
    lines: linkLines(order.lines, order.products),
    payment: formatMethod(order),
    quoteNote: order.quoteNote,
  }
}

/** With what depends on the visitor, or on other orders. */
export type ConfirmationPageProps = Omit<ReturnType<typeof toConfirmation>, 'next'> & {
  next: string
  paging: LinePaging
  /** Of an approval request; null: not decided yet. */
  decision: Decision | null
  /** Its page in the visitor's account; null for a guest. */
  accountUrl: string | null
  madeFrom: LinkedOrigin | null
  /** For a guest: the login, or null when the order belongs to no account. Null: signed in. */
  signIn: { url: string | null } | null
  /** Null: nothing is to be paid any more. */
  toPay: AmountToPay | null
  /** How it is paid by bank transfer, a line each. */
  transfer: string[]
}

export interface Decision {
  /** Name; '' when it is not known. */
  by: string
  reason: string
  placedReference: string | null
}
