import type { JsonObject, JsonValue } from '../../../../db/types.gen.ts'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { EmailForStaff } from '../../../infra/mail/define-email.server.ts'
import { enqueueEmail } from '../../../infra/mail/outbox.ts'
import { countWithin, inLimitedTransaction } from '../../../infra/rate-limit/attempts.ts'
import { formatPounds } from '../../../lib/money.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { findSentParcel } from '../despatch/queries.ts'
import { parcelDespatchedEmail, toCarriagePayload } from '../emails/ParcelEmails.tsx'
import { paymentRequestedEmail } from '../emails/PaymentEmails.tsx'
import type { Order } from '../order.ts'
import {
  emailsAgainPerHour,
  nothingDue,
  notSentAgain,
  type StoredEmail,
  tooManyEmailsAgain,
} from './correspondence.ts'
import { findOrderEmail } from './queries.ts'

export interface SendAgainRequest {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
  staff: { id: number }
  /** Of the form: the same press twice sends once. */
  requestKey: string
  now: Date
}

export type SentAgainResult = { done: true; recipients: string[] } | { done: false; error: string }

/** To whom an e-mail goes again, and what it says; or why it is not sent. */
export type EmailCopies = { copies: { recipient: string; payload: JsonValue }[] } | { error: string }

const hourSeconds = 3600

/** Sends an e-mail about an order or a quote again, as `listCopies` decides. An e-mail about another one is refused. */
export async function sendEmailAgain(
  db: Db,
  order: Pick<Order, 'id' | 'kind' | 'reference'>,
  emailId: number,
  { emails, staff, requestKey, now }: SendAgainRequest,
  listCopies: (tx: Tx, email: StoredEmail) => EmailCopies | Promise<EmailCopies>,
): Promise<SentAgainResult> {
  const result = await inLimitedTransaction(db, async (tx): Promise<SentAgainResult> => {
    const email = await findOrderEmail(tx, emails, order.reference, emailId)
    if (!email) return { done: false, error: notSentAgain }
    const again = await listCopies(tx, email)
    if ('error' in again) return { done: false, error: again.error }
    let isNew = false
    for (const copy of again.copies) {
      const dedupeKey = `again:${emailId}:${copy.recipient}:${requestKey}`
      isNew = (await enqueueEmail(tx, { kind: email.kind, ...copy, dedupeKey })) || isNew
    }
    if (isNew) await recordSending(tx, order, { action: 'e-mail sent again', detail: email.kind, staff, now })
    return { done: true, recipients: again.copies.map(({ recipient }) => recipient) }
  })
  return result ?? { done: false, error: tooManyEmailsAgain(order.kind) }
}

/** Counts what was sent, and adds it to the audit. A repeated press sends nothing, and is neither. */
async function recordSending(
  tx: Tx,
  { id, reference }: Pick<Order, 'id' | 'reference'>,
  { staff, now, ...entry }: { staff: { id: number }; action: string; detail: string; now: Date },
): Promise<void> {
  await countWithin(tx, `emails-again:${id}`, emailsAgainPerHour, hourSeconds, now)
  await addAuditEntry(tx, { actor: toActor(staff.id), subject: `order ${reference}`, ...entry, now })
}

/**
 * Sends an e-mail about an order again, with the payload as it was and links that work now, to the order's present address;
 * that about a parcel has its carrier and tracking number as they are now (R-CORRECT-3), and those of a return go to the
 * person who requested it. E-mails to others (head buyers, staff) and kinds that are not known are refused.
 */
export const sendOrderEmailAgain = (
  db: Db,
  order: Order,
  emailId: number,
  request: SendAgainRequest,
): Promise<SentAgainResult> =>
  sendEmailAgain(db, order, emailId, request, async (tx, { kind, recipient, payload, sendAgainTo }) => {
    if (sendAgainTo === null) return { error: notSentAgain }
    if (sendAgainTo === 'recipient') return { copies: [{ recipient, payload }] }
    const isAboutParcel = kind === parcelDespatchedEmail.kind
    const present = isAboutParcel ? await updateCarriage(tx, order.id, payload) : payload
    return { copies: [toCopy(order, present)] }
  })

async function updateCarriage(tx: Tx, orderId: number, payload: JsonValue): Promise<JsonValue> {
  const stored = parcelDespatchedEmail.payload.parse(payload)
  const parcel = await findSentParcel(tx, orderId, stored.number)
  return parcel ? { ...stored, ...toCarriagePayload(parcel) } : payload
}

const toCopy = ({ contact, linkVersion }: Order, payload: JsonValue) => ({
  recipient: contact.email,
  payload: { ...(payload as JsonObject), linkVersion },
})

/** E-mails the customer what is still to be paid by card, and the link. */
export async function sendPaymentLink(
  db: Db,
  order: Order,
  { staff, requestKey, now }: Omit<SendAgainRequest, 'emails'>,
): Promise<{ done: true } | { done: false; error: string }> {
  if (order.amountDue === 0) return { done: false, error: nothingDue }
  const result = await inLimitedTransaction(db, async tx => {
    const isNew = await paymentRequestedEmail.enqueue(tx, order, requestKey)
    const detail = formatPounds(order.amountDue)
    if (isNew) await recordSending(tx, order, { action: 'payment link sent again', detail, staff, now })
    return { done: true as const }
  })
  return result ?? { done: false, error: tooManyEmailsAgain(order.kind) }
}
