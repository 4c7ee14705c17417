import type { FastifyInstance, FastifyRequest } from 'fastify'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { orderRights } from '../../back-office/navigation.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { requireStaff } from '../../back-office/service.ts'
import * as correspondence from '../correspondence/correspondence.server.ts'
import { newerMessageNotice, validateText } from '../correspondence/correspondence.ts'
import { formatRecipients } from '../correspondence/email-view.ts'
import * as sendAgain from '../correspondence/send-again.server.ts'
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
export function correspondenceRoutes(
  app: FastifyInstance,
  { context, visitors, pages, emails }: StaffOrderDeps,
  orders: StaffOrders,
): void {
  const { db, now } = context
  const authorizeNote = (request: FastifyRequest) => requireStaff(visitors, request, orderRights)
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'sales')

  handle(
    app,
    addOrderNote,
    async ({ params, body: { text }, request }): Promise<StaffReply> => {
      const staff = await authorizeNote(request)
      const order = await orders.get(params.reference)
      const errors = validateText('note-text', text)
      if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
      const note = { requestKey: toRequestKey(request), text, staff, now: now() }
      const result = await correspondence.addNote(db, order, note)
      if (!result.done) return { success: false, message: '', errors: { 'note-text': result.error } }
      return toSuccess('The note has been saved.')
    },
    {
      authorize: authorizeNote,
      form: (form, reply) => orders.answer(form, reply, { seen: null, typed: { note: form.body.text } }),
    },
  )

  handle(
    app,
    writeToOrderCustomer,
    async ({ params, body: { text, last_message: lastMessage }, request }): Promise<StaffReply> => {
      const staff = await authorize(request)
      const order = await orders.get(params.reference)
      const errors = validateText('message-text', text)
      if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
      const message = { requestKey: toRequestKey(request), text, lastMessage, staff, now: now() }
      const hasNewer = await correspondence.writeToCustomer(db, order, message)
      return toSuccess(
        `Your message is on its way to ${order.contact.email}.${hasNewer ? newerMessageNotice : ''}`,
      )
    },
    {
      authorize,
      form: (form, reply) => orders.answer(form, reply, { seen: null, typed: { message: form.body.text } }),
    },
  )

  handle(
    app,
    dismissOrderMessages,
    async ({ params, body: { last_message: lastMessage }, request }): Promise<StaffReply> => {
      const staff = await authorize(request)
      const order = await orders.get(params.reference)
      const hasNewer = await correspondence.dismissMessages(db, order, { staff, lastMessage, now: now() })
      return toSuccess(
        hasNewer ? newerMessageNotice.trim() : 'Nobody waits for an answer about this order any more.',
      )
    },
    { authorize, form: (form, reply) => orders.answer(form, reply, { seen: null }) },
  )

  handle(
    app,
    sendOrderEmailAgain,
    async ({ params: { reference, id }, request }): Promise<StaffReply> => {
      const staff = await authorize(request)
      const order = await orders.get(reference)
      const again = { emails, staff, requestKey: toRequestKey(request), now: now() }
      const result = await sendAgain.sendOrderEmailAgain(db, order, id, again)
      if (!result.done) return { success: false, message: result.error, errors: {} }
      return toSuccess(`The email is on its way to ${formatRecipients(result.recipients)}.`)
    },
    { authorize, form: (form, reply) => orders.answer(form, reply, { seen: null }) },
  )

  handle(
    app,
    sendPaymentLink,
    async ({ params, body, request }): Promise<StaffReply> => {
      const staff = await authorize(request)
      const order = await orders.get(params.reference)
      const again = { staff, requestKey: body.request, now: now() }
      const result = await sendAgain.sendPaymentLink(db, order, again)
      if (!result.done) return { success: false, message: result.error, errors: {} }
      return toSuccess(`The payment link is on its way to ${order.contact.email}.`)
    },
    { authorize, form: (form, reply) => orders.answer(form, reply, { seen: null }) },
  )

  handle(
    app,
    completeOrderNote,
    async ({ params: { id }, request }): Promise<StaffReply> => {
      const staff = await authorizeNote(request)
      if (!(await correspondence.completeNote(db, id, staff, now()))) throw new Problem(404)
      return toSuccess('The note is done.')
    },
    {
      authorize: authorizeNote,
      form: ({ reply }, { message }) =>
        pages.redirect(reply, { to: '/admin', flash: { kind: 'success', text: message } }),
    },
  )
}

const toSuccess = (message: string): StaffReply => ({ success: true, message, errors: {} })
