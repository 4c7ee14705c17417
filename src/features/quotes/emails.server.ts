import { createElement } from 'react'
import type { AppContext } from '../../infra/app-context.ts'
import type { EmailRenderers } from '../../infra/mail/outbox.ts'
import { renderEmail } from '../../infra/mail/render-email.ts'
import { createQuotePath } from '../orders/service.ts'
import { type QuoteDocument, quoteDocument } from './document.ts'
import { orderQuoteUrl } from './links.ts'
import { CustomerMessageEmail, QuoteMessageEmail } from './messages/MessageEmails.tsx'
import {
  customerMessageFacts,
  customerMessageKind,
  customerMessageSubject,
  quoteMessageFacts,
  quoteMessageKind,
  quoteMessageSubject,
} from './messages/message-email.ts'
import { createQuotePdf } from './pdf.server.ts'
import { QuoteReadyEmail } from './QuoteReadyEmail.tsx'
import { QuoteReminderEmail } from './QuoteReminderEmail.tsx'
import { quoteReadyKind, quoteReadySubject, quoteReminderKind, quoteReminderSubject } from './quote-email.ts'
import { QuoteRequestEmail } from './request/QuoteRequestEmail.tsx'
import { quoteRequestFacts, quoteRequestKind, quoteRequestSubject } from './request/request-email.ts'

/** Where the customer orders from a quote; null: by telephone. */
function toOrderPath({ config }: Pick<AppContext, 'config'>, quote: QuoteDocument): string | null {
  if (quote.canOrder) return orderQuoteUrl(quote.id)
  return quote.hasLink ? createQuotePath(config.sessionSecret, quote.reference) : null
}

/** The e-mails about quotes, by their kind in the outbox. The PDF is rendered when the e-mail is sent. */
export function quoteEmails(context: Pick<AppContext, 'config' | 'threads'>): EmailRenderers {
  return {
    [quoteReadyKind]: async (stored, shop) => {
      const quote = quoteDocument.parse(stored)
      const email = await renderEmail(
        quoteReadySubject(quote, shop.name),
        createElement(QuoteReadyEmail, { quote, shop, path: toOrderPath(context, quote) }),
      )
      const { filename, pdf } = await createQuotePdf(context, 'mail', quote)
      return { ...email, attachments: [{ filename, type: 'application/pdf', content: pdf }] }
    },
    [quoteReminderKind]: async (stored, shop) => {
      const quote = quoteDocument.parse(stored)
      const path = toOrderPath(context, quote)
      return renderEmail(
        quoteReminderSubject(quote, shop.name),
        createElement(QuoteReminderEmail, { quote, shop, path }),
      )
    },
    [quoteMessageKind]: async (stored, shop) => {
      const facts = quoteMessageFacts.parse(stored)
      const path = facts.url ?? createQuotePath(context.config.sessionSecret, facts.reference)
      return renderEmail(
        quoteMessageSubject(facts, shop.name),
        createElement(QuoteMessageEmail, { facts, shop, path }),
      )
    },
    [customerMessageKind]: async (stored, shop) => {
      const facts = customerMessageFacts.parse(stored)
      return renderEmail(customerMessageSubject(facts), createElement(CustomerMessageEmail, { facts, shop }))
    },
    [quoteRequestKind]: async (stored, shop) => {
      const facts = quoteRequestFacts.parse(stored)
      const element = createElement(QuoteRequestEmail, { facts, shop })
      return { ...(await renderEmail(quoteRequestSubject(facts), element)), replyTo: facts.email }
    },
  }
}
