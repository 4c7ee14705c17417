import { formatAddressLines } from '../../../lib/address.ts'
import { toConsignmentsView } from '../../../lib/consignments.ts'
import { formatDate, formatDay, formatTime, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { sum, zero } from '../../../lib/money.ts'
import type { AttemptState } from '../../payments/attempts/attempt.ts'
import type { OrderPayments } from '../../payments/order-payments.ts'
import { calculateRefundable, type RefundKind, type RefundState } from '../../payments/refunds/refund.ts'
import { getCarrierName } from '../despatch/carriers.ts'
import { canHold, listSendable, listToCome, type OpenLine } from '../despatch/rules.ts'
import { toDespatchView } from '../despatch/view.ts'
import { toHandover } from '../handover.ts'
import { formatHistory } from '../history.ts'
import { formatInvoiceNumber } from '../invoice/invoice.ts'
import {
  type DescribedOrder,
  formatMethod,
  readyDescription,
  type StateDescription,
  stateDescriptions,
} from '../messages.ts'
import { type Order, pickTotals } from '../order.ts'
import { isBought, isIn } from '../states.ts'
import type { AdminHistoryEntry, AdminOrderDetails, AdminOrderRow } from './admin-order.ts'
import type {
  AdminOrderLine,
  AdminOrderListItem,
  AdminOrderView,
  AdminParcel,
  DespatchFormView,
  TypedFact,
  TypedForms,
} from './page-props.ts'
import { isRefundable } from './rules.ts'

export const adminOrderUrl = (reference: string): string => `/admin/orders/${reference}`

function getStateDescription(order: DescribedOrder): StateDescription {
  const { state, onStop, holdReason } = order
  if (!isIn('isDespatchable', state)) return stateDescriptions[state]
  if (onStop) return { text: holdReason === '' ? 'Held: account on stop' : 'Held', tone: 'waiting' }
  return order.isReadyToCollect ? readyDescription : stateDescriptions[state]
}

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
    state: getStateDescription(row),
    promised: formatPromise(row),
    canGoOutWhole: row.canGoOutWhole,
  }
}

/** ' Since then: Parcel 1 despatched (Stella Affleck).' '': nothing is on record. */
export function formatChanges(changes: readonly Omit<AdminHistoryEntry, 'at'>[]): string {
  if (changes.length === 0) return ''
  const texts = changes.map(({ who, ...row }) => `${formatHistory(row)} (${actorNames[who] ?? who})`)
  return ` Since then: ${texts.join('; ')}.`
}

function formatPromise({ state, wasHeld, deliveryDate }: AdminOrderRow): string | null {
  if (!isIn('isDespatchable', state) || wasHeld || deliveryDate === null) return null
  return `For ${formatDay(toIsoDate(deliveryDate))}`
}

export function toAdminOrderView(
  order: Order,
  details: AdminOrderDetails,
  { attempts, refunds }: OrderPayments,
  { lines: openLines, lastCarrier }: { lines: readonly OpenLine[]; lastCarrier: string | null },
): AdminOrderView {
  const { reference } = order
  const money = calculatePaid({ attempts, refunds })
  return {
    reference,
    url: adminOrderUrl(reference),
    state: getStateDescription(order),
    held: isIn('isDespatchable', order.state) && order.onStop ? order.holdReason || onStopReason : null,
    at: formatDateTime(order.placedAt ?? details.createdAt),
    customer: {
      name: order.contact.name,
      email: order.contact.email,
      telephone: order.contact.telephone,
      taxCode: order.contact.vat,
    },
    company: details.company,
    lines: order.lines.map((line, index) => ({
      ...line,
      pieces: isBought(order.state) ? toPieces(openLines[index]!) : null,
    })),
    parcels: toParcels(order, details),
    despatch: toDespatchForm(order, openLines, lastCarrier),
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
    history: details.history.map(({ at, who, ...row }) => ({
      ...formatMoment(at),
      who: actorNames[who] ?? who,
      what: formatHistory(row),
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
    canHold: canHold(order),
    canRefund: money !== null && money.left > 0 && isRefundable(order.state),
  }
}

const onStopReason = 'the account was on stop when this order was placed'

const toPieces = ({ quantity, despatchedQuantity, onHand }: OpenLine): AdminOrderLine['pieces'] => ({
  despatched: despatchedQuantity,
  open: quantity - despatchedQuantity,
  onHand,
})

function toParcels(order: Order, { parcels }: AdminOrderDetails): AdminParcel[] {
  const views = toDespatchView({ ...order, parcels }, { hasNames: true })?.parcels ?? []
  return views.map((view, index) => {
    const { carrier, despatchedBy, collectedBy } = parcels[index]!
    return { ...view, carrierKey: carrier, despatchedBy, isSent: collectedBy === '' }
  })
}

/** More inputs would be a slow page; the others follow in the next parcel. */
const maxDespatchLines = 100

function toDespatchForm(
  order: Order,
  openLines: readonly OpenLine[],
  lastCarrier: string | null,
): DespatchFormView | null {
  if (!isIn('isDespatchable', order.state) || order.onStop) return null
  const sendable = new Map(listSendable(openLines).map(({ position, quantity }) => [position, quantity]))
  const lines = listToCome(openLines, []).map(({ line: { position, code, title, onHand }, quantity }) => ({
    position,
    code,
    title,
    open: quantity,
    onHand,
    sendable: sendable.get(position) ?? 0,
  }))
  // What can go out comes first, so that it is listed however many lines are waiting for goods.
  const sorted = [...lines.filter(line => line.sendable > 0), ...lines.filter(line => line.sendable === 0)]
  return {
    isCollected: order.deliveryCode === 'COL',
    isReadyToCollect: order.isReadyToCollect,
    isNothingHere: sendable.size === 0,
    lines: sorted.slice(0, maxDespatchLines),
    more: Math.max(0, lines.length - maxDespatchLines),
    carrier: lastCarrier ?? '',
  }
}

/** What was typed into a form that the order has no more: it was despatched, held, released or cancelled meanwhile. */
export function listUnsent(
  order: Pick<AdminOrderView, 'despatch' | 'held' | 'canHold'>,
  typed: TypedForms,
  openLines: readonly OpenLine[],
): TypedFact[] {
  const facts: TypedFact[] = []
  if (typed.despatch && !order.despatch) {
    const { lines, carrier, tracking, collected_by } = typed.despatch
    const codes = new Map(openLines.map(({ position, code }) => [position, code]))
    const pieces = lines
      .filter(({ quantity }) => quantity !== '' && quantity !== '0')
      .map(({ position, quantity }) => `${codes.get(position) ?? `line ${position}`}: ${quantity}`)
    facts.push(
      { name: 'Pieces', text: pieces.join(', ') },
      { name: 'Carrier', text: getCarrierName(carrier) },
      { name: 'Tracking number', text: tracking },
      { name: 'Collected by', text: collected_by },
    )
  }
  if (!order.canHold) facts.push({ name: 'Reason', text: typed.hold ?? '' })
  if (order.held === null) facts.push({ name: 'Reason', text: typed.release ?? '' })
  return facts.filter(({ text }) => text !== '')
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
