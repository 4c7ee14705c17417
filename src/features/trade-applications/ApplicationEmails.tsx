import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { createSignedToken, deriveKey, readSignedToken } from '../../infra/token.ts'
import { greet } from '../../ui/email/email.ts'
import { TextEmail } from '../../ui/email/TextEmail.tsx'
import { applicationUrl } from './application.ts'

const payload = z.object({ id: z.int(), email: z.string(), name: z.string(), company: z.string() })
type Applicant = z.output<typeof payload>

const getKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'trade applications')

/** The application of a link that confirms one; null: it was not signed by this shop. */
export function readConfirmToken(sessionSecret: string, token: string): number | null {
  const id = readSignedToken(getKey(sessionSecret), 'confirm', token)
  return id === null ? null : Number(id)
}

/** Before that staff see nothing of it: the address may be anybody's. */
export const confirmApplicationEmail = defineEmail({
  kind: 'trade-application-confirm',
  payload,
  create: (applicant: Applicant) => ({
    recipient: applicant.email,
    key: String(applicant.id),
    payload: applicant,
    overLimit: 'drop' as const,
  }),
  subject: (_, shopName) => `Confirm your application for a trade account – ${shopName}`,
  links: ({ id }, { config: { sessionSecret } }: LinkDeps) => ({
    confirm: `${applicationUrl}/confirm/${createSignedToken(getKey(sessionSecret), 'confirm', String(id))}`,
  }),
  component: ({ payload: { name, company }, links }) => (
    <TextEmail
      heading="Confirm your application"
      preview="The link works for 7 days."
      parts={[
        `${greet(name)}, somebody, we hope you, has applied for a trade account for ${company} with this email address.`,
        { action: 'Confirm the application', path: links.confirm },
        'The link works for 7 days. If it wasn’t you, do nothing: the application will be deleted.',
      ]}
    />
  ),
})

export const applicationRefusedEmail = defineEmail({
  kind: 'trade-application-refused',
  payload: payload.extend({ reason: z.string() }),
  create: (applicant: Applicant & { reason: string }) => ({
    recipient: applicant.email,
    key: String(applicant.id),
    payload: applicant,
  }),
  subject: (_, shopName) => `Your application for a trade account – ${shopName}`,
  component: ({ payload: { name, company, reason } }) => (
    <TextEmail
      heading="Your application for a trade account"
      preview={`We can’t open an account for ${company} now.`}
      parts={[
        `${greet(name)}, thank you for applying. We can’t open a trade account for ${company} now:`,
        reason,
        'You can still order from us and pay by card. If you think this is a mistake, please reply to this email.',
      ]}
    />
  ),
})
