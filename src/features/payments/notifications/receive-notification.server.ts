import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { getCurrentRequestId } from '../../../infra/observability/log.ts'
import type { Result } from '../../../lib/result.ts'
import { paymentReceivedEmail, paymentRequestedEmail } from '../../billing/PaymentEmails.tsx'
import { creditUnsent } from '../../billing/service.ts'
import {
  lockOrder,
  type Order,
  placeOrder,
  releaseAndTransition,
  releaseStock,
  updatePaymentHold,
} from '../../orders/service.ts'
import { cancelCardPayment, enterCardPayment, lockInvoiceToPay } from '../../sales-ledger/service.ts'
import type { AttemptState } from '../attempts/attempt.ts'
import { countDecline, isBlockedCard } from '../attempts/card-testing.server.ts'
import {
  findAttempt,
  findLatestAttempt,
  findSessionHash,
  hasOtherPayment,
  lockAttempt,
  type PaymentAttempt,
  recordInvalidNotification,
  recordNotification,
} from '../attempts/queries.ts'
import { type PaymentsContext, returnPath } from '../payments-context.server.ts'
import type { NotificationRequest, PaymentNotification, PaymentProvider } from '../provider.ts'
import { type CurrentStates, decideNotification } from './decision.ts'

export interface ReceivedNotification {
  provider: PaymentProvider
  request: NotificationRequest
  /** Of the customer who opened the payment page, as `hashAddress` wrote it into the notification URL. */
  addressHash: string | null
  /** The terms on the checkout page now: paying accepts them. */
  termsVersion: string
}

/**
 * Returns the reply to a provider's notification. One transaction under the locks of order and attempt decides, writes
 * and stores the reply; a repeated notification gets the stored reply and changes nothing.
 */
export async function receiveNotification(
  payments: PaymentsContext,
  { provider, request, addressHash, termsVersion }: ReceivedNotification,
): Promise<string> {
  const { db, log } = payments.context
  const notification = provider.parseNotification(request)
  if (!notification) return createRefusal(payments, provider, 'The notification could not be read.')
  const attempt = await findAttempt(db, provider.name, notification.reference)
  if (!attempt) {
    log.warn({ provider: provider.name }, 'A payment notification named no payment of the shop.')
    return createRefusal(payments, provider, 'The notification names no payment of ours.')
  }
  if (!isVerified(attempt, notification)) {
    log.error({ payment: attempt.transactionReference }, 'A payment notification has no valid signature.')
    // The refusal ends the provider's payment page; the next request of the customer opens another.
    await recordInvalidNotification(db, attempt.id)
    return createRefusal(payments, provider, 'The signature does not match.')
  }
  const { reply, isNewDecline } = await inTransaction(db, tx =>
    applyNotification(tx, { payments, provider, notification, termsVersion }, attempt),
  )
  log.info(
    { payment: attempt.transactionReference, outcome: notification.outcome },
    'Payment notification answered.',
  )
  if (isNewDecline) await recordDecline(payments, attempt.orderId, addressHash, notification.lastFour)
  return reply
}

// Nothing can be verified before the registration reply is stored: the provider may notify before it arrives.
function isVerified(attempt: PaymentAttempt, notification: PaymentNotification): boolean {
  return (
    attempt.providerTransactionId !== null &&
    attempt.providerTransactionId === notification.providerTransactionId &&
    notification.isAuthentic(attempt.providerSecret)
  )
}

// The decision stands and is replied, even when counting fails.
async function recordDecline(
  { context }: PaymentsContext,
  orderId: number | null,
  addressHash: string | null,
  lastFour: string | null,
): Promise<void> {
  try {
    const sessionHash = orderId === null ? null : await findSessionHash(context.db, orderId)
    await countDecline(context, { sessionHash, addressHash, lastFour })
  } catch (error) {
    context.log.error({ err: { message: (error as Error).message } }, 'A declined card was not counted.')
  }
}

interface VerifiedNotification {
  payments: PaymentsContext
  provider: PaymentProvider
  notification: PaymentNotification
  termsVersion: string
}

interface AppliedNotification {
  reply: string
  isNewDecline: boolean
}

