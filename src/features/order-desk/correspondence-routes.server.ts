import type { FastifyInstance } from 'fastify'
import type { JsonObject, JsonValue } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../../infra/app-context.ts'
import { inLimitedTransaction } from '../../infra/rate-limit/attempts.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { formatPounds } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import { orderRights } from '../back-office/navigation.ts'
import { createStaffAction, done, invalid, refuse } from '../back-office/staff-action.server.ts'
import { paymentRequestedEmail } from '../billing/PaymentEmails.tsx'
import {
  formatRecipients,
  newerMessageNotice,
  nothingDue,
  notSentAgain,
  tooManyEmailsAgain,
  validateText,
} from '../correspondence/correspondence.ts'
import * as correspondence from '../correspondence/service.ts'
import {
  recordSending,
  type SendAgainRequest,
  type SentAgainResult,
  sendEmailAgain,
} from '../correspondence/service.ts'
import type { Order } from '../orders/order.ts'
import { parcelDespatchedEmail, toCarriagePayload } from '../warehouse/despatch/ParcelEmails.tsx'
import { findSentParcel } from '../warehouse/service.ts'
import type { StaffOrderDeps, StaffOrders } from './order-page.server.ts'
import {
  addOrderNote,
  completeOrderNote,
  dismissOrderMessages,
  sendOrderEmailAgain,
  sendPaymentLink,
  writeToOrderCustomer,
} from './schemas.ts'

/** Notes of staff, messages to and from the customer, and e-mails that are sent again. */
export function correspondenceRoutes(app: FastifyInstance, deps: StaffOrderDeps, orders: StaffOrders): void {
  const {
    context: { db },
    emails,
  } = deps
  const staffAction = createStaffAction(app, deps, orders.formPage)

  staffAction(addOrderNote, {
    right: orderRights,
    typed: ({ body }) => ({ typed: { note: body.text } }),
    validate: ({ body }) => ({ errors: validateText('note-text', body.text) }),
    run: async ({ target: order, body: { text }, staff, requestKey, now }) => {
      const result = await correspondence.addNote(db, order, { requestKey, text, staff, now })
      return result.ok ? done('The note has been saved.') : invalid({ 'note-text': result.reason })
    },
  })

  staffAction(writeToOrderCustomer, {
    right: 'sales',
    typed: ({ body }) => ({ typed: { message: body.text } }),
    validate: ({ body }) => ({ errors: validateText('message-text', body.text) }),
    run: async ({ target: order, body: { text, last_message: lastMessage }, staff, requestKey, now }) => {
      const message = { requestKey, text, lastMessage, staff, now }
      const newer = (await correspondence.writeToCustomer(db, order, message)) ? newerMessageNotice : ''
      return done(`Your message is on its way to ${order.contact.email}.${newer}`)
    },
  })

  staffAction(dismissOrderMessages, {
    right: 'sales',
    run: async ({ target: order, body: { last_message: lastMessage }, staff, now }) => {
      const hasNewer = await correspondence.dismissMessages(db, order, { staff, lastMessage, now })
      return done(
        hasNewer ? newerMessageNotice.trim() : 'Nobody waits for an answer about this order any more.',
      )
    },
  })

  staffAction(sendOrderEmailAgain, {
    right: 'sales',
    run: async ({ target: order, params: { id }, staff, requestKey, now }) => {
      const again = { emails, staff, requestKey, now }
      const result = await resendOrderEmail(db, order, id, again)
      if (!result.ok) return refuse(result.reason)
      return done(`The email is on its way to ${formatRecipients(result.recipients)}.`)
    },
  })

  staffAction(sendPaymentLink, {
    right: 'sales',
    run: async ({ target: order, body: { request: requestKey }, staff, now }) => {
      const result = await enqueuePaymentLink(db, order, { staff, requestKey, now })
      if (!result.ok) return refuse(result.reason)
      return done(`The payment link is on its way to ${order.contact.email}.`)
    },
  })

  const overviewAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: () => '/admin',
  })
  overviewAction(completeOrderNote, {
    right: orderRights,
    run: async ({ params: { id }, staff, now }) => {
      if (!(await correspondence.completeNote(db, id, staff, now))) throw new Problem(404)
      return done('The note is done.')
    },
  })
}

/**
 * Sends an e-mail about an order again, with the payload as it was and links that work now, to the order's present address;
 * that about a parcel has its carrier and tracking number as they are now (R-CORRECT-3), and those of a return go to the
 * person who requested it. E-mails to others (head buyers, staff) and kinds that are not known are refused.
 */
const resendOrderEmail = (
  db: Db,
  order: Order,
  emailId: number,
  request: SendAgainRequest,
): Promise<SentAgainResult> =>
  sendEmailAgain(db, order, emailId, request, async (tx, { kind, recipient, payload, sendAgainTo }) => {
    if (sendAgainTo === null) return { ok: false, reason: notSentAgain }
    if (sendAgainTo === 'recipient') return { ok: true, copies: [{ recipient, payload }] }
    const isAboutParcel = kind === parcelDespatchedEmail.kind
    const present = isAboutParcel ? await updateCarriage(tx, order.id, payload) : payload
    return { ok: true, copies: [toCopy(order, present)] }
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

async function enqueuePaymentLink(
  db: Db,
  order: Order,
  { staff, requestKey, now }: Omit<SendAgainRequest, 'emails'>,
): Promise<Result<object, string>> {
  if (order.amountDue === 0) return { ok: false, reason: nothingDue }
  const result = await inLimitedTransaction(db, async tx => {
    const isNew = await paymentRequestedEmail.enqueue(tx, order, requestKey)
    const detail = formatPounds(order.amountDue)
    if (isNew) await recordSending(tx, order, { action: 'payment link sent again', detail, staff, now })
    return { ok: true as const }
  })
  return result ?? { ok: false, reason: tooManyEmailsAgain(order.kind) }
}
