import { z } from 'zod'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { greet } from '../../../ui/email/email.ts'
import { TextEmail } from '../../../ui/email/TextEmail.tsx'
import { signLink, toLinkEmail } from '../links/LinkEmails.tsx'

const invitation = z.object({
  email: z.string(),
  company: z.string(),
  inviter: z.string(),
  linkId: z.string(),
})

/** The link with which a colleague joins the company; the colleague may have no account yet. */
export const invitationEmail = defineEmail({
  kind: 'invitation',
  payload: invitation,
  create: toLinkEmail<z.output<typeof invitation>>,
  // Without an inviter it is the shop that invites.
  subject: ({ company, inviter }, shopName) =>
    `${inviter || shopName} invites you to order for ${company}${inviter ? ` – ${shopName}` : ''}`,
  links: signLink('/account/invitation', 'invitation'),
  component: ({ payload: { company, inviter, email }, links }) => (
    <TextEmail
      heading={`Order for ${company}`}
      preview={`${inviter || 'We'} invite${inviter ? 's' : ''} you. The link works for 7 days.`}
      parts={[
        inviter
          ? `Hello, ${inviter} of ${company} invites you to order filters from us for the company.`
          : `Hello, you can order filters from us for ${company} now. Accept the invitation to set up your login.`,
        { facts: [['You will sign in with', email]] },
        { action: 'Accept the invitation', path: links.path },
        `The link works once, within 7 days. If you don’t know ${inviter || company}, please ignore this email.`,
      ]}
    />
  ),
})

interface Named {
  name: string
  email: string
}

/** To the head buyer who invited. */
export const invitationAcceptedEmail = defineEmail({
  kind: 'invitation-accepted',
  payload: z.object({
    name: z.string(),
    email: z.string(),
    company: z.string(),
    colleague: z.object({ name: z.string(), email: z.string() }),
  }),
  create: (
    { name, email }: Named,
    { company, colleague, personId }: { company: string; colleague: Named; personId: number },
    at: Date,
  ) => ({
    recipient: email,
    key: `${personId}:${at.toISOString()}`,
    payload: { name, email, company, colleague },
  }),
  subject: ({ company, colleague }, shopName) => `${colleague.name} now orders for ${company} – ${shopName}`,
  component: ({ payload: { name, company, colleague } }) => (
    <TextEmail
      heading={`${colleague.name} now orders for ${company}`}
      preview="Your invitation was accepted."
      parts={[
        `${greet(name)}, ${colleague.name} (${colleague.email}) has accepted your invitation. Under Colleagues you can see who orders for ${company}, and remove anybody.`,
        { action: 'See your colleagues', path: '/account/colleagues' },
      ]}
    />
  ),
})

/** To the person who was removed. */
export const colleagueRemovedEmail = defineEmail({
  kind: 'colleague-removed',
  payload: z.object({ name: z.string(), email: z.string(), company: z.string(), remover: z.string() }),
  create: ({ id, name, email }: Named & { id: number }, company: string, remover: string, at: Date) => ({
    recipient: email,
    key: `${id}:${at.toISOString()}`,
    payload: { name, email, company, remover },
  }),
  subject: ({ company }, shopName) => `You no longer order for ${company} – ${shopName}`,
  component: ({ payload: { name, company, remover } }) => (
    <TextEmail
      heading={`You no longer order for ${company}`}
      preview="Your account stays yours, as a private one."
      parts={[
        `${greet(name)}, ${remover} has removed you from the account of ${company}. You are signed out everywhere, and your orders for ${company} stay with the company.`,
        `You can still sign in and order for yourself. If this is a mistake, please speak to ${remover}.`,
      ]}
    />
  ),
})
