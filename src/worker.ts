import type pg from 'pg'
import { accountTasks } from './accounts/jobs.ts'
import { accountLetters } from './accounts/letters.server.ts'
import { sweepSessions } from './accounts/server.ts'
import { sweepBaskets } from './basket/sweep.server.ts'
import { createCalendarWatch } from './delivery/calendar-watch.server.ts'
import { newsletterLetters } from './newsletter/letters.server.ts'
import { sweepNewsletter } from './newsletter/server.ts'
import { orderEmails } from './orders/emails/emails.server.ts'
import { numberInvoices } from './orders/invoice/numbering.server.ts'
import { deleteLapsedGuestPasswords } from './orders/placing/guest-passwords.server.ts'
import { lapseOrders } from './orders/server.ts'
import { type Payments, retryOpenRefunds } from './payments/server.ts'
import { sweepAttempts } from './platform/attempts.ts'
import type { House } from './platform/house.ts'
import { startWorker, type Worker } from './platform/jobs.ts'
import { quoteEmails } from './quotes/emails.server.ts'
import { expireQuotes } from './quotes/server.ts'

/** The background work of the whole shop: mails, and what is looked after once a minute. */
export function startBackground(house: House, pool: pg.Pool, payments: Payments | null): Promise<Worker> {
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
        () => sweepAttempts(house.db, house.now()),
        () => sweepBaskets(house),
        () => sweepNewsletter(house),
        () => deleteLapsedGuestPasswords(house),
        async () => tellOfCalendar(),
      ],
    },
  )
}
