import { z } from 'zod'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { ActionLink, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'

const quoteRequest = z.object({
  code: z.string(),
  title: z.string(),
  /** From the root. */
  url: z.string(),
  quantity: z.int(),
  name: z.string(),
  email: z.string(),
  telephone: z.string(),
  note: z.string(),
  /** Null: the customer was not signed in, so the address may be anybody's. */
  account: z.object({ email: z.string(), company: z.string() }).nullable(),
})
export type QuoteRequest = z.output<typeof quoteRequest>

/** To staff: a customer asks for the price of a product. `key` is the same for the same request: a repeated click sends one. */
export const quoteRequestEmail = defineEmail({
  kind: 'quote-request',
  payload: quoteRequest,
  create: (shopEmail: string, payload: QuoteRequest, key: string) => ({
    recipient: shopEmail,
    key,
    payload,
    ...(payload.account === null && { overLimit: 'wait' as const }),
  }),
  subject: ({ quantity, code, name }) => `Quote wanted: ${quantity} × ${code} for ${name}`,
  replyTo: ({ email }) => email,
  component: ({ payload: { code, title, url, quantity, name, email, telephone, note, account } }) => (
    <EmailLayout heading="A customer asks for a price" preview={`${quantity} × ${code} ${title}`}>
      <Paragraph>
        {name} asks for the price of {quantity} × {code}. Reply to this email to send it.
      </Paragraph>
      <FactList
        facts={[
          ['Part', `${code} ${title}`],
          ['Quantity', String(quantity)],
          ['Name', name],
          ['Email', email],
          ['Telephone', telephone],
          ['Note', note],
          ['Customer', formatAccount(account)],
        ]}
      />
      <ActionLink path={url}>See the part</ActionLink>
    </EmailLayout>
  ),
})

function formatAccount(account: QuoteRequest['account']): string {
  if (account === null) return 'Not signed in: nobody has checked the name and the address.'
  return `Signed in as ${[account.email, account.company].filter(Boolean).join(', ')}`
}
