import { formatPounds, type Pence } from '../../lib/money.ts'
import { contactSentence } from '../../lib/shop-contact.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import type { Order, OrderChannel, OrderPaymentMethod } from './order.ts'
import { listLinesToSend } from './order-line.ts'
import type { OrderKind, OrderState } from './states.ts'

/** How a state reads in the customer's account. */
export const stateDescriptions: Record<OrderState, StateDescription> = {
  saved: { text: 'Not completed', tone: 'ended' },
  awaiting_payment: { text: 'Waiting for payment', tone: 'waiting' },
  placed: { text: 'Placed', tone: 'good' },
  part_despatched: { text: 'Part despatched', tone: 'good' },
  despatched: { text: 'Despatched', tone: 'good' },
  collected: { text: 'Collected', tone: 'good' },
  awaiting_approval: { text: 'Waiting for approval', tone: 'waiting' },
  approved: { text: 'Approved', tone: 'good' },
  rejected: { text: 'Not approved', tone: 'ended' },
  quote_requested: { text: 'Quote requested', tone: 'waiting' },
  quote_approved: { text: 'Quote ready', tone: 'waiting' },
  quote_accepted: { text: 'Quote accepted', tone: 'good' },
  quote_expired: { text: 'Quote expired', tone: 'ended' },
  lapsed: { text: 'Not completed', tone: 'ended' },
  superseded: { text: 'Replaced', tone: 'ended' },
  payment_reversed: { text: 'Payment reversed', tone: 'ended' },
  cancelled: { text: 'Cancelled', tone: 'ended' },
}

/** Instead of the state while goods wait at the counter. */
export const readyDescription: StateDescription = { text: 'Ready to collect', tone: 'good' }

/** How the history names the transition to a state. */
export const historyMessages: Record<OrderState, string> = {
  saved: 'Saved at the checkout',
  awaiting_payment: 'Card payment begun',
  placed: 'Order placed',
  part_despatched: 'Part despatched',
  despatched: 'Despatched',
  collected: 'Collected',
  awaiting_approval: 'Sent for approval',
  approved: 'Approved and ordered',
  rejected: 'Not approved',
  quote_requested: 'Quote requested',
  quote_approved: 'Quote sent',
  quote_accepted: 'Quote accepted',
  quote_expired: 'Quote expired',
  lapsed: 'Not completed in time, goods released',
  superseded: 'Replaced by another order',
  payment_reversed: 'Payment reversed by the card provider',
  cancelled: 'Cancelled',
}

const methodMessages: Record<OrderPaymentMethod, string> = {
  account: 'On account',
  card: 'Card',
  godmode: 'Free of charge',
  free: 'Nothing to pay',
  counter: 'Bank transfer, cash or card terminal',
}

/** How an order came to the shop. */
export const channelNames: Record<OrderChannel, string> = {
  web: 'Website',
  phone: 'Telephone',
  counter: 'Counter',
  email: 'Email',
}

const kindMessages: Record<Exclude<OrderKind, 'order'>, string> = {
  quote: 'Quote request',
  approval_request: 'For approval',
}

const handWays: Record<string, string> = { cash: 'in cash', terminal: 'by card', bank: 'by bank transfer' }

/** 'Card', 'Paid in cash'. A quote or an approval request is not paid for: its kind instead. */
export function formatMethod({ kind, method, paidBy }: Pick<Order, 'kind' | 'method' | 'paidBy'>): string {
  if (kind !== 'order') return kindMessages[kind]
  if (paidBy) return `Paid ${paidBy.map(way => handWays[way] ?? way).join(' and ')}`
  return method === null ? '' : methodMessages[method]
}

/** What happens next to an order that is not despatched at once. */
export const nextStepMessages = {
  held: 'Your account is on stop: we’ve accepted the order, but it won’t be despatched yet.',
  heldForCredit:
    'We’ve accepted your order, but it won’t be despatched until we’ve spoken about your account’s credit.',
  heldByStaff:
    'Your order is on hold: it won’t be despatched yet. You don’t need to do anything: we’ll email you when it’s on its way.',
  ready: 'Your goods are at the counter. Bring the order number when you collect.',
  split: 'We’ll send what’s in stock now, and the rest when it arrives.',
  together: 'We’ll send your order once everything is in.',
  collectedSplit:
    'We’ll keep what’s in stock at the counter and tell you when the rest is in. Bring the order number when you collect.',
  collectedBackOrdered:
    'We’ll tell you when your order is ready at the counter. Bring the order number when you collect.',
  collected: 'We’ll pack your order and keep it at the counter. Bring the order number when you collect.',
  collectedRest: 'We’ll email you when the rest is at the counter.',
  noApprover: contactSentence(
    'Nobody at your company can approve orders just now. We know about it and will be in touch, or you can call us. Nothing is ordered yet.',
    'Nobody at your company can approve orders just now. We know about it and will be in touch. Nothing is ordered yet.',
  ),
  quote_requested: 'We’ll price the goods and carriage and email you the quote. Nothing is ordered yet.',
}

type HeldOrder = Pick<Order, 'holdReason' | 'isCreditHeld' | 'amountDue'>

/** What an order that is held waits for, for its customer. */
export const getHoldStep = ({ holdReason, isCreditHeld, amountDue }: HeldOrder): string => {
  if (amountDue > 0) return formatDueStep(amountDue)
  if (isCreditHeld) return nextStepMessages.heldForCredit
  return holdReason === '' ? nextStepMessages.held : nextStepMessages.heldByStaff
}

export const formatDueStep = (amountDue: Pence): string =>
  `${formatPounds(amountDue)} is still to be paid. We’ll carry on with your order as soon as it is.`

type SteppedOrder = Pick<
  Order,
  'state' | 'deliveryCode' | 'onStop' | keyof HeldOrder | 'isReadyToCollect' | 'consignments' | 'lines'
>

/** What happens next to a placed order; null: nothing but the usual. */
export function getNextStep(order: SteppedOrder): string | null {
  if (order.onStop) return getHoldStep(order)
  if (order.isReadyToCollect) return nextStepMessages.ready
  if (order.state === 'part_despatched')
    return order.deliveryCode === 'COL' ? nextStepMessages.collectedRest : null
  const isCollected = order.deliveryCode === 'COL'
  const hasBackOrdered = listLinesToSend(order.lines).some(({ laterQuantity }) => laterQuantity > 0)
  if (!hasBackOrdered) return isCollected ? nextStepMessages.collected : null
  if (order.consignments === 'split')
    return isCollected ? nextStepMessages.collectedSplit : nextStepMessages.split
  return isCollected ? nextStepMessages.collectedBackOrdered : nextStepMessages.together
}

/** 'Card ending 0006', 'On account NPH001'. */
export function formatPayment(
  order: Pick<Order, 'kind' | 'method'> & {
    card: { type?: string | null; lastFour: string | null } | null
    company: { accountNumber: string } | null
  },
): string {
  const text = formatMethod(order)
  if (order.method === 'counter' && order.card?.type) return order.card.type
  if (order.card?.lastFour) return `${text} ending ${order.card.lastFour}`
  if (order.method === 'account' && order.company) return `${text} ${order.company.accountNumber}`
  return text
}
