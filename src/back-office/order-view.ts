import { historyWords, type StateWords, stateWords } from '../orders/account-words.ts'
import { handoverOf } from '../orders/handover.ts'
import { showInvoiceNumber } from '../orders/invoice.ts'
import { labelOf, type Order } from '../orders/order.ts'
import { methodWords } from '../orders/words.ts'
import type { AttemptState } from '../payments/attempts/attempt.ts'
import type { OrderPayments } from '../payments/order-payments.ts'
import { calculateRefundable, type RefundKind, type RefundState } from '../payments/refunds/refund.ts'
import { londonTime, showDate, showTime } from '../shared/dates.ts'
import { sum, zero } from '../shared/money.ts'
import type { DeskOrder, OrderFacts } from './order-facts.ts'
import type { OrderRow, OrderView } from './order-screen.ts'

export const orderDeskUrl = (reference: string): string => `/admin/orders/${reference}`

const heldWords: StateWords = { text: 'Held: account on stop', tone: 'waiting' }

const stateOf = (state: Order['state'], onStop: boolean): StateWords =>
  state === 'placed' && onStop ? heldWords : stateWords[state]

export function rowOf(row: DeskOrder): OrderRow {
  const { reference, name, email, company, purchaseOrder, lineCount, total } = row
  return {
    reference,
    url: orderDeskUrl(reference),
    at: showMoment(row.at),
    name,
    email,
    company,
    purchaseOrder,
    lineCount,
    method: methodWords[row.method],
    total,
    state: stateOf(row.state, row.onStop),
  }
}

export function viewOf(order: Order, facts: OrderFacts, { attempts, refunds }: OrderPayments): OrderView {
  const { reference, subtotal, discount, carriage, vat, total } = order
  const money = moneyOf({ attempts, refunds })
  return {
    reference,
    url: orderDeskUrl(reference),
    state: stateOf(order.state, order.onStop),
    isHeld: order.state === 'placed' && order.onStop,
    at: showMoment(order.placedAt ?? facts.createdAt),
    customer: {
      name: order.contact.name,
      email: order.contact.email,
      telephone: order.contact.telephone,
      taxCode: order.contact.vat,
    },
    company: facts.company,
    lines: order.lines.map(({ code, title, quantity, unitPrice, lineTotal }) => ({
      code,
      title,
      quantity,
      unitPrice,
      total: lineTotal,
    })),
    totals: { subtotal, discount, carriage, vat, total },
    vouchers: order.vouchers.map(({ code, summary }) => `${code}: ${summary}`),
    handover: handoverOf(order),
    billing: labelOf(order.billing),
    deliveryText: order.deliveryTitle,
    instructions: order.deliveryInstructions,
    purchaseOrder: order.purchaseOrder,
    method: methodWords[order.method],
    invoiceNumber: facts.invoiceNumber === null ? null : showInvoiceNumber(facts.invoiceNumber),
    madeFrom: facts.madeFrom && {
      reference: facts.madeFrom.reference,
      url: facts.madeFrom.isQuote
        ? `/admin/quotes/${facts.madeFrom.reference}`
        : orderDeskUrl(facts.madeFrom.reference),
      name: facts.madeFrom.isQuote ? 'Made from quote' : 'Approved from',
    },
    madeInto:
      facts.madeInto === null ? null : { reference: facts.madeInto, url: orderDeskUrl(facts.madeInto) },
    history: facts.history.map(({ at, who, to, why }) => ({
      ...momentOf(at),
      who: actorWords[who] ?? who,
      what: reasoned.has(to) && why !== '' ? `${historyWords[to]}: ${why}` : historyWords[to],
    })),
    attempts: attempts.map(attempt => ({
      code: attempt.transactionReference,
      amount: attempt.amount,
      what: attemptWords[attempt.state],
      card: [attempt.cardType ?? '', attempt.lastFour === null ? '' : `ending ${attempt.lastFour}`]
        .join(' ')
        .trim(),
      ...momentOf(attempt.completedAt ?? attempt.createdAt),
    })),
    refunds: refunds.map(({ kind, amount, state, reason, requestedBy, createdAt }) => ({
      amount,
      what: refundWords[kind][state],
      isTrouble: state === 'refused' || state === 'unknown',
      reason,
      who: requestedBy ?? '',
      ...momentOf(createdAt),
    })),
    money,
    mayCancel: order.state === 'placed',
    mayRefund: money !== null && money.left > 0 && (order.state === 'placed' || order.state === 'cancelled'),
  }
}

function moneyOf({ attempts, refunds }: OrderPayments): OrderView['money'] {
  const paid = attempts.find(({ state }) => state === 'paid' || state === 'voided')
  if (!paid) return null
  const back = sum(refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount))
  const left =
    paid.state === 'paid' ? calculateRefundable({ ...paid, paidAt: paid.createdAt, refunds }) : zero
  return { paid: paid.amount, back, left }
}

const attemptWords: Record<AttemptState, string> = {
  registering: 'being opened',
  registered: 'card form open',
  failed_to_register: 'could not be opened',
  paid: 'paid',
  declined: 'declined',
  aborted: 'cancelled by the buyer, or not finished',
  refused: 'refused by the shop, not charged',
  superseded: 'made way for another order',
  reversed: 'taken back by the card provider',
  voided: 'paid, then made void',
}

const refundWords: Record<RefundKind, Record<RefundState, string>> = {
  void: {
    sending: 'being sent back (payment made void)',
    done: 'sent back (payment made void)',
    refused: 'too late to make the payment void',
    unknown: 'not known yet: the card provider did not answer and is asked again every minute',
  },
  refund: {
    sending: 'being sent back',
    done: 'sent back',
    refused: 'refused by the card provider: nothing went back',
    unknown: 'not known yet: the card provider did not answer and is asked again every minute',
  },
}

/** States whose reason somebody wrote for others to read. */
const reasoned: ReadonlySet<string> = new Set(['cancelled', 'rejected', 'superseded', 'payment_reversed'])

const actorWords: Record<string, string> = {
  clock: 'By itself',
  guest: 'Guest',
  'card provider': 'Card provider',
  demo: 'Demo data',
}

const momentOf = (at: Date) => ({ when: showMoment(at), iso: at.toISOString() })

function showMoment(at: Date): string {
  const { date, minutes } = londonTime(at)
  return `${showDate(date)}, ${showTime(minutes)}`
}
