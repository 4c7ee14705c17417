import { ActionLink, EmailLayout, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { LinkFacts } from './account-emails.ts'

/** The link that resets a forgotten password. */
export function PasswordResetEmail({
  facts,
  shop,
  path,
}: {
  facts: LinkFacts
  shop: EmailShop
  path: string
}) {
  return (
    <EmailLayout shop={shop} heading="Choose a new password" preview="The link works once, within an hour.">
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, somebody asked for a new password for{' '}
        {facts.email}. If it was you, choose one here. The link works once, within an hour.
      </Paragraph>
      <ActionLink shop={shop} path={path}>
        Choose a new password
      </ActionLink>
      <Paragraph>If it wasn’t you, do nothing: your password stays as it is.</Paragraph>
    </EmailLayout>
  )
}
