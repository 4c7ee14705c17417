import type { FastifyInstance } from 'fastify'
import { Problem } from '../../lib/calls/problem.ts'
import { orderRights } from '../back-office/navigation.ts'
import { createStaffAction, done, invalid, refuse } from '../back-office/staff-action.server.ts'
import { formatRecipients, newerMessageNotice, validateText } from '../correspondence/correspondence.ts'
import * as correspondence from '../correspondence/service.ts'
import type { StaffOrderDeps, StaffOrders } from './order-page.server.ts'
import {
  addOrderNote,
  completeOrderNote,
  dismissOrderMessages,
  sendOrderEmailAgain,
  sendPaymentLink,
  writeToOrderCustomer,
} from './schemas.ts'
import * as sendAgain from './send-again.server.ts'

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
      return result.done ? done('The note has been saved.') : invalid({ 'note-text': result.error })
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
      const result = await sendAgain.sendOrderEmailAgain(db, order, id, again)
      if (!result.done) return refuse(result.error)
      return done(`The email is on its way to ${formatRecipients(result.recipients)}.`)
    },
  })

  staffAction(sendPaymentLink, {
    right: 'sales',
    run: async ({ target: order, body: { request: requestKey }, staff, now }) => {
      const result = await sendAgain.sendPaymentLink(db, order, { staff, requestKey, now })
      if (!result.done) return refuse(result.error)
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
