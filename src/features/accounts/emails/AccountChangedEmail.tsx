import { ActionLink, EmailLayout, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { type AccountChange, type AccountChangedFacts, changeSubjects } from './account-emails.ts'

/** Informs the owner of a change, in case somebody else made it. */
export function AccountChangedEmail({ facts, shop }: { facts: AccountChangedFacts; shop: EmailShop }) {
  return (
    <EmailLayout
      shop={shop}
      heading={changeSubjects[facts.change]}
      preview="If it was you, you need do nothing."
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, {changeDescriptions[facts.change]}
      </Paragraph>
      {facts.change === 'email_changed' ? (
        <Paragraph>
          If it was you, you need do nothing. If not, please tell us at once: this address no longer opens the
          account.
        </Paragraph>
      ) : (
        <>
          <Paragraph>
            If it was you, you need do nothing. If not, choose a new password now: whoever did it is signed
            out by that.
          </Paragraph>
          <ActionLink shop={shop} path="/password/forgot">
            It was not me
          </ActionLink>
        </>
      )}
    </EmailLayout>
  )
}

const changeDescriptions: Record<AccountChange, string> = {
  password_changed: 'the password of your account was changed. All other devices are signed out.',
  password_reset:
    'the password of your account was changed by a link that we mailed to you. All devices are signed out.',
  second_factor_on: 'your account now asks for a code of your app after the password.',
  second_factor_off: 'your account no longer asks for a code of your app; the password alone lets you in.',
  second_factor_reset:
    'the second factor of your account was removed by the people who run the shop. Its old codes no longer work, and all devices are signed out.',
  email_changed:
    'your account now has another email address, as both addresses confirmed. You sign in and get our emails with that one.',
}
