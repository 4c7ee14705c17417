import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../../infra/mail/define-email.server.ts'
import { TextLink } from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { TextEmail } from '../../../ui/email/TextEmail.tsx'
import { createLinkToken, type LinkPurpose } from './link-token.server.ts'

/** The owner of an account, as the outbox stores it. */
export const accountRecipient = z.object({ personId: z.int(), name: z.string(), email: z.string() })
export type AccountRecipient = z.output<typeof accountRecipient>

/** With the id of a link; it is signed when the e-mail is rendered. */
export const linkRecipient = accountRecipient.extend({ linkId: z.string() })
export type LinkRecipient = z.output<typeof linkRecipient>

/** One e-mail for each link. */
export const toLinkEmail = <P extends { email: string; linkId: string }>(payload: P) => ({
  recipient: payload.email,
  key: payload.linkId,
  payload,
})

/** To a typed address, which may be a stranger's. */
export const toTypedAddress = <P extends { email: string; linkId: string }>(payload: P) => ({
  ...toLinkEmail(payload),
  overLimit: 'drop' as const,
})

/** The signed link of an e-mail, whose page is below `page`. */
export const signLink =
  (page: string, purpose: LinkPurpose) =>
  ({ linkId }: { linkId: string }, { config }: LinkDeps) => ({
    path: `${page}/${createLinkToken(config.sessionSecret, purpose, linkId)}`,
  })

const signVerifyLink = signLink('/account/verify', 'verify')

export const passwordResetEmail = defineEmail({
  kind: 'password-reset',
  payload: linkRecipient,
  create: toTypedAddress<LinkRecipient>,
  subject: (_, shopName) => `Choose a new password – ${shopName}`,
  links: signLink('/password/reset', 'reset'),
  component: ({ payload, links }) => (
    <TextEmail
      heading="Choose a new password"
      preview="The link works once, within an hour."
      parts={[
        `${greet(payload.name)}, somebody asked for a new password for ${payload.email}. If it was you, choose one here. The link works once, within an hour.`,
        { action: 'Choose a new password', path: links.path },
        'If it wasn’t you, do nothing: your password stays as it is.',
      ]}
    />
  ),
})

/** To a new member of staff, or one who needs another link. */
export const staffInvitedEmail = defineEmail({
  kind: 'staff-invited',
  payload: linkRecipient,
  create: toLinkEmail<LinkRecipient>,
  subject: (_, shopName) => `Your staff login – ${shopName}`,
  links: signLink('/password/reset', 'reset'),
  component: ({ payload, links }) => (
    <TextEmail
      heading="Your staff login"
      preview="The link works once, within an hour."
      parts={[
        `${greet(payload.name)}, you can sign in to our back office now. Choose your password first; the link works once, within an hour.`,
        { facts: [['You will sign in with', payload.email]] },
        { action: 'Choose a password', path: links.path },
        <>
          Have your phone with an authenticator app ready for two-step sign-in. If the link is too old,{' '}
          <TextLink path="/password/forgot">ask for another</TextLink>.
        </>,
      ]}
    />
  ),
})

/** Verifies the address; requested once more in the account. */
export const verifyAddressEmail = defineEmail({
  kind: 'verify-address',
  payload: linkRecipient,
  create: toTypedAddress<LinkRecipient>,
  subject: (_, shopName) => `Confirm your email address – ${shopName}`,
  links: signVerifyLink,
  component: ({ payload, links }) => (
    <TextEmail
      heading="Confirm your email address"
      preview="The link works for 7 days."
      parts={[
        `${greet(payload.name)}, please confirm that ${payload.email} is your email address. The link works for 7 days.`,
        { action: 'Confirm my email address', path: links.path },
        'If you don’t have an account with us, do nothing, or tell us.',
      ]}
    />
  ),
})

/** Sent when a guest's order created an account, once for each. It never contains the password. */
export const accountCreatedEmail = defineEmail({
  kind: 'account-created',
  /** Without `verifyId` the address needs no verification. */
  payload: accountRecipient.extend({ verifyId: z.string().optional() }),
  create: (payload: AccountRecipient & { verifyId?: string }) => ({
    recipient: payload.email,
    key: `${payload.personId}`,
    payload,
    overLimit: 'wait' as const,
  }),
  subject: (_, shopName) => `Your account at ${shopName}`,
  links: ({ verifyId }, deps: LinkDeps) => ({
    verify: verifyId === undefined ? null : signVerifyLink({ linkId: verifyId }, deps).path,
  }),
  component: ({ payload: { name, email }, links: { verify } }) => (
    <TextEmail
      heading="Your account is ready"
      preview={`Sign in with ${email} and the password you chose.`}
      parts={[
        `${greet(name)}, we have set up an account for you. Next time your details are filled in, and all your orders are in one place.`,
        {
          facts: [
            ['Sign in with', email],
            ['Password', 'The one you chose when you ordered'],
          ],
        },
        verify !== null &&
          'Please confirm that this email address is yours. The link works for 7 days; you can ask for another in your account.',
        verify === null
          ? { action: 'Go to your account', path: '/account' }
          : { action: 'Confirm my email address', path: verify },
        <>
          If you didn’t place this order, don’t confirm.{' '}
          <TextLink path="/password/forgot">Set a password of your own</TextLink> instead, and the account is
          yours alone. Or tell us and we’ll remove it.
        </>,
      ]}
    />
  ),
})
