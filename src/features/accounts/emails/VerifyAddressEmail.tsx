import { ActionLink, EmailLayout, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { LinkFacts } from './account-emails.ts'

/** The link that verifies the address, requested once more in the account. */
export function VerifyAddressEmail({
  facts,
  shop,
  path,
}: {
  facts: LinkFacts
  shop: EmailShop
  path: string
}) {
  return (
    <EmailLayout shop={shop} heading="Confirm your email address" preview="The link works for 7 days.">
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, please confirm that {facts.email} is your email
        address. The link works for 7 days.
      </Paragraph>
      <ActionLink shop={shop} path={path}>
        Confirm my email address
      </ActionLink>
      <Paragraph>If you don’t have an account with us, do nothing, or tell us.</Paragraph>
    </EmailLayout>
  )
}