async function applyNotification(
  tx: Tx,
  verified: VerifiedNotification,
  { id, orderId, invoiceId }: PaymentAttempt,
): Promise<AppliedNotification> {
  const { payments, provider, notification } = verified
  const { context } = payments
  if (invoiceId !== null) return applyToInvoice(tx, verified, { id, invoiceId })
  const order = orderId === null ? null : await lockOrder(tx, orderId)
  const attempt = await lockAttempt(tx, id)
  if (!order) return toApplied(createRefusal(payments, provider, 'The order is not there.'))
  const hasReply = attempt.notificationReply !== null
  const states = { attempt: attempt.state, order: order.state, byLink: getDue(attempt, order), hasReply }
  const decision = decideNotification(states, notification.outcome)
  const accepted = createReply(payments, provider, attempt.returnToken, '')
  const record = async (state: AttemptState, text: string) => {
    await recordNotification(tx, id, notification, { state, reply: text, now: context.now() })
    return toApplied(text)
  }
  switch (decision.action) {
    case 'repeat_reply':
      return toApplied(attempt.notificationReply ?? accepted)
    case 'acknowledge':
      return toApplied(accepted)
    case 'record': {
      if (decision.state === 'aborted') await releaseCancelled(tx, order.id, attempt, context.now())
      const detail = decision.isAccepted ? '' : 'The order can no longer be paid.'
      const recorded = await record(
        decision.state,
        createReply(payments, provider, attempt.returnToken, detail),
      )
      return { ...recorded, isNewDecline: decision.state === 'declined' && attempt.state !== 'declined' }
    }
    case 'receive_payment': {
      const refusal = await findCardRefusal(tx, verified)
      if (refusal !== null)
        return record('refused', createReply(payments, provider, attempt.returnToken, refusal))
      const recorded = await record('paid', accepted)
      await receiveLinkPayment(tx, order, attempt, context)
      return recorded
    }
    case 'reverse_order': {
      const recorded = await record('reversed', accepted)
      context.log.error({ order: order.reference }, 'A confirmed payment was taken back.')
      if (await reopenAmountDue(tx, order, attempt, context)) return recorded
      await releaseAndTransition(tx, order.id, {
        to: 'payment_reversed',
        actor,
        why: 'the provider took the payment back',
        now: context.now(),
      })
      await creditUnsent(tx, context.config, order.id, {
        reason: 'The card payment was taken back.',
        now: context.now(),
      })
      return recorded
    }
    case 'place_order': {
      const placed = await placePaidOrder(tx, verified, order)
      return placed.ok
        ? record('paid', accepted)
        : record('refused', createReply(payments, provider, attempt.returnToken, placed.reason))
    }
  }
}

/** The same for an invoice on account: its ledger has the payment, as long as exactly that is open. */
async function applyToInvoice(
  tx: Tx,
  verified: VerifiedNotification,
  { id, invoiceId }: { id: number; invoiceId: number },
): Promise<AppliedNotification> {
  const { payments, provider, notification } = verified
  const now = payments.context.now()
  const invoice = await lockInvoiceToPay(tx, invoiceId)
  const attempt = await lockAttempt(tx, id)
  const byLink = attempt.amount === invoice.open ? 'due' : 'not_due'
  const hasReply = attempt.notificationReply !== null
  const states: CurrentStates = { attempt: attempt.state, order: 'placed', byLink, hasReply }
  const decision = decideNotification(states, notification.outcome)
  const reply = (refusal: string) => createReply(payments, provider, attempt.returnToken, refusal)
  const record = async (state: AttemptState, refusal = '') => {
    const text = reply(refusal)
    await recordNotification(tx, id, notification, { state, reply: text, now })
    return toApplied(text)
  }
  switch (decision.action) {
    case 'record': {
      const recorded = await record(
        decision.state,
        decision.isAccepted ? '' : 'The invoice is no longer to be paid.',
      )
      return { ...recorded, isNewDecline: decision.state === 'declined' && attempt.state !== 'declined' }
    }
    case 'receive_payment': {
      const refusal = await findCardRefusal(tx, verified)
      if (refusal !== null) return record('refused', refusal)
      await enterCardPayment(tx, invoice, attempt, now)
      return record('paid')
    }
    case 'reverse_order':
      payments.context.log.error({ invoice: invoice.number }, 'A confirmed payment was taken back.')
      await cancelCardPayment(tx, invoice, attempt, now)
      return record('reversed')
    default:
      return toApplied(attempt.notificationReply ?? reply(''))
  }
}

