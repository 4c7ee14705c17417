import type { FastifyInstance } from 'fastify'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { toFieldErrors } from '../../../lib/calls/field-checks.ts'
import { or404 } from '../../../lib/calls/problem.ts'
import { type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminPage, noRejection, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { lockCompany, toLedgerSubject } from '../queries.ts'
import {
  findRemindedInvoice,
  listReminderAccounts,
  type RemindedInvoice,
  setPause,
} from '../reminders/queries.ts'
import { listDueReminders, remindersUrl } from '../reminders/reminder.ts'
import { getReminderDay, sendReminders } from '../reminders/send-reminders.server.ts'
import { pauseReminders, resumeReminders, sendPaymentReminders } from '../schemas.ts'
import { describeLedgerChanges } from './account-page.server.ts'
import { remindersPage, type TypedPause } from './RemindersPage.tsx'

const maxAccounts = 50
const maxReasonLength = 200
const nameFormat = new Intl.ListFormat('en-GB')

/** Reminders of overdue invoices: the list before they are sent, and pauses (R-LEDGER-11). */
export function reminderRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context
  const right = 'accounts'

  addAdminPage(deps, remindersUrl, { right }, () => renderReminders(context, null, noRejection))

  const sendAction = createStaffAction(app, deps, {
    right,
    load: async () => ({ version: null }),
    toUrl: () => remindersUrl,
  })

  sendAction(sendPaymentReminders, {
    run: async ({ body: { companies }, staff, now }) => {
      if (companies.length === 0) return refuse('Tick the companies that get their reminders first.')
      const results: Awaited<ReturnType<typeof sendReminders>>[] = []
      for (const choice of companies)
        results.push(await sendReminders(context, choice, { staffId: staff.id, now }))
      const listNames = (ofSent: boolean) =>
        nameFormat.format(
          results.filter(({ isSent }) => isSent === ofSent).map(({ name }) => name || 'a company'),
        )
      const unsent = listNames(false)
      const sent =
        unsent === '' || results.some(({ isSent }) => isSent)
          ? `Reminders go to ${listNames(true)} by email.`
          : ''
      if (unsent === '') return done(sent)
      return refuse(
        `${sent} Nothing went to ${unsent}, because something has changed meanwhile. Look at it again, and tick it once more.`.trim(),
      )
    },
  })

  const pauseAction = createStaffAction(app, deps, {
    right,
    load: async ({ id }: { id: number }) => or404(await findRemindedInvoice(db, id)),
    lock: async (tx, { id, companyId }) => {
      await lockCompany(tx, companyId)
      return (await findRemindedInvoice(tx, id))!
    },
    describeChanges: ({ accountNumber }, expectedVersion) =>
      describeLedgerChanges(db, accountNumber, expectedVersion),
    toUrl: () => remindersUrl,
    render: (_invoice, typed: TypedPause, rejection) => renderReminders(context, typed, rejection),
  })

  const change = async (tx: Tx, invoice: RemindedInvoice, reason: string) => {
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
    typed: ({ params: { id }, body: { reason } }) => ({ id, reason }),
    validate: ({ params: { id }, body: { reason } }) => ({
      errors: toFieldErrors({
        [`reason-${id}`]: [
          reason === '' && 'Say what is disputed.',
          reason.length > maxReasonLength && `Up to ${maxReasonLength} characters, please.`,
        ],
      }),
    }),
    findEarlier: async (_tx, { body: { reason } }, { pauseReason }) =>
      pauseReason === reason ? done('Paused already.') : null,
    change: (tx, { body: { reason } }, invoice) => change(tx, invoice, reason),
  })

  pauseAction(resumeReminders, {
    typed: ({ params: { id } }) => ({ id, reason: '' }),
    findEarlier: async (_tx, _form, { pauseReason }) =>
      pauseReason === '' ? done('Not paused any more.') : null,
    change: (tx, _form, invoice) => change(tx, invoice, ''),
  })
}

/** How many companies have reminders to send, for the overview. */
export async function listReminderTasks(
  { config: { reminderDays }, db }: Pick<AppContext, 'config' | 'db'>,
  today: IsoDate,
): Promise<AdminTask[]> {
  if (!reminderDays) return []
  const accounts = await listReminderAccounts(db, { dueUntil: getReminderDay(today, reminderDays) })
  const due = accounts.filter(account => listDueReminders(account, today, reminderDays).length > 0)
  const name = 'Companies to remind of invoices'
  return [{ name, count: due.length, url: remindersUrl, right: 'accounts', isWaiting: false }]
}

async function renderReminders(
  { config: { reminderDays }, db, now }: AppContext,
  typed: TypedPause | null,
  rejection: Rejection,
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const dueUntil = reminderDays && getReminderDay(today, reminderDays)
  const overdue = dueUntil === null ? [] : await listReminderAccounts(db, { dueUntil })
  const toSend = overdue.filter(
    account =>
      listDueReminders(account, today, reminderDays!).length > 0 ||
      account.invoices.some(({ pauseReason }) => pauseReason !== ''),
  )
  const accounts = toSend.slice(0, maxAccounts)
  const props = { days: reminderDays, today, accounts, count: toSend.length, typed, ...rejection }
  return toPageResult(remindersPage, props, { title: 'Reminders', errors: rejection.errors })
}
