import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../../infra/mail/define-email.server.ts'
import { ActionLink, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { type LinkRecipient, linkRecipient } from '../links/LinkEmails.tsx'
import { createLinkToken } from '../links/link-token.server.ts'

/** To the present address: the owner confirms or stops the change. */
export const emailChangeCurrentEmail = defineEmail({
  kind: 'email-change-current',
  payload: linkRecipient.extend({ newEmail: z.string() }),
  create: (payload: LinkRecipient & { newEmail: string }) => ({
    recipient: payload.email,
    key: payload.linkId,
    payload,
  }),
  subject: (_, shopName) => `Confirm the change of your email address – ${shopName}`,
  links: ({ linkId }, { config }: LinkDeps) => ({
    path: `/account/email/${createLinkToken(config.sessionSecret, 'email-current', linkId)}`,
  }),
  component: ({ payload: { name, email, newEmail }, shop, links }) => (
    <EmailLayout
      shop={shop}
      heading="Change your email address?"
      preview={`To ${newEmail}. Nothing changes until you confirm it.`}
    >
      <Paragraph>
        {greet(name)}, somebody who knows your password has asked to change the email address of your account.
      </Paragraph>
      <FactList
        facts={[
          ['From', email],
          ['To', newEmail],
        ]}
      />
      <Paragraph>
        If it was you, confirm it here, and open the link in the email to the new address too. Both links work
        for 24 hours.
      </Paragraph>
      <ActionLink shop={shop} path={links.path}>
        Confirm or stop the change
      </ActionLink>
      <Paragraph>If it wasn’t you, open the same link and stop the change there.</Paragraph>
    </EmailLayout>
  ),
})

/** Without a name: the address may have been mistyped, or belong to somebody else. */
const newAddress = z.object({ email: z.string(), linkId: z.string() })

const toNewAddress = (payload: z.output<typeof newAddress>) => ({
  recipient: payload.email,
  key: payload.linkId,
  payload,
  overLimit: 'drop' as const,
})

export const emailChangeNewEmail = defineEmail({
  kind: 'email-change-new',
  payload: newAddress,
  create: toNewAddress,
  subject: (_, shopName) => `Confirm your new email address – ${shopName}`,
  links: ({ linkId }, { config }: LinkDeps) => ({
    path: `/account/email/${createLinkToken(config.sessionSecret, 'email-new', linkId)}`,
  }),
  component: ({ payload: { email }, shop, links }) => (
    <EmailLayout
      shop={shop}
      heading="Confirm your new email address"
      preview="One click, then you sign in with this address."
    >
      <Paragraph>
        Hello, a customer of ours wants to sign in with {email} from now on. If it was you, confirm it here in
        a browser where you are signed in. The link works for 24 hours.
      </Paragraph>
      <ActionLink shop={shop} path={links.path}>
        Confirm my new address
      </ActionLink>
      <Paragraph>
        If it wasn’t you, do nothing: the address was probably mistyped, and nothing will change.
      </Paragraph>
    </EmailLayout>
  ),
})

/** To a new address that has an account: only its owner learns that. */
export const emailChangeTakenEmail = defineEmail({
  kind: 'email-change-taken',
  payload: newAddress,
  create: toNewAddress,
  subject: (_, shopName) => `You already have an account – ${shopName}`,
  component: ({ payload: { email }, shop }) => (
    <EmailLayout
      shop={shop}
      heading="You already have an account"
      preview="So this address cannot be used for another account."
    >
      <Paragraph>
        Hello, a customer of ours wants to sign in with {email} from now on. But this address has an account
        of its own, so nothing is changed.
      </Paragraph>
      <Paragraph>
        If it was you, sign in with this address, or choose a new password if you’ve forgotten yours. If it
        wasn’t you, do nothing.
      </Paragraph>
      <ActionLink shop={shop} path="/login">
        Sign in
      </ActionLink>
    </EmailLayout>
  ),
})
