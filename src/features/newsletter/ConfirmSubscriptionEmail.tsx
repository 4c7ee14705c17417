import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { TextLink } from '../../ui/email/EmailLayout.tsx'
import { TextEmail } from '../../ui/email/TextEmail.tsx'
import { createConfirmToken, createUnsubscribeToken } from './link-tokens.server.ts'
import { consentText } from './messages.ts'

const subscription = z.object({ subscriptionId: z.int(), askedAtMs: z.int(), email: z.string() })

/** Double opt-in: without the confirmation no newsletter is sent. */
export const confirmSubscriptionEmail = defineEmail({
  kind: 'newsletter-confirm',
  payload: subscription,
  create: (payload: z.output<typeof subscription>) => ({
    recipient: payload.email,
    key: `${payload.subscriptionId}:${payload.askedAtMs}`,
    payload,
    overLimit: 'drop' as const,
  }),
  subject: (_, shopName) => `Confirm your newsletter – ${shopName}`,
  links: ({ subscriptionId, askedAtMs }, { config: { sessionSecret } }: LinkDeps) => ({
    confirm: `/newsletter/confirm/${createConfirmToken(sessionSecret, subscriptionId, new Date(askedAtMs))}`,
    unsubscribe: `/newsletter/unsubscribe/${createUnsubscribeToken(sessionSecret, subscriptionId)}`,
  }),
  component: ({ payload: { email }, links }) => (
    <TextEmail
      heading="Confirm your newsletter"
      preview="The link works for 7 days."
      parts={[
        `Somebody, we hope you, signed ${email} up for our newsletter and agreed to this: “${consentText}”`,
        { action: 'Yes, send me the newsletter', path: links.confirm },
        <>
          The link works for 7 days. If it wasn’t you, do nothing: we won’t write to you, and the address will
          be deleted. Or <TextLink path={links.unsubscribe}>remove it now</TextLink>.
        </>,
      ]}
    />
  ),
})
