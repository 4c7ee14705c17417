import { createElement } from 'react'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import { createConfirmToken, createUnsubscribeToken } from '../link-tokens.server.ts'
import { ConfirmSubscriptionEmail } from './ConfirmSubscriptionEmail.tsx'
import { confirmSubscriptionFacts, confirmSubscriptionKind } from './confirm-subscription.ts'

/** The e-mails of the newsletter, by their kind in the outbox. */
export function newsletterEmails(secret: string): EmailRenderers {
  return {
    [confirmSubscriptionKind]: (stored, shop) => {
      const { subscriptionId, askedAtMs, email } = confirmSubscriptionFacts.parse(stored)
      const element = createElement(ConfirmSubscriptionEmail, {
        shop,
        email,
        confirmPath: `/newsletter/confirm/${createConfirmToken(secret, subscriptionId, new Date(askedAtMs))}`,
        unsubscribePath: `/newsletter/unsubscribe/${createUnsubscribeToken(secret, subscriptionId)}`,
      })
      return renderEmail(`Confirm your newsletter – ${shop.name}`, element)
    },
  }
}
