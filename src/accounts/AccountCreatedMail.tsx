import { ActionLink, FactList, LetterPaper, Paragraph } from '../ui/Letter.tsx'
import type { LetterShop } from '../ui/mail.ts'
import type { AccountCreatedFacts } from './mail.ts'

/** Sent when a guest's checkout made an account. It never carries the password. */
export function AccountCreatedMail({ facts, shop }: { facts: AccountCreatedFacts; shop: LetterShop }) {
  return (
    <LetterPaper
      shop={shop}
      heading="Your account is ready"
      preview={`Log in with ${facts.email} and the password you chose.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, we have made an account for you. Next time you
        need not type your details again, and you find your orders in one place.
      </Paragraph>
      <FactList
        facts={[
          ['Log in with', facts.email],
          ['Password', 'The one you chose when you ordered'],
        ]}
      />
      <ActionLink shop={shop} path="/account">
        Go to your account
      </ActionLink>
      <Paragraph>If it was not you who ordered, please tell us: the account can be removed.</Paragraph>
    </LetterPaper>
  )
}
