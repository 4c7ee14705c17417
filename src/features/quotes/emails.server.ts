import { createElement } from 'react'
import type { AppContext } from '../../infra/app-context.ts'
import type { EmailRenderers } from '../../infra/mail/outbox.ts'
import { renderEmail } from '../../infra/mail/render-email.ts'
import { quoteDocument } from './document.ts'
import { createQuotePdf } from './pdf.server.ts'
import { QuoteReadyEmail } from './QuoteReadyEmail.tsx'
import { quoteReadyKind, quoteReadySubject } from './quote-email.ts'
import { QuoteRequestEmail } from './request/QuoteRequestEmail.tsx'
import { quoteRequestFacts, quoteRequestKind, quoteRequestSubject } from './request/request-email.ts'

/** The e-mails about quotes, by their kind in the outbox. The PDF is rendered when the e-mail is sent. */
export function quoteEmails(context: Pick<AppContext, 'config' | 'threads'>): EmailRenderers {
  return {
    [quoteReadyKind]: async (stored, shop) => {
      const quote = quoteDocument.parse(stored)
      const email = await renderEmail(
        quoteReadySubject(quote, shop.name),
        createElement(QuoteReadyEmail, { quote, shop }),
      )
      const { filename, pdf } = await createQuotePdf(context, 'mail', quote)
      return { ...email, attachments: [{ filename, type: 'application/pdf', content: pdf }] }
    },
    [quoteRequestKind]: async (stored, shop) => {
      const facts = quoteRequestFacts.parse(stored)
      const element = createElement(QuoteRequestEmail, { facts, shop })
      return { ...(await renderEmail(quoteRequestSubject(facts), element)), replyTo: facts.email }
    },
  }
}
