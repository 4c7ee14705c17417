import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { createToken } from '../../infra/token.ts'
import type { Pence } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import type { Order } from '../orders/order.ts'
import { extendHold, lockOrder, type OrderSource, releaseStock } from '../orders/service.ts'
import { holdMinutes } from '../orders/states.ts'
import {
  isAttemptOpen,
  isLinkFormOpen,
  type RegistrationRefusal,
  registeringForMs,
} from './attempts/attempt.ts'
import { hashAddress, hasTooManyDeclines } from './attempts/card-testing.server.ts'
import {
  type AttemptSubject,
  countAttempts,
  findLatestAttempt,
  findOrderToPay,
  findSessionHash,
  insertAttempt,
  recordRegistration,
  supersedeAttempts,
  updateAttemptState,
} from './attempts/queries.ts'
import { createRandomCode, createTransactionReference } from './attempts/transaction-reference.server.ts'
import { notificationPath, type PaymentsContext } from './payments-context.server.ts'
import type { FailedRegistration, Registration } from './provider.ts'

export { supersedeAttempts } from './attempts/queries.ts'
export { enterHandPayment, type HandPayment, isPaymentEntered } from './by-hand.server.ts'
export { createPaymentsContext, type PaymentsContext } from './payments-context.server.ts'
export { releaseUnpaidProFormas } from './pro-formas.server.ts'
export {
  findOutstandingRefund,
  findRefusedRefund,
  getOrderPayments,
  listPaidProviders,
  type RefundCause,
  setRefundCause,
} from './refunds/queries.ts'
export {
  canRefund,
  completeRefund,
  creditOrder,
  type PreparedRefund,
  prepareRefund,
  repeatRefund,
  retryOpenRefunds,
  type WrittenRefund,
} from './refunds/refunds.server.ts'

export type OpenPaymentResult = Result<{ paymentPageUrl: string }, RegistrationRefusal>

export interface PreparedPayment {
  /** Null: an attempt of this order is open already, or being registered by a parallel request. */
  newAttempt: NewPaymentAttempt | null
}

interface NewPaymentAttempt {
  id: number
  transactionReference: string
  amount: Pence
  isByLink: boolean
}

export interface UnpaidPayment {
  reference: string
  /** The card form can still be used, or is being opened: the order cannot be changed until it is paid or cancelled. */
  isFormOpen: boolean
  /** Null: the form is not open, or is being opened. */
  paymentPageUrl: string | null
}

/**
 * The unpaid order that a browser session sent from that source; null when there is none. After a change of the basket its
 * form is out of date.
 */
export async function findUnpaidPayment(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  sessionHash: Buffer,
  source: OrderSource,
  basketVersion: number,
): Promise<UnpaidPayment | null> {
  const order = await findOrderToPay(db, sessionHash, source)
  if (!order) return null
  const { reference, attempt } = order
  const isFormOpen =
    attempt !== null && isAttemptOpen(attempt, now()) && order.basketVersion === basketVersion
  return { reference, isFormOpen, paymentPageUrl: isFormOpen ? attempt.paymentPageUrl : null }
}

/**
 * The customer gives up the open card payment: its stock returns, and a payment that is confirmed afterwards is
 * refused and not charged. A payment that was confirmed before stays. Returns the order as it is then.
 */
export function cancelOpenPayment(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  orderId: number,
): Promise<Order> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    if (order.state !== 'awaiting_payment') return order
    await supersedeAttempts(tx, orderId)
    await releaseStock(tx, orderId, now())
    return order
  })
}

export function supportsCardAmount(payments: PaymentsContext | null, amount: Pence): boolean {
  return payments?.provider.supportsAmount(amount) ?? false
}

/**
 * Stores a payment attempt in the transaction that saves the order, before the request to the provider, so that no
 * payment page exists without its order. An open attempt is used again.
 */
export async function preparePayment(
  payments: PaymentsContext,
  tx: Tx,
  order: Pick<Order, 'id' | 'reference' | 'total'>,
): Promise<PreparedPayment> {
  const now = payments.context.now()
  const latest = await findLatestAttempt(tx, order.id)
  if (latest && isAttemptOpen(latest, now)) return { newAttempt: null }
  const newAttempt = await addAttempt(payments, tx, order, { amount: order.total, isByLink: false }, order.id)
  // Stock stays reserved for as long as this attempt can be paid.
  await extendHold(tx, order.id, new Date(now.getTime() + holdMinutes * 60_000))
  return { newAttempt }
}

/**
 * The same for what is still to be paid for an order that is placed, or of an invoice (`subject`). Its caller has locked it.
 * Attempts for another amount end: a payment that is confirmed for them afterwards is not charged.
 */
export async function prepareLinkPayment(
  payments: PaymentsContext,
  tx: Tx,
  order: Pick<Order, 'id' | 'reference' | 'amountDue'>,
  subject: AttemptSubject = order.id,
): Promise<PreparedPayment> {
  const latest = await findLatestAttempt(tx, subject)
  if (latest && isLinkFormOpen(latest, order, payments.context.now())) return { newAttempt: null }
  await supersedeAttempts(tx, subject)
  const payment = { amount: order.amountDue, isByLink: true }
  return { newAttempt: await addAttempt(payments, tx, order, payment, subject) }
}

