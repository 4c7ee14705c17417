import { ActionLink, EmailLayout, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { LimitedLoginsFacts } from './account-emails.ts'

const sentences: Record<LimitedLoginsFacts['reason'], { what: string; advice: string }> = {
  passwords: {
    what: 'somebody has tried so many wrong passwords for your account that, for a day, nobody can sign in to it from a browser we have not seen before. Nobody got in.',
    advice:
      'You can still sign in with a browser you’ve used before, or with two-step sign-in. Anywhere else, choose a new password first.',
  },
  codes: {
    what: 'somebody entered your correct password and then too many wrong codes. Nobody got in.',
    advice:
      'If it wasn’t you, somebody knows your password: choose a new one now. If it was you, wait a quarter of an hour and sign in again.',
  },
}

/** Tells the owner, once a day at most, that an account is being attacked and how to sign in meanwhile (R-ACCOUNT-7). */
export function LimitedLoginsEmail({ facts, shop }: { facts: LimitedLoginsFacts; shop: EmailShop }) {
  const { what, advice } = sentences[facts.reason]
  return (
    <EmailLayout
      shop={shop}
      heading="Somebody is trying to get into your account"
      preview="Nobody got in. Here is how you sign in meanwhile."
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, {what}
      </Paragraph>
      <Paragraph>{advice}</Paragraph>
      <ActionLink shop={shop} path="/password/forgot">
        Choose a new password
      </ActionLink>
    </EmailLayout>
  )
}
