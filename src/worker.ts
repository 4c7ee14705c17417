import type pg from 'pg'
import { emails } from './emails.ts'
import { accountTasks } from './features/accounts/jobs.ts'
import { deleteExpiredLogins } from './features/accounts/service.ts'
import { deleteExpiredBaskets } from './features/basket/queries.ts'

import {
  attachInvoice,
  issueDueInvoices,
  markRefundedOrders,
  sendDailyDocuments,
} from './features/billing/service.ts'
import { importTasks } from './features/catalogue-import/jobs.ts'
import { sweepRuns } from './features/catalogue-import/uploads/run-import.server.ts'
import { notifyOfHeldOrders } from './features/customers/held-orders.server.ts'
import { stopOverdueAccounts } from './features/customers/stop-overdue.server.ts'
import { createCalendarWatch } from './features/delivery/calendar-watch.server.ts'
import { deleteUnconfirmedSubscriptions } from './features/newsletter/queries.ts'
import { deleteLapsedGuestPasswords, lapseOrders, releaseOverdueStock } from './features/orders/service.ts'
import {
  type PaymentsContext,
  releaseUnpaidProFormas,
  retryOpenRefunds,
} from './features/payments/service.ts'
import { applyPriceChanges } from './features/prices/service.ts'
import { erasePapers } from './features/privacy/erase.server.ts'
import { expireQuotes, remindOfQuotes } from './features/quotes/service.ts'
import { createPictureSweep } from './features/returns/service.ts'
import { sendMonthlyStatements } from './features/sales-ledger/statement/send-statement.server.ts'
import { deleteOldQuestions } from './features/search-learning/search-log.server.ts'
import { deleteOldApplications } from './features/trade-applications/queries.ts'
import { updateOverdueHolds } from './features/warehouse/despatch/overdue-holds.server.ts'
import type { AppContext } from './infra/app-context.ts'
import { startWorker, type Worker } from './infra/jobs/jobs.ts'
import { createEmailRenderers } from './infra/mail/define-email.server.ts'
import { deleteExpiredAttempts } from './infra/rate-limit/attempts.ts'

/** Starts the background work of all features: sending e-mails, and the sweeps of every minute. */
export function startBackgroundJobs(
  context: AppContext,
  pool: pg.Pool,
  payments: PaymentsContext | null,
): Promise<Worker> {
  const checkCalendar = createCalendarWatch(context)
  checkCalendar()
  const sweepPictures = createPictureSweep(context)
  return startWorker(
    { ...context, pool },
    {
      tasks: { ...accountTasks(context), ...importTasks({ ...context, pool }) },
      emailRenderers: createEmailRenderers(emails, {
        ...context,
        attachInvoice: (reference: string) => attachInvoice(context, reference),
        takesCards: payments !== null,
      }),
      everyMinute: [
        async () => {
          const applied = await applyPriceChanges(context)
          if (applied > 0) context.log.info({ applied }, 'scheduled prices made those of today')
        },
        async () => {
          const ended = await lapseOrders(context)
          if (ended > 0) context.log.info({ ended }, 'orders lapsed')
        },
        async () => {
          const released = await releaseOverdueStock(context)
          if (released > 0) context.log.info({ released }, 'stock of unpaid orders released')
        },
        async () => {
          const expired = await expireQuotes(context)
          if (expired > 0) context.log.info({ expired }, 'quotes expired')
        },
        async () => {
          const reminded = await remindOfQuotes(context)
          if (reminded > 0) context.log.info({ reminded }, 'customers reminded of quotes')
        },
        async () => {
          const issued = await issueDueInvoices(context)
          if (issued > 0) context.log.info({ issued }, 'invoices issued')
        },
        async () => {
          const sent = await sendDailyDocuments(context)
          if (sent > 0) context.log.info({ sent }, 'documents of the day sent')
        },
        everyTenMinutes(context, async () => {
          const stopped = await stopOverdueAccounts(context)
          if (stopped > 0) context.log.info({ stopped }, 'accounts with overdue invoices put on stop')
          const changed = await updateOverdueHolds(context)
          if (changed > 0) context.log.info({ changed }, 'orders of overdue accounts held or released')
          const notices = await notifyOfHeldOrders(context)
          if (notices > 0) context.log.info({ notices }, 'e-mails about held orders written')
        }),
        async () => {
          const cancelled = await releaseUnpaidProFormas(context)
          if (cancelled > 0) context.log.info({ cancelled }, 'orders that were not paid in time cancelled')
        },
        async () => {
          const completed = payments ? await retryOpenRefunds(payments) : 0
          if (completed > 0) context.log.info({ completed }, 'refunds completed')
        },
        async () => {
          const sent = await sendMonthlyStatements(context)
          if (sent > 0) context.log.info({ sent }, 'statements sent')
        },
        async () => {
          const deleted = await sweepPictures()
          if (deleted > 0) context.log.info({ deleted }, 'unused pictures of returns deleted')
        },
        () => deleteExpiredLogins(context),
        () => deleteExpiredAttempts(context.db, context.now()),
        () => deleteExpiredBaskets(context),
        () => deleteUnconfirmedSubscriptions(context.db, context.now()),
        () => deleteOldApplications(context.db, context.now()),
        () => deleteLapsedGuestPasswords(context),
        everyTenMinutes(context, async () => {
          const erased = await erasePapers(context)
          if (erased > 0) context.log.info({ erased }, 'papers of erased people made nameless')
        }),
        () => markRefundedOrders(context.db),
        () => deleteOldQuestions(context),
        async () => checkCalendar(),
        () => sweepRuns(context),
      ],
    },
  )
}

/** Of what is run every minute: what reads too much for that. */
function everyTenMinutes({ now }: AppContext, run: () => Promise<void>): () => Promise<void> {
  let last = 0
  return async () => {
    const time = now().getTime()
    if (time - last < 10 * 60_000) return
    last = time
    await run()
  }
}
