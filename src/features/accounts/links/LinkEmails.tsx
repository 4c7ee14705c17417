import type { ReactNode } from 'react'
import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../../infra/mail/define-email.server.ts'
import { ActionLink, EmailLayout, FactList, Paragraph, TextLink } from '../../../ui/email/EmailLayout.tsx'
import { type EmailShop, greet } from '../../../ui/email/email.ts'
import { createLinkToken } from './link-token.server.ts'

/** The owner of an account, as the outbox stores it. */
export const accountRecipient = z.object({ personId: z.int(), name: z.string(), email: z.string() })
export type AccountRecipient = z.output<typeof accountRecipient>

/** With the id of a link; it is signed when the e-mail is rendered. */
export const linkRecipient = accountRecipient.extend({ linkId: z.string() })
export type LinkRecipient = z.output<typeof linkRecipient>

const createVerifyPath = ({ config }: LinkDeps, id: string): string =>
  `/account/verify/${createLinkToken(config.sessionSecret, 'verify', id)}`

/** To a typed address, which may be a stranger's. */
const toTypedAddress = (payload: LinkRecipient) => ({
  recipient: payload.email,
  key: payload.linkId,
  payload,
  overLimit: 'drop' as const,
})

export const passwordResetEmail = defineEmail({
  kind: 'password-reset',
  payload: linkRecipient,
  create: toTypedAddress,
  subject: (_, shopName) => `Choose a new password – ${shopName}`,
  links: ({ linkId }, { config }: LinkDeps) => ({
    path: `/password/reset/${createLinkToken(config.sessionSecret, 'reset', linkId)}`,
  }),
  component: ({ payload, shop, links }) => (
    <LinkEmail
      shop={shop}
      heading="Choose a new password"
      preview="The link works once, within an hour."
      path={links.path}
      action="Choose a new password"
      otherwise="If it wasn’t you, do nothing: your password stays as it is."
    >
      {greet(payload.name)}, somebody asked for a new password for {payload.email}. If it was you, choose one
      here. The link works once, within an hour.
    </LinkEmail>
  ),
})

/** Verifies the address; requested once more in the account. */
export const verifyAddressEmail = defineEmail({
  kind: 'verify-address',
  payload: linkRecipient,
  create: toTypedAddress,
  subject: (_, shopName) => `Confirm your email address – ${shopName}`,
  links: ({ linkId }, deps: LinkDeps) => ({ path: createVerifyPath(deps, linkId) }),
  component: ({ payload, shop, links }) => (
    <LinkEmail
      shop={shop}
      heading="Confirm your email address"
      preview="The link works for 7 days."
      path={links.path}
      action="Confirm my email address"
      otherwise="If you don’t have an account with us, do nothing, or tell us."
    >
      {greet(payload.name)}, please confirm that {payload.email} is your email address. The link works for 7
      days.
    </LinkEmail>
  ),
})

interface LinkEmailProps {
  shop: EmailShop
  heading: string
  preview: string
  children: ReactNode
  path: string
  action: string
  /** For somebody who did not request it. */
  otherwise: string
}

function LinkEmail({ shop, heading, preview, children, path, action, otherwise }: LinkEmailProps) {
  return (
    <EmailLayout shop={shop} heading={heading} preview={preview}>
      <Paragraph>{children}</Paragraph>
      <ActionLink shop={shop} path={path}>
        {action}
      </ActionLink>
      <Paragraph>{otherwise}</Paragraph>
    </EmailLayout>
  )
}

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
    verify: verifyId === undefined ? null : createVerifyPath(deps, verifyId),
  }),
  component: ({ payload: { name, email }, shop, links: { verify } }) => (
    <EmailLayout
      shop={shop}
      heading="Your account is ready"
      preview={`Sign in with ${email} and the password you chose.`}
    >
      <Paragraph>
        {greet(name)}, we have set up an account for you. Next time your details are filled in, and all your
        orders are in one place.
      </Paragraph>
      <FactList
        facts={[
          ['Sign in with', email],
          ['Password', 'The one you chose when you ordered'],
        ]}
      />
      {verify !== null && (
        <Paragraph>
          Please confirm that this email address is yours. The link works for 7 days; you can ask for another
          in your account.
        </Paragraph>
      )}
      <ActionLink shop={shop} path={verify ?? '/account'}>
        {verify === null ? 'Go to your account' : 'Confirm my email address'}
      </ActionLink>
      <Paragraph>
        If you didn’t place this order, don’t confirm.{' '}
        <TextLink shop={shop} path="/password/forgot">
          Set a password of your own
        </TextLink>{' '}
        instead, and the account is yours alone. Or tell us and we’ll remove it.
      </Paragraph>
    </EmailLayout>
  ),
})