const actor = { kind: 'card provider' } as const

/** Whether the amount of a payment by link is what is due now; null: it is the payment that places the order. */
const getDue = ({ isByLink, amount }: PaymentAttempt, { amountDue }: Order): CurrentStates['byLink'] => {
  if (!isByLink) return null
  return amount === amountDue ? 'due' : 'not_due'
}

const findCardRefusal = async (
  tx: Tx,
  { payments: { context }, notification }: VerifiedNotification,
): Promise<string | null> =>
  (await isBlockedCard(context, tx, notification.lastFour)) ? 'The card was declined too often.' : null

/** A payment that was cancelled holds no stock, unless another payment page of the order is open. */
async function releaseCancelled(tx: Tx, orderId: number, { id }: PaymentAttempt, now: Date): Promise<void> {
  const latest = await findLatestAttempt(tx, orderId)
  if (latest?.id === id) await releaseStock(tx, orderId, now)
}

/** A payment that is refused is not charged by the provider. */
async function placePaidOrder(
  tx: Tx,
  verified: VerifiedNotification,
  order: Order,
): Promise<Result<object, string>> {
  const refusal = await findCardRefusal(tx, verified)
  if (refusal !== null) return { ok: false, reason: refusal }
  const {
    payments: { context },
    termsVersion,
  } = verified
  const now = context.now()
  const { overdueHoldDays } = context.config
  const placement = { actor, why: 'paid by card', now, termsVersion, overdueHoldDays }
  const result = await placeOrder(tx, order, placement)
  if (result.ok) return { ok: true }
  // Stock or voucher is used up.
  context.log.error({ order: order.reference, why: result.reason }, 'A late payment was refused.')
  return { ok: false, reason: 'The order can no longer be placed.' }
}

const toApplied = (text: string): AppliedNotification => ({ reply: text, isNewDecline: false })

/** `refusal`: why the payment is not accepted; '' when it is. */
function createReply(
  { context }: PaymentsContext,
  provider: PaymentProvider,
  returnToken: string,
  refusal: string,
): string {
  // The log shows which notification sent the customer back: a proxy joins the two requests by this id.
  const requestId = getCurrentRequestId()
  const query = requestId === null ? '' : `?request_id=${requestId}`
  const redirectUrl = `${context.baseUrl()}${returnPath}/${returnToken}${query}`
  return provider.serializeNotificationReply({ isAccepted: refusal === '', redirectUrl, detail: refusal })
}

function createRefusal(payments: PaymentsContext, provider: PaymentProvider, refusal: string): string {
  return createReply(payments, provider, 'unknown', refusal)
}

type HoldContext = Pick<AppContext, 'now' | 'config'>

/** What was due is paid, and was recorded: the order goes on, unless it is held for something else. */
async function receiveLinkPayment(
  tx: Tx,
  order: Order,
  { amount, transactionReference }: PaymentAttempt,
  context: HoldContext,
): Promise<void> {
  await updatePaymentHold(tx, order, { ...toHoldChange(context), received: amount })
  await paymentReceivedEmail.enqueue(tx, order, { amount, transactionReference })
}

/**
 * The provider took back one of several payments of an order: it is due again, and the rest of the order stays. Returns
 * false when it was the only one: then nothing is paid, and nothing was done here.
 */
async function reopenAmountDue(
  tx: Tx,
  order: Order,
  { id, transactionReference }: PaymentAttempt,
  context: HoldContext,
): Promise<boolean> {
  if (!(await hasOtherPayment(tx, order.id, id))) return false
  const amountDue = await updatePaymentHold(tx, order, { ...toHoldChange(context), received: null })
  if (amountDue > 0) await paymentRequestedEmail.enqueue(tx, { ...order, amountDue }, transactionReference)
  return true
}

const toHoldChange = ({ now, config }: HoldContext) => ({ actor, now: now(), settings: config.delivery })
