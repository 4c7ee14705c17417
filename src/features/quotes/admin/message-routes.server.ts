import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import { requireStaff } from '../../back-office/service.ts'
import { newerMessageNotice, validateText } from '../../orders/correspondence/correspondence.ts'
import { formatRecipients } from '../../orders/correspondence/email-view.ts'
import { dismissMessages } from '../../orders/service.ts'
import { type MessageReply, writeToQuoteCustomer } from '../messages/messages.server.ts'
import type { QuoteAdminDeps } from './deps.server.ts'
import { sendQuoteEmailAgain } from './quote-emails.server.ts'
import type { StaffQuotes } from './quote-page.server.ts'
import { dismissQuoteMessages, sendQuoteEmailAgainCall, writeToQuoteCustomerCall } from './schemas.ts'
import { adminQuoteUrl } from './view.ts'

/** What staff write to the customer of a quote (R-QUOTE-13), and e-mails that are sent again (R-QUOTE-15). */
export function quoteMessageRoutes(
  app: FastifyInstance,
  { context, visitors, pages, emails }: QuoteAdminDeps,
  quotes: StaffQuotes,
): void {
  const { db, now } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'sales')
  const done = (message: string): MessageReply => ({ success: true, message, errors: {} })

  handle(
    app,
    writeToQuoteCustomerCall,
    async ({
      params: { reference },
      body: { text, last_message: lastMessage },
      request,
    }): Promise<MessageReply> => {
      const staff = await authorize(request)
      const { order } = await quotes.get(reference)
      const errors = validateText('message-text', text)
      if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
      const message = { requestKey: toRequestKey(request), text, lastMessage, staff, now: now() }
      const hasNewer = await writeToQuoteCustomer(db, order, message)
      return done(`Your message was sent to ${order.contact.email}.${hasNewer ? newerMessageNotice : ''}`)
    },
    {
      authorize,
      form: (form, result) => quotes.answer(form, result, { message: form.body.text }),
    },
  )

  handle(
    app,
    dismissQuoteMessages,
    async ({
      params: { reference },
      body: { last_message: lastMessage },
      request,
    }): Promise<MessageReply> => {
      const staff = await authorize(request)
      const { order } = await quotes.get(reference)
      const hasNewer = await dismissMessages(db, order, { staff, lastMessage, now: now() })
      return done(hasNewer ? newerMessageNotice.trim() : 'Taken off the list of those to answer.')
    },
    {
      authorize,
      form: ({ params: { reference }, reply }, { message }) => redirect(reply, reference, message),
    },
  )

  handle(
    app,
    sendQuoteEmailAgainCall,
    async ({ params: { reference, id }, request }): Promise<MessageReply> => {
      const staff = await authorize(request)
      const { order } = await quotes.get(reference)
      const again = { emails, staff, requestKey: toRequestKey(request), now: now() }
      const result = await sendQuoteEmailAgain(db, order, id, again)
      if (!result.done) return { success: false, message: result.error, errors: {} }
      return done(`The email is on its way to ${formatRecipients(result.recipients)}.`)
    },
    {
      authorize,
      form: ({ params: { reference }, reply }, { success, message }) =>
        redirect(reply, reference, message, success ? 'success' : 'danger'),
    },
  )

  const redirect = (
    reply: FastifyReply,
    reference: string,
    text: string,
    kind: 'success' | 'danger' = 'success',
  ) => pages.redirect(reply, { to: adminQuoteUrl(reference), flash: { kind, text } })
}
