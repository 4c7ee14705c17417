import type { FastifyInstance } from 'fastify'
import { adminQuoteUrl } from '../../back-office/navigation.ts'
import { addAdminPage } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import { formatRecipients, newerMessageNotice, validateText } from '../../correspondence/correspondence.ts'
import { dismissMessages, writeToCustomer } from '../../correspondence/service.ts'
import { quoteMessageEmail } from '../messages/MessageEmails.tsx'
import { listOfferRecipients } from '../queries.ts'
import { quoteParams } from '../schemas.ts'
import type { QuoteAdminDeps } from './deps.server.ts'
import { offerRoutes } from './offer/offer-routes.server.ts'
import { getAdminQuote } from './offer/pricing.server.ts'
import { placeQuoteRoutes } from './place/place-routes.server.ts'
import { copyQuote } from './prepare.server.ts'
import { sendQuoteEmailAgain } from './quote-emails.server.ts'
import { quoteListRoutes } from './quote-list.server.ts'
import { createStaffQuotes, type StaffQuotes } from './quote-page.server.ts'
import {
  copyQuoteCall,
  dismissQuoteMessages,
  sendQuoteEmailAgainCall,
  writeToQuoteCustomerCall,
} from './schemas.ts'
import { newQuoteUrl } from './view.ts'

/** The staff's pages of quotes. */
export async function quoteAdminPlugin(app: FastifyInstance, deps: QuoteAdminDeps): Promise<void> {
  const quotes = createStaffQuotes(deps)

  addAdminPage(deps, '/admin/quotes/new', { right: 'sales' }, async () => ({ to: newQuoteUrl }))
  copyRoutes(app, deps)
  quoteListRoutes(app, deps)
  offerRoutes(app, deps, quotes)
  quoteMessageRoutes(app, deps, quotes)
  placeQuoteRoutes(app, deps, quotes)

  addAdminPage(
    deps,
    '/admin/quotes/:reference',
    { right: 'sales', params: quoteParams },
    async ({ params: { reference }, staff }) => quotes.render(staff, await quotes.get(reference)),
  )
}

/** A quote like another one (R-QUOTE-11). */
function copyRoutes(app: FastifyInstance, deps: QuoteAdminDeps): void {
  const { db } = deps.context
  const copyButton = createStaffAction(app, deps, {
    load: async ({ reference }: { reference: string }) => ({
      original: await getAdminQuote(db, reference),
      version: null,
    }),
    toUrl: ({ params: { reference } }, { url }) => (url ? String(url) : adminQuoteUrl(reference)),
  })

  copyButton(copyQuoteCall, {
    right: 'sales',
    reply: { url: null },
    run: ({ target: { original }, body: { prices }, staff, requestKey, now }) =>
      copyQuote(db, original, prices, { staff, requestKey, now }),
  })
}

/** What staff write to the customer of a quote (R-QUOTE-13), and e-mails that are sent again (R-QUOTE-15). */
function quoteMessageRoutes(
  app: FastifyInstance,
  deps: QuoteAdminDeps,
  { formPage: { load, toUrl, render } }: StaffQuotes,
): void {
  const {
    context: { db },
    emails,
  } = deps
  const staffAction = createStaffAction(app, deps, { load, toUrl, render })
  const button = createStaffAction(app, deps, { load, toUrl })

  staffAction(writeToQuoteCustomerCall, {
    right: 'sales',
    typed: ({ body: { text } }) => ({ message: text }),
    validate: ({ body: { text } }) => ({ errors: validateText('message-text', text) }),
    run: async ({ target: { order }, body: { text, last_message: lastMessage }, staff, requestKey, now }) => {
      const message = { requestKey, text, lastMessage, staff, now }
      const hasNewer = await writeToCustomer(db, order, message, async (tx, written) => {
        for (const recipient of await listOfferRecipients(tx, order))
          await quoteMessageEmail.enqueue(tx, order, recipient, written)
      })
      return done(`Your message was sent to ${order.contact.email}.${hasNewer ? newerMessageNotice : ''}`)
    },
  })

  button(dismissQuoteMessages, {
    right: 'sales',
    run: async ({ target: { order }, body: { last_message: lastMessage }, staff, now }) => {
      const hasNewer = await dismissMessages(db, order, { staff, lastMessage, now })
      return done(hasNewer ? newerMessageNotice.trim() : 'Taken off the list of those to answer.')
    },
  })

  button(sendQuoteEmailAgainCall, {
    right: 'sales',
    run: async ({ target: { order }, params: { id }, staff, requestKey, now }) => {
      const result = await sendQuoteEmailAgain(db, order, id, { emails, staff, requestKey, now })
      if (!result.ok) return refuse(result.reason)
      return done(`The email is on its way to ${formatRecipients(result.recipients)}.`)
    },
  })
}
