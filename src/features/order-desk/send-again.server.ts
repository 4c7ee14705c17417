import type { JsonObject, JsonValue } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../../infra/app-context.ts'
import { inLimitedTransaction } from '../../infra/rate-limit/attempts.ts'
import { formatPounds } from '../../lib/money.ts'
import { paymentRequestedEmail } from '../billing/PaymentEmails.tsx'
import { nothingDue, notSentAgain, tooManyEmailsAgain } from '../correspondence/correspondence.ts'
import {
  recordSending,
  type SendAgainRequest,
  type SentAgainResult,
  sendEmailAgain,
} from '../correspondence/service.ts'
import type { Order } from '../orders/order.ts'
import { parcelDespatchedEmail, toCarriagePayload } from '../warehouse/despatch/ParcelEmails.tsx'
import { findSentParcel } from '../warehouse/service.ts'

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
