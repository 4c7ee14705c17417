import type { FastifyInstance } from 'fastify'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { getLedgerVersion, listChangesSince, toLedgerSubject } from '../queries.ts'
import { findRemindedInvoice, listReminderAccounts, lockAccount, setPause } from '../reminders/queries.ts'
import { listDueReminders, remindersUrl } from '../reminders/reminder.ts'
import { getReminderDay, sendReminders } from '../reminders/send-reminders.server.ts'
import { pauseReminders, resumeReminders, sendPaymentReminders } from '../schemas.ts'
import { type RemindersPageProps, remindersPage, type TypedPause } from './RemindersPage.tsx'
import { formatChanges } from './view.ts'

const maxAccounts = 50
const maxReasonLength = 200
const nameFormat = new Intl.ListFormat('en-GB')

/** Reminders of overdue invoices: the list before they are sent, and pauses (R-LEDGER-11). */
export function reminderRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context
  const right = 'accounts'

  addAdminPage(deps, remindersUrl, { right }, () => renderReminders(context))

  const sendAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: () => remindersUrl,
  })

  sendAction(sendPaymentReminders, {
    right,
    run: async ({ body: { companies }, staff, now }) => {
      if (companies.length === 0) return refuse('Tick the companies that get their reminders first.')
      const results: Awaited<ReturnType<typeof sendReminders>>[] = []
      for (const choice of companies)
        results.push(await sendReminders(context, choice, { staffId: staff.id, now }))
      const unsent = results.filter(({ isSent }) => !isSent).map(({ name }) => name || 'a company')
      const count = results.length - unsent.length
      const sent =
        count === 0 ? '' : `Reminders go to ${count === 1 ? 'one company' : `${count} companies`} by email.`
      if (unsent.length === 0) return done(sent)
      return refuse(
        `${sent} Nothing went to ${nameFormat.format(unsent)}, because something has changed meanwhile. Look at it again, and tick it once more.`.trim(),
      )
    },
  })

  const pauseAction = createStaffAction(app, deps, {
    load: async ({ id }: { id: number }) => {
      const invoice = await findRemindedInvoice(db, id)
      if (!invoice) throw new Problem(404)
      return { ...invoice, version: await getLedgerVersion(db, invoice.accountNumber) }
    },
    lock: async (tx, { id, companyId, accountNumber }) => {
      await lockAccount(tx, companyId)
      const invoice = await findRemindedInvoice(tx, id)
      return { ...invoice!, version: await getLedgerVersion(tx, accountNumber) }
    },
    describeChanges: async ({ accountNumber }, expectedVersion) => {
      const after = /^\d{1,9}$/.test(expectedVersion) ? Number(expectedVersion) : Number.MAX_SAFE_INTEGER
      return formatChanges(await listChangesSince(db, accountNumber, after))
    },
    toUrl: () => remindersUrl,
    render: (_invoice, typed: TypedPause, rejection) => renderReminders(context, typed, rejection),
  })

  const change = async (tx: Tx, invoice: PausedInvoice, reason: string) => {
    await setPause(tx, invoice.id, reason)
    const number = formatDocumentNumber('invoice', invoice.number)
    return done(
      reason === ''
        ? `Reminders of ${number} go on.`
        : `No reminders of ${number} go out until you end the pause.`,
      {
        action: reason === '' ? 'reminders go on' : 'reminders paused',
        subject: toLedgerSubject(invoice.accountNumber),
        detail: `${number}: ${invoice.pauseReason || 'not paused'} → ${reason || 'not paused'}`,
      },
    )
  }

  pauseAction(pauseReminders, {
    right,
    typed: ({ params: { id }, body: { reason } }) => ({ id, reason }),
    validate: ({ params: { id }, body: { reason } }) => {
      const field = `reason-${id}`
      if (reason === '') return { errors: { [field]: 'Say what is disputed.' } }
      return reason.length > maxReasonLength
        ? { errors: { [field]: `Up to ${maxReasonLength} characters, please.` } }
        : { errors: {} }
    },
    findEarlier: async (_tx, { body: { reason } }, { pauseReason }) =>
      pauseReason === reason ? done('Paused already.') : null,
    change: (tx, { body: { reason } }, invoice) => change(tx, invoice, reason),
  })

  pauseAction(resumeReminders, {
    right,
    typed: ({ params: { id } }) => ({ id, reason: '' }),
    findEarlier: async (_tx, _form, { pauseReason }) =>
      pauseReason === '' ? done('Not paused any more.') : null,
    change: (tx, _form, invoice) => change(tx, invoice, ''),
  })
}

type PausedInvoice = NonNullable<Awaited<ReturnType<typeof findRemindedInvoice>>>

async function renderReminders(
  { config: { reminderDays }, db, now }: AppContext,
  typed: TypedPause | null = null,
  { notice, errors }: Rejection = { notice: null, errors: {} },
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const dueUntil = reminderDays && getReminderDay(today, reminderDays)
  const overdue = dueUntil === null ? [] : await listReminderAccounts(db, { dueUntil })
  const toSend = overdue.filter(
    account =>
      listDueReminders(account, today, reminderDays!).length > 0 ||
      account.invoices.some(({ pauseReason }) => pauseReason !== ''),
  )
  const accounts: RemindersPageProps['accounts'] = []
  for (const account of toSend.slice(0, maxAccounts))
    accounts.push({ ...account, version: await getLedgerVersion(db, account.accountNumber) })
  const props = { days: reminderDays, today, accounts, count: toSend.length, typed, notice, errors }
  return toPageResult(remindersPage, props, { title: 'Reminders', errors })
}
