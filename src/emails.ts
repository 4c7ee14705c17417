import { accountEmails } from './features/accounts/emails/emails.server.ts'
import { confirmSubscriptionEmail } from './features/newsletter/ConfirmSubscriptionEmail.tsx'
import { orderEmails } from './features/orders/emails/emails.server.ts'
import { quoteEmails } from './features/quotes/emails.server.ts'
import { returnEmails } from './features/returns/ReturnEmails.tsx'
import { statementEmail } from './features/sales-ledger/statement/StatementEmail.tsx'

/** Every e-mail that the shop sends. */
export const emails = [
  ...accountEmails,
  confirmSubscriptionEmail,
  ...orderEmails,
  ...quoteEmails,
  ...Object.values(returnEmails),
  statementEmail,
]
