import { createElement } from 'react'
import type { EmailRenderers } from '../../infra/mail/mail.ts'
import { renderEmail } from '../../infra/mail/mail-letter.ts'
import { ConfirmMail } from './emails/ConfirmEmail.tsx'
import { confirmToken, unsubscribeToken } from './links.server.ts'
import { confirmFacts, confirmKind } from './mail.ts'

/** The letters of the newsletter, by the kind that stands in the outbox. */
export function newsletterLetters(secret: string): EmailRenderers {
  return {
    [confirmKind]: (stored, shop) => {
      const { subscriptionId, askedAtMs, email } = confirmFacts.parse(stored)
      const letter = createElement(ConfirmMail, {
        shop,
        email,
        confirmPath: `/newsletter/confirm/${confirmToken(secret, subscriptionId, new Date(askedAtMs))}`,
        unsubscribePath: `/newsletter/unsubscribe/${unsubscribeToken(secret, subscriptionId)}`,
      })
      return renderEmail(`Confirm your newsletter – ${shop.name}`, letter)
    },
  }
}
