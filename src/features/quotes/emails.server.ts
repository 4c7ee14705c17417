import type { AppContext } from '../../infra/app-context.ts'
import type { DefinedEmail } from '../../infra/mail/define-email.server.ts'
import { customerMessageEmail, quoteMessageEmail } from './messages/MessageEmails.tsx'
import { quoteReadyEmail, quoteReminderEmail } from './QuoteEmails.tsx'
import { quoteRequestEmail } from './request/QuoteRequestEmail.tsx'

export const quoteEmails: readonly DefinedEmail<Pick<AppContext, 'config' | 'threads'>>[] = [
  quoteReadyEmail,
  quoteReminderEmail,
  quoteMessageEmail,
  customerMessageEmail,
  quoteRequestEmail,
]
