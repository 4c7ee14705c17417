import { ActionLink, EmailLayout, emailStyles, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import { type EmailShop, toAbsoluteUrl } from '../../../ui/email/email.ts'
import type { AccountCreatedFacts } from './account-emails.ts'

interface AccountCreatedEmailProps {
  facts: AccountCreatedFacts
  shop: EmailShop
  /** The link that verifies the address; null: it needs no verification. */
  verifyPath: string | null
}

/** Sent when a guest's order created an account. It never contains the password. */
export function AccountCreatedEmail({ facts, shop, verifyPath }: AccountCreatedEmailProps) {
  return (
    <EmailLayout
      shop={shop}
      heading="Your account is ready"
      preview={`Sign in with ${facts.email} and the password you chose.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, we have set up an account for you. Next time
        your details are filled in, and all your orders are in one place.
      </Paragraph>
      <FactList
        facts={[
          ['Sign in with', facts.email],
          ['Password', 'The one you chose when you ordered'],
        ]}
      />
      {verifyPath !== null && (
        <Paragraph>
          Please confirm that this email address is yours. The link works for 7 days; you can ask for another
          in your account.
        </Paragraph>
      )}
      <ActionLink shop={shop} path={verifyPath ?? '/account'}>
        {verifyPath === null ? 'Go to your account' : 'Confirm my email address'}
      </ActionLink>
      <Paragraph>
        If you didn’t place this order, don’t confirm.{' '}
        <a className="link" style={emailStyles.link} href={toAbsoluteUrl(shop, '/password/forgot')}>
          Set a password of your own
        </a>{' '}
        instead, and the account is yours alone. Or tell us and we’ll remove it.
      </Paragraph>
    </EmailLayout>
  )
}
