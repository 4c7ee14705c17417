import type pg from 'pg'
import { accountTasks } from './features/accounts/jobs.ts'
import { accountLetters } from './features/accounts/letters.server.ts'
import { sweepSessions } from './features/accounts/service.ts'
import { sweepBaskets } from './features/basket/sweep.server.ts'
import { createCalendarWatch } from './features/delivery/calendar-watch.server.ts'
import { newsletterLetters } from './features/newsletter/letters.server.ts'
import { sweepNewsletter } from './features/newsletter/service.ts'
import { orderEmails } from './features/orders/emails/emails.server.ts'
import { numberInvoices } from './features/orders/invoice/numbering.server.ts'
import { deleteLapsedGuestPasswords } from './features/orders/placing/guest-passwords.server.ts'
import { lapseOrders } from './features/orders/service.ts'
import { type Payments, retryOpenRefunds } from './features/payments/service.ts'
import { quoteEmails } from './features/quotes/emails.server.ts'
import { expireQuotes } from './features/quotes/service.ts'
import type { AppContext } from './infra/app-context.ts'
import { startWorker, type Worker } from './infra/jobs/jobs.ts'
import { deleteExpiredAttempts } from './infra/rate-limit/attempts.ts'

/** The background work of the whole shop: mails, and what is looked after once a minute. */
export function startBackground(
  context: AppContext,
  pool: pg.Pool,
  payments: Payments | null,
): Promise<Worker> {
  const tellOfCalendar = createCalendarWatch(context)
  tellOfCalendar()
  return startWorker(
    { ...context, pool },
    {
      tasks: { ...accountTasks(context) },
      letters: {
        ...orderEmails,
        ...quoteEmails(context.config),
        ...accountLetters(context.config.sessionSecret),
        ...newsletterLetters(context.config.sessionSecret),
      },
      everyMinute: [
        async () => {
          const ended = await lapseOrders(context)
          if (ended > 0) context.log.info({ ended }, 'orders lapsed')
        },
        async () => {
          const expired = await expireQuotes(context)
          if (expired > 0) context.log.info({ expired }, 'quotes expired')
        },
        async () => {
          const numbered = await numberInvoices(context)
          if (numbered > 0) context.log.info({ numbered }, 'invoices numbered')
        },
        async () => {
          const completed = payments ? await retryOpenRefunds(payments) : 0
          if (completed > 0) context.log.info({ completed }, 'refunds completed')
        },
        () => sweepSessions(context),
        () => deleteExpiredAttempts(context.db, context.now()),
        () => sweepBaskets(context),
        () => sweepNewsletter(context),
        () => deleteLapsedGuestPasswords(context),
        async () => tellOfCalendar(),
      ],
    },
  )
}
