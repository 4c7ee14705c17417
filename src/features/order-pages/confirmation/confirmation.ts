import { formatAddressLines } from '../../../lib/contact/address.ts'
import { type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { contactSentence, type Sentence } from '../../../lib/shop-contact.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { exportNotice } from '../../delivery/vat-rate.ts'
import {
  formatDeliveryName,
  formatDeliveryText,
  toDeliveryOrCollection,
} from '../../orders/delivery-or-collection.ts'
import { formatMethod, getNextStep, nextStepMessages } from '../../orders/messages.ts'
import { type Order, pickTotals } from '../../orders/order.ts'
import { isIn, type OrderState } from '../../orders/states.ts'
import type { Parcel } from '../../warehouse/despatch/parcel.ts'
import { formatNotSent } from '../../warehouse/despatch/rules.ts'
import { toDespatchView, toOrderConsignments } from '../../warehouse/despatch/view.ts'
import { type Arriving, formatOrderArrival, toArriving } from '../customer-state.ts'
import type { ConfirmationPageProps } from './confirmation-props.ts'

type StateMessages = Pick<ConfirmationPageProps, 'state' | 'headline'> & { next: Sentence }

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

/** What depends on the visitor, or on other orders. */
type LoadedProps =
  | 'lines'
  | 'accountUrl'
  | 'decision'
  | 'madeFrom'
  | 'signIn'
  | 'invoice'
  | 'toPay'
  | 'documents'
  | 'refunds'
  | 'paging'
  | 'next'

function formatArrivalOf(order: Arriving, today: IsoDate): string | null {
  const arrival = formatOrderArrival(order, today)
  return arrival !== null && order.expectation.isDelayed ? `Delayed: ${lowerFirst(arrival)}` : arrival
}

/** What the confirmation page shows of an order. */
export function toConfirmation(
  order: Order & { parcels: Parcel[] },
  now: Date,
): Omit<ConfirmationPageProps, LoadedProps> & { next: Sentence } {
  const { vat, total } = order
  const today = toLondonTime(now).date
  const arriving = toArriving(order, today)
  const nextStep = isIn('isDespatchable', order.state) ? getNextStep(order) : null
  return {
    ...stateMessages[order.state],
    ...(nextStep !== null && { next: nextStep }),
    // An approval request is e-mailed to the head buyers; its sender gets an e-mail after the decision.
    isMailed: order.state === 'placed' || order.state === 'quote_requested',
    reference: order.reference,
    email: order.contact.email,
    arrival: formatArrivalOf(arriving, today),
    consignments: toOrderConsignments(order, today),
    notSent: formatNotSent(order.lines),
    despatch: toDespatchView(order, { hasNames: true }),
    totals: pickTotals(order),
    deliveryOrCollection: toDeliveryOrCollection(order),
    billing: formatAddressLines(order.billing),
    deliveryText: formatDeliveryText(order),
    payment: formatMethod(order),
    purchaseOrder: order.purchaseOrder,
    deliveryInstructions: order.deliveryInstructions,
    quoteNote: order.quoteNote,
    deliveryName: formatDeliveryName(order, arriving.expectation),
    vatNote: vat === 0 && total > 0 ? exportNotice : null,
  }
}
