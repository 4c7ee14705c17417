import { z } from 'zod'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { greet } from '../../../ui/email/email.ts'
import { TextEmail } from '../../../ui/email/TextEmail.tsx'
import {
  type LinkRecipient,
  linkRecipient,
  signLink,
  toLinkEmail,
  toTypedAddress,
} from '../links/LinkEmails.tsx'

/** To the present address: the owner confirms or stops the change. */
export const emailChangeCurrentEmail = defineEmail({
  kind: 'email-change-current',
  // `isByStaff`: on the telephone, so that only the new address confirms it.
  payload: linkRecipient.extend({ newEmail: z.string(), isByStaff: z.boolean().default(false) }),
  create: toLinkEmail<LinkRecipient & { newEmail: string; isByStaff?: boolean }>,
  subject: ({ isByStaff }, shopName) =>
    `${isByStaff ? 'We are changing' : 'Confirm the change of'} your email address – ${shopName}`,
  links: signLink('/account/email', 'email-current'),
  component: ({ payload: { name, email, newEmail, isByStaff }, links }) => (
    <TextEmail
      heading="Change your email address?"
      preview={`To ${newEmail}. Nothing changes until ${isByStaff ? 'that address is' : 'you'} confirm${isByStaff ? 'ed' : ' it'}.`}
      parts={[
        isByStaff
          ? `${greet(name)}, you have asked us to change the email address of your account.`
          : `${greet(name)}, somebody who knows your password has asked to change the email address of your account.`,
        {
          facts: [
            ['From', email],
            ['To', newEmail],
          ],
        },
        isByStaff
          ? 'If it was you, open the link in the email to the new address within 24 hours.'
          : 'If it was you, confirm it here, and open the link in the email to the new address too. Both links work for 24 hours.',
        { action: isByStaff ? 'Stop the change' : 'Confirm or stop the change', path: links.path },
        `If it wasn’t you, open ${isByStaff ? 'this' : 'the same'} link and stop the change there.`,
      ]}
    />
  ),
})

/** Without a name: the address may have been mistyped, or belong to somebody else. */
const newAddress = z.object({ email: z.string(), linkId: z.string() })
type NewAddress = z.output<typeof newAddress>

export const emailChangeNewEmail = defineEmail({
  kind: 'email-change-new',
  payload: newAddress,
  create: toTypedAddress<NewAddress>,
  subject: (_, shopName) => `Confirm your new email address – ${shopName}`,
  links: signLink('/account/email', 'email-new'),
  component: ({ payload: { email }, links }) => (
    <TextEmail
      heading="Confirm your new email address"
      preview="One click, then you sign in with this address."
      parts={[
        `Hello, a customer of ours wants to sign in with ${email} from now on. If it was you, confirm it here in a browser where you are signed in. The link works for 24 hours.`,
        { action: 'Confirm my new address', path: links.path },
        'If it wasn’t you, do nothing: the address was probably mistyped, and nothing will change.',
      ]}
    />
  ),
})

/** To a new address that has an account: only its owner learns that. */
export const emailChangeTakenEmail = defineEmail({
  kind: 'email-change-taken',
  payload: newAddress,
  create: toTypedAddress<NewAddress>,
  subject: (_, shopName) => `You already have an account – ${shopName}`,
  component: ({ payload: { email } }) => (
    <TextEmail
      heading="You already have an account"
      preview="So this address cannot be used for another account."
      parts={[
        `Hello, a customer of ours wants to sign in with ${email} from now on. But this address has an account of its own, so nothing is changed.`,
        'If it was you, sign in with this address, or choose a new password if you’ve forgotten yours. If it wasn’t you, do nothing.',
        { action: 'Sign in', path: '/login' },
      ]}
    />
  ),
})
