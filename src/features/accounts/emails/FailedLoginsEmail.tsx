import { ActionLink, EmailLayout, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { FailedLoginsFacts } from './account-emails.ts'

/** Warns the owner that somebody tries passwords, once a day at most. */
export function FailedLoginsEmail({ facts, shop }: { facts: FailedLoginsFacts; shop: EmailShop }) {
  return (
    <EmailLayout
      shop={shop}
      heading="Many failed attempts to sign in"
      preview="Nobody got in. Your password stays as it is."
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, somebody tried many times to sign in to your
        account with a wrong password. Nobody got in, and we are slowing the attempts down.
      </Paragraph>
      <Paragraph>
        If it was you and you’ve forgotten your password, choose a new one. If it wasn’t, and you use the same
        password elsewhere, choose another one here too.
      </Paragraph>
      <ActionLink shop={shop} path="/password/forgot">
        Choose a new password
      </ActionLink>
    </EmailLayout>
  )
}