async function addAttempt(
  { context, provider }: PaymentsContext,
  tx: Tx,
  { reference }: Pick<Order, 'reference'>,
  payment: { amount: Pence; isByLink: boolean },
  subject: AttemptSubject,
): Promise<NewPaymentAttempt> {
  const attemptNumber = (await countAttempts(tx, subject)) + 1
  const transactionReference = createTransactionReference(reference, attemptNumber, createRandomCode())
  const id = await insertAttempt(tx, {
    subject,
    provider: provider.name,
    transactionReference,
    ...payment,
    returnToken: createToken(),
    createdAt: context.now(),
  })
  return { id, transactionReference, ...payment }
}

/**
 * Registers a prepared payment with the provider, after the transaction. `nextUrl`: what the checkout frames. `subject`: an
 * invoice of the order that is paid instead of it.
 */
export async function openPayment(
  payments: PaymentsContext,
  order: Order,
  { newAttempt }: PreparedPayment,
  clientIp: string,
  subject: AttemptSubject = order.id,
): Promise<OpenPaymentResult> {
  const { context } = payments
  if (!newAttempt) return waitForOpenAttempt(payments, subject)
  const sessionHash = await findSessionHash(context.db, order.id)
  if (await hasTooManyDeclines(context, { sessionHash, addressHash: hashAddress(context, clientIp) })) {
    await updateAttemptState(context.db, newAttempt.id, 'failed_to_register', 'THROTTLED')
    return { ok: false, reason: 'throttled' }
  }
  const registration = await register(payments, order, newAttempt, clientIp)
  if (!registration.ok) return recordFailure(payments, order, newAttempt, registration)
  if (await recordRegistration(context.db, newAttempt.id, registration)) {
    context.log.info(
      { order: order.reference, payment: newAttempt.transactionReference },
      'Payment registered with the payment provider.',
    )
    return { ok: true, paymentPageUrl: registration.paymentPageUrl }
  }
  const isOrder = typeof subject === 'number'
  const prepared = isOrder ? await prepareAnotherAttempt(payments, subject, newAttempt) : null
  return prepared ? openPayment(payments, order, prepared, clientIp) : { ok: false, reason: 'refused' }
}

async function register(
  { context, provider, circuitBreaker }: PaymentsContext,
  order: Order,
  { transactionReference, amount }: NewPaymentAttempt,
  clientIp: string,
): Promise<Registration> {
  if (!circuitBreaker.canTry(context.now())) {
    return { ok: false, reason: 'unreachable', code: 'CIRCUIT_OPEN' }
  }
  const query = new URLSearchParams({ provider: provider.name, from: hashAddress(context, clientIp) })
  const registration = await provider.register({
    reference: transactionReference,
    amount,
    description: `${context.config.shopName} order ${order.reference}`,
    notificationUrl: `${context.baseUrl()}${notificationPath}?${query}`,
    billing: order.billing,
    delivery: order.delivery,
    email: order.contact.email,
    clientIp,
  })
  if (!registration.ok && registration.reason === 'unreachable') circuitBreaker.recordFailure(context.now())
  else circuitBreaker.recordSuccess()
  return registration
}

async function recordFailure(
  { context }: PaymentsContext,
  order: Order,
  { id, transactionReference }: NewPaymentAttempt,
  { reason, code }: FailedRegistration,
): Promise<OpenPaymentResult> {
  context.log.warn(
    { order: order.reference, payment: transactionReference, reason: code },
    'The payment provider did not register a payment.',
  )
  await updateAttemptState(context.db, id, 'failed_to_register', code)
  return { ok: false, reason }
}

// The provider notified before its registration reply arrived, so the notification could not be verified and its payment
// page is of no use (abuse case D03). The order still awaits payment.
function prepareAnotherAttempt(
  payments: PaymentsContext,
  orderId: number,
  { amount, isByLink }: NewPaymentAttempt,
): Promise<PreparedPayment | null> {
  return inTransaction(payments.context.db, async tx => {
    const order = await lockOrder(tx, orderId)
    if (isByLink) return order?.amountDue === amount ? prepareLinkPayment(payments, tx, order) : null
    const isAwaited = order?.state === 'awaiting_payment' && !order.isStockReleased
    return isAwaited ? preparePayment(payments, tx, order) : null
  })
}

const pollMs = 60

// A parallel request for the same order (double click, retry, second tab) is registering: both get the same page.
async function waitForOpenAttempt(
  { context }: PaymentsContext,
  subject: AttemptSubject,
): Promise<OpenPaymentResult> {
  for (let waitedMs = 0; waitedMs < registeringForMs; waitedMs += pollMs) {
    const attempt = await findLatestAttempt(context.db, subject)
    if (attempt?.paymentPageUrl && isAttemptOpen(attempt, context.now())) {
      return { ok: true, paymentPageUrl: attempt.paymentPageUrl }
    }
    if (attempt?.state !== 'registering') break
    await sleep(pollMs)
  }
  return { ok: false, reason: 'unreachable' }
}
