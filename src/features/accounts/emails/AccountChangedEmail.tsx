import { ActionLink, EmailLayout, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { type AccountChange, type AccountChangedFacts, changeSubjects } from './account-emails.ts'

/** Informs the owner of a change, in case somebody else made it. */
export function AccountChangedEmail({ facts, shop }: { facts: AccountChangedFacts; shop: EmailShop }) {
  return (
    <EmailLayout
      shop={shop}
      heading={changeSubjects[facts.change]}
      preview="If it was you, there is nothing to do."
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, {changeDescriptions[facts.change]}
      </Paragraph>
      {facts.change === 'email_changed' ? (
        <Paragraph>
          If this was you, there’s nothing to do. If not, please tell us straight away: this address can no
          longer sign in.
        </Paragraph>
      ) : (
        <>
          <Paragraph>
            If this was you, there’s nothing to do. If not, choose a new password now: that signs out whoever
            did it.
          </Paragraph>
          <ActionLink shop={shop} path="/password/forgot">
            This wasn’t me
          </ActionLink>
        </>
      )}
    </EmailLayout>
  )
}

const changeDescriptions: Record<AccountChange, string> = {
  password_changed: 'the password of your account was changed. All other devices are signed out.',
  password_reset:
    'the password of your account was changed with a link we emailed to you. All devices are signed out.',
  second_factor_on: 'your account now asks for a code from your app after the password.',
  second_factor_off:
    'your account no longer asks for a code from your app: the password is enough to sign in.',
  second_factor_reset:
    'our staff have switched two-step sign-in off for your account. Its old codes no longer work, and all devices are signed out.',
  email_changed:
    'the email address of your account was changed, and both addresses confirmed it. Use the new one to sign in; our emails go there too.',
}
