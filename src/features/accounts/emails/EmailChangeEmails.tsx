import { ActionLink, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { EmailChangeCurrentFacts, EmailChangeNewFacts } from './account-emails.ts'

/** To the present address: the owner confirms or stops the change. */
export function EmailChangeCurrentEmail({
  facts,
  shop,
  path,
}: {
  facts: EmailChangeCurrentFacts
  shop: EmailShop
  path: string
}) {
  return (
    <EmailLayout
      shop={shop}
      heading="Change your email address?"
      preview={`To ${facts.newEmail}. Nothing changes until you confirm it.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, somebody who knows your password has asked to
        change the email address of your account.
      </Paragraph>
      <FactList
        facts={[
          ['From', facts.email],
          ['To', facts.newEmail],
        ]}
      />
      <Paragraph>
        If it was you, confirm it here, and open the link in the email to the new address too. Both links work
        for 24 hours.
      </Paragraph>
      <ActionLink shop={shop} path={path}>
        Confirm or stop the change
      </ActionLink>
      <Paragraph>If it wasn’t you, open the same link and stop the change there.</Paragraph>
    </EmailLayout>
  )
}

/** To the new address. It has no name in it, because the address may have been mistyped. */
export function EmailChangeNewEmail({
  facts,
  shop,
  path,
}: {
  facts: EmailChangeNewFacts
  shop: EmailShop
  path: string
}) {
  return (
    <EmailLayout
      shop={shop}
      heading="Confirm your new email address"
      preview="One click, then you sign in with this address."
    >
      <Paragraph>
        Hello, a customer of ours wants to sign in with {facts.email} from now on. If it was you, confirm it
        here in a browser where you are signed in. The link works for 24 hours.
      </Paragraph>
      <ActionLink shop={shop} path={path}>
        Confirm my new address
      </ActionLink>
      <Paragraph>
        If it wasn’t you, do nothing: the address was probably mistyped, and nothing will change.
      </Paragraph>
    </EmailLayout>
  )
}

/** To a new address that has an account: only its owner learns that. */
export function EmailChangeTakenEmail({ facts, shop }: { facts: EmailChangeNewFacts; shop: EmailShop }) {
  return (
    <EmailLayout
      shop={shop}
      heading="You already have an account"
      preview="So this address cannot be used for another account."
    >
      <Paragraph>
        Hello, a customer of ours wants to sign in with {facts.email} from now on. But this address has an
        account of its own, so nothing is changed.
      </Paragraph>
      <Paragraph>
        If it was you, sign in with this address, or choose a new password if you’ve forgotten yours. If it
        wasn’t you, do nothing.
      </Paragraph>
      <ActionLink shop={shop} path="/login">
        Sign in
      </ActionLink>
    </EmailLayout>
  )
}
