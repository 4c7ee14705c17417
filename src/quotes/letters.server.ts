import { createElement } from 'react'
import type { Config } from '../platform/config.ts'
import type { Letters } from '../platform/mail.ts'
import { writeLetter } from '../platform/mail-letter.ts'
import { quoteDocument } from './document.ts'
import { quoteReadyKind, quoteReadySubject } from './mail.ts'
import { makeQuotePdf } from './pdf.server.ts'
import { QuoteReadyMail } from './QuoteReadyMail.tsx'

/** The letters about quotes, by the kind that stands in the outbox. The PDF is drawn when the mail goes out. */
export function quoteLetters(config: Config): Letters {
  return {
    [quoteReadyKind]: async (stored, shop) => {
      const quote = quoteDocument.parse(stored)
      const letter = await writeLetter(
        quoteReadySubject(quote, shop.name),
        createElement(QuoteReadyMail, { quote, shop }),
      )
      const { filename, pdf } = await makeQuotePdf(config, quote)
      return { ...letter, attachments: [{ filename, type: 'application/pdf', content: pdf }] }
    },
  }
}
