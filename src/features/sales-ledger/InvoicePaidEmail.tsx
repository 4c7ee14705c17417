import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { formatPounds, type Pence, pence } from '../../lib/money.ts'
import { greet } from '../../ui/email/email.ts'
import { TextEmail } from '../../ui/email/TextEmail.tsx'

interface InvoicePaid {
  /** 'INV-000042'. */
  invoice: string
  accountNumber: string
  amount: Pence
  /** Of the card provider. */
  reference: string
}

/** Confirms that an invoice on account was paid by card, to those who get the company's statements (R-LEDGER-12). */
export const invoicePaidEmail = defineEmail({
  kind: 'invoice-paid',
  payload: z.object({
    invoice: z.string(),
    accountNumber: z.string(),
    amount: z.number().transform(pence),
    reference: z.string(),
    name: z.string(),
  }),
  create: (paid: InvoicePaid, { email, name }: { email: string; name: string }) => ({
    recipient: email,
    key: `${paid.reference}:${email}`,
    payload: { ...paid, name },
  }),
  subject: ({ invoice, amount }, shopName) =>
    `We have your payment of ${formatPounds(amount)} for invoice ${invoice} – ${shopName}`,
  component: ({ payload: { invoice, accountNumber, amount, reference, name } }) => (
    <TextEmail
      heading="Thank you, we have your payment"
      preview={`${formatPounds(amount)} paid by card for invoice ${invoice}.`}
      parts={[
        `${greet(name)}, your payment of ${formatPounds(amount)} for invoice ${invoice} has gone through. Nothing more is to be paid for it.`,
        {
          facts: Object.entries({
            'Paid by card': formatPounds(amount),
            Account: accountNumber,
            Reference: reference,
          }),
        },
        name !== '' && { action: 'See what is open', path: '/account/statements' },
      ]}
    />
  ),
})
