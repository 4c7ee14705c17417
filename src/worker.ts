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
import type { AppContext } from './infra/house.ts'
import { startWorker, type Worker } from './infra/jobs/jobs.ts'
import { deleteExpiredAttempts } from './infra/rate-limit/attempts.ts'

/** The background work of the whole shop: mails, and what is looked after once a minute. */
export function startBackground(
  house: AppContext,
  pool: pg.Pool,
  payments: Payments | null,
): Promise<Worker> {
  const tellOfCalendar = createCalendarWatch(house)
  tellOfCalendar()
  return startWorker(
    { ...house, pool },
    {
      tasks: { ...accountTasks(house) },
      letters: {
        ...orderEmails,
        ...quoteEmails(house.config),
        ...accountLetters(house.config.sessionSecret),
        ...newsletterLetters(house.config.sessionSecret),
      },
      everyMinute: [
        async () => {
          const ended = await lapseOrders(house)
          if (ended > 0) house.log.info({ ended }, 'orders lapsed')
        },
        async () => {
          const expired = await expireQuotes(house)
          if (expired > 0) house.log.info({ expired }, 'quotes expired')
        },
        async () => {
          const numbered = await numberInvoices(house)
          if (numbered > 0) house.log.info({ numbered }, 'invoices numbered')
        },
        async () => {
          const completed = payments ? await retryOpenRefunds(payments) : 0
          if (completed > 0) house.log.info({ completed }, 'refunds completed')
        },
        () => sweepSessions(house),
        () => deleteExpiredAttempts(house.db, house.now()),
        () => sweepBaskets(house),
        () => sweepNewsletter(house),
        () => deleteLapsedGuestPasswords(house),
        async () => tellOfCalendar(),
      ],
    },
  )
}
