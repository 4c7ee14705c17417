import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatPounds, type Pence, parsePounds } from '../../../lib/money.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import type { Order } from '../../orders/service.ts'
import { getLinkPaymentState, type LinkPaymentState, registrationMessages } from '../attempts/attempt.ts'
import { type AttemptSubject, findLatestAttempt } from '../attempts/queries.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import type { amountDueStatus, openAmountDue } from '../schemas.ts'
import { openPayment, prepareLinkPayment } from '../service.ts'

/** What can be paid by card after it was ordered: the rest of an order, or an invoice on account. */
interface DuePayment {
  subject: AttemptSubject
  amountDue: Pence
}

const messages = {
  tooMany: 'That was tried too often. Please wait an hour, or call us.',
  nothingDue: 'Nothing more is to be paid for this order, so nothing was charged.',
  declined: 'Your card was not accepted and nothing was charged. Try again, or use another card.',
  cancelled: 'The payment was cancelled and nothing was charged.',
  changed: (amountDue: Pence) =>
    `This order was changed meanwhile, and nothing was charged. What is to be paid is now ${formatPounds(amountDue)}.`,
}

/** What its page displays of the latest try to pay: `received` when it has paid. */
export async function readDuePayment(
  { context, provider, providers }: PaymentsContext,
  { subject, amountDue }: DuePayment,
) {
  const attempt = await findLatestAttempt(context.db, subject)
  const state = getLinkPaymentState(attempt, { amountDue }, context.now())
  const url = state === 'waiting' && attempt?.paymentPageUrl
  return {
    received: attempt?.isByLink && attempt.state === 'paid' ? attempt.amount : null,
    notice: formatLastTry(state, amountDue),
    card: url ? { url, isTest: provider.isTest } : null,
    policy: { frameSrc: providers.flatMap(({ frameOrigins }) => frameOrigins) },
  }
}

/** Null: it need not be said. */
function formatLastTry(state: LinkPaymentState | null, amountDue: Pence): string | null {
  if (state === 'changed') return messages.changed(amountDue)
  return state === 'declined' || state === 'cancelled' ? messages[state] : null
}

export async function getDueStatus(
  { context: { db, now } }: PaymentsContext,
  { subject, amountDue }: DuePayment,
): Promise<ReplyOf<typeof amountDueStatus>> {
  const state = getLinkPaymentState(await findLatestAttempt(db, subject), { amountDue }, now())
  return { state: state === 'waiting' ? 'waiting' : 'ended' }
}

const triesPerHour = 20

interface OpeningRequest {
  order: Order
  subject: AttemptSubject
  /** Of the page, in pounds; another amount opens nothing. */
  displayed: string
  clientIp: string
  /** Returns what is due. */
  lock: (tx: Tx) => Promise<Pence>
}

/** Opens the card form for what is due. Two tabs, or two presses, get the same form. */
export async function openDuePayment(
  payments: PaymentsContext,
  { order, subject, displayed, clientIp, lock }: OpeningRequest,
): Promise<ReplyOf<typeof openAmountDue>> {
  const { config, db, now } = payments.context
  const refuse = (message: string) => ({ success: false, message, next_url: null })
  const limited = typeof subject === 'number' ? `link:${order.reference}` : `invoice:${subject.invoiceId}`
  await enforceLimit(db, `payment-${limited}`, triesPerHour, 3600, now(), messages.tooMany)
  const { amountDue, prepared } = await inTransaction(db, async tx => {
    const amountDue = await lock(tx)
    const isDue = amountDue > 0 && amountDue === parsePounds(displayed)
    const toPay = { ...order, amountDue }
    return { amountDue, prepared: isDue ? await prepareLinkPayment(payments, tx, toPay, subject) : null }
  })
  if (!prepared) return refuse(amountDue === 0 ? messages.nothingDue : messages.changed(amountDue))
  const opened = await openPayment(payments, order, prepared, clientIp, subject)
  return opened.ok
    ? { success: true, message: '', next_url: opened.paymentPageUrl }
    : refuse(fillInContact(registrationMessages[opened.reason], config.contact))
}

/** Where a plain form leads, whether the card form was opened or not. */
export const toRedirect = (to: string, { success, message }: ReplyOf<typeof openAmountDue>) => ({
  to,
  ...(!success && { flash: { kind: 'danger' as const, text: message } }),
})
