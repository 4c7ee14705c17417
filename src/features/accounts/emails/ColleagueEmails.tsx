import { ActionLink, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { ColleagueRemovedFacts, InvitationAcceptedFacts, InvitationFacts } from './colleague-emails.ts'

/** The link with which a colleague joins the company. */
export function InvitationEmail({
  facts,
  shop,
  path,
}: {
  facts: InvitationFacts
  shop: EmailShop
  path: string
}) {
  const { company, inviter, email } = facts
  return (
    <EmailLayout
      shop={shop}
      heading={`Order for ${company}`}
      preview={`${inviter} invites you. The link works for 7 days.`}
    >
      <Paragraph>
        Hello, {inviter} of {company} invites you to order filters from us for the company.
      </Paragraph>
      <FactList facts={[['You will sign in with', email]]} />
      <ActionLink shop={shop} path={path}>
        Accept the invitation
      </ActionLink>
      <Paragraph>
        The link works once, within 7 days. If you don’t know {inviter}, please ignore this email.
      </Paragraph>
    </EmailLayout>
  )
}

export function InvitationAcceptedEmail({
  facts,
  shop,
}: {
  facts: InvitationAcceptedFacts
  shop: EmailShop
}) {
  const { name, company, colleague } = facts
  return (
    <EmailLayout
      shop={shop}
      heading={`${colleague.name} now orders for ${company}`}
      preview="Your invitation was accepted."
    >
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, {colleague.name} ({colleague.email}) has accepted your
        invitation. Under Colleagues you can see who orders for {company}, and remove anybody.
      </Paragraph>
      <ActionLink shop={shop} path="/account/colleagues">
        See your colleagues
      </ActionLink>
    </EmailLayout>
  )
}

export function ColleagueRemovedEmail({ facts, shop }: { facts: ColleagueRemovedFacts; shop: EmailShop }) {
  const { name, company, remover } = facts
  return (
    <EmailLayout
      shop={shop}
      heading={`You no longer order for ${company}`}
      preview="Your account stays yours, as a private one."
    >
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, {remover} has removed you from the account of {company}.
        You are signed out everywhere, and your orders for {company} stay with the company.
      </Paragraph>
      <Paragraph>
        You can still sign in and order for yourself. If this is a mistake, please speak to {remover}.
      </Paragraph>
    </EmailLayout>
  )
}
