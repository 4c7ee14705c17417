import { formatAddressLines } from '../../../lib/address.ts'
import { toConsignmentsView } from '../../../lib/consignments.ts'
import { formatDate, formatTime, toLondonTime } from '../../../lib/dates.ts'
import { sum, zero } from '../../../lib/money.ts'
import type { AttemptState } from '../../payments/attempts/attempt.ts'
import type { OrderPayments } from '../../payments/order-payments.ts'
import { calculateRefundable, type RefundKind, type RefundState } from '../../payments/refunds/refund.ts'
import { toHandover } from '../handover.ts'
import { formatInvoiceNumber } from '../invoice/invoice.ts'
import { formatMethod, historyMessages, type StateDescription, stateDescriptions } from '../messages.ts'
import { type Order, pickTotals } from '../order.ts'
import { isIn } from '../states.ts'
import type { AdminOrderDetails, AdminOrderRow } from './admin-order.ts'
import type { AdminOrderListItem, AdminOrderView } from './page-props.ts'
import { isRefundable } from './rules.ts'

export const adminOrderUrl = (reference: string): string => `/admin/orders/${reference}`

const heldDescription: StateDescription = { text: 'Held: account on stop', tone: 'waiting' }

const getStateDescription = (state: Order['state'], onStop: boolean): StateDescription =>
  isIn('isDespatchable', state) && onStop ? heldDescription : stateDescriptions[state]

export function toAdminOrderListItem(row: AdminOrderRow): AdminOrderListItem {
  const { reference, name, email, company, purchaseOrder, lineCount, total } = row
  return {
    reference,
    url: adminOrderUrl(reference),
    at: formatDateTime(row.at),
    name,
    email,
    company,
    purchaseOrder,
    lineCount,
    method: formatMethod(row),
    total,
    state: getStateDescription(row.state, row.onStop),
  }
}

export function toAdminOrderView(
  order: Order,
  details: AdminOrderDetails,
  { attempts, refunds }: OrderPayments,
): AdminOrderView {
  const { reference } = order
  const money = calculatePaid({ attempts, refunds })
  return {
    reference,
    url: adminOrderUrl(reference),
    state: getStateDescription(order.state, order.onStop),
    isHeld: isIn('isDespatchable', order.state) && order.onStop,
    at: formatDateTime(order.placedAt ?? details.createdAt),
    customer: {
      name: order.contact.name,
      email: order.contact.email,
      telephone: order.contact.telephone,
      taxCode: order.contact.vat,
    },
    company: details.company,
    lines: order.lines,
    consignments: toConsignmentsView(order.lines, order.consignments),
    totals: pickTotals(order),
    handover: toHandover(order),
    billing: formatAddressLines(order.billing),
    deliveryText: order.deliveryTitle,
    deliveryInstructions: order.deliveryInstructions,
    purchaseOrder: order.purchaseOrder,
    method: formatMethod(order),
    invoiceNumber: details.invoiceNumber === null ? null : formatInvoiceNumber(details.invoiceNumber),
    madeFrom: details.madeFrom && {
      reference: details.madeFrom.reference,
      url: details.madeFrom.isQuote
        ? `/admin/quotes/${details.madeFrom.reference}`
        : adminOrderUrl(details.madeFrom.reference),
      name: details.madeFrom.isQuote ? 'From quote' : 'Approved from',
    },
    madeInto:
      details.madeInto === null
        ? null
        : { reference: details.madeInto, url: adminOrderUrl(details.madeInto) },
    history: details.history.map(({ at, who, to, why }) => ({
      ...formatMoment(at),
      who: actorNames[who] ?? who,
      what: statesWithReason.has(to) && why !== '' ? `${historyMessages[to]}: ${why}` : historyMessages[to],
    })),
    attempts: attempts.map(attempt => ({
      code: attempt.transactionReference,
      amount: attempt.amount,
      what: attemptMessages[attempt.state],
      card: [attempt.cardType ?? '', attempt.lastFour === null ? '' : `ending ${attempt.lastFour}`]
        .join(' ')
        .trim(),
      ...formatMoment(attempt.completedAt ?? attempt.createdAt),
    })),
    refunds: refunds.map(({ kind, amount, state, reason, requestedBy, createdAt }) => ({
      amount,
      what: refundMessages[kind][state],
      hasProblem: state === 'refused' || state === 'unknown',
      reason,
      who: requestedBy ?? '',
      ...formatMoment(createdAt),
    })),
    money,
    canCancel: order.state === 'placed',
    canRefund: money !== null && money.left > 0 && isRefundable(order.state),
  }
}

function calculatePaid({ attempts, refunds }: OrderPayments): AdminOrderView['money'] {
  const paid = attempts.find(({ state }) => state === 'paid' || state === 'voided')
  if (!paid) return null
  const back = sum(refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount))
  const left =
    paid.state === 'paid' ? calculateRefundable({ ...paid, paidAt: paid.createdAt, refunds }) : zero
  return { paid: paid.amount, back, left }
}

const attemptMessages: Record<AttemptState, string> = {
  registering: 'being opened',
  registered: 'card form open',
  failed_to_register: 'could not be opened',
  paid: 'paid',
  declined: 'declined',
  aborted: 'cancelled by the buyer, or not finished',
  refused: 'refused by the shop, not charged',
  superseded: 'replaced by another order',
  reversed: 'reversed by the card provider',
  voided: 'paid, then voided',
}

const refundMessages: Record<RefundKind, Record<RefundState, string>> = {
  void: {
    sending: 'being refunded (payment voided)',
    done: 'refunded (payment voided)',
    refused: 'too late to void the payment',
    unknown: 'not confirmed yet: the card provider has not answered, and we keep checking every minute',
  },
  refund: {
    sending: 'being refunded',
    done: 'refunded',
    refused: 'refused by the card provider: nothing was refunded',
    unknown: 'not confirmed yet: the card provider has not answered, and we keep checking every minute',
  },
}

/** States whose history rows carry a reason for people to read. */
const statesWithReason: ReadonlySet<string> = new Set([
  'cancelled',
  'rejected',
  'superseded',
  'payment_reversed',
])

const actorNames: Record<string, string> = {
  clock: 'Automatic',
  guest: 'Guest',
  'card provider': 'Card provider',
  demo: 'Demo data',
}

const formatMoment = (at: Date) => ({ when: formatDateTime(at), iso: at.toISOString() })

function formatDateTime(at: Date): string {
  const { date, minutes } = toLondonTime(at)
  return `${formatDate(date)}, ${formatTime(minutes)}`
}
