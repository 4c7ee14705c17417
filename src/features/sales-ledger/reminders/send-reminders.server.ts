import type { AppContext } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { addDays, type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { lockCompany, toLedgerSubject } from '../queries.ts'
import { countSent, insertReminder, listReminderAccounts } from './queries.ts'
import { reminderEmail } from './ReminderEmail.tsx'
import { listDueReminders, parseChoice, toChoice } from './reminder.ts'

/** Invoices that were due later have no reminder yet. */
export const getReminderDay = (today: IsoDate, [first]: readonly [number, ...number[]]): IsoDate =>
  addDays(today, -first)

/**
 * Sends the reminders that staff ticked for a company, unless something has changed since: an invoice was paid, or a colleague
 * has paused or sent one. Returns the company's name. `isSent`: they are sent, by this press or the same one before.
 */
export function sendReminders(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  choice: string,
  { staffId, now }: { staffId: number; now: Date },
): Promise<{ name: string; isSent: boolean }> {
  const chosen = parseChoice(choice)
  const today = toLondonTime(now).date
  const { reminderDays } = config
  if (!chosen || !reminderDays) return Promise.resolve({ name: '', isSent: false })
  return inTransaction(db, async tx => {
    const { companyId } = chosen
    const name = await lockCompany(tx, companyId)
    if (name === null) return { name: '', isSent: false }
    if ((await countSent(tx, chosen.reminders)) === chosen.reminders.length) return { name, isSent: true }
    const dueUntil = getReminderDay(today, reminderDays)
    const [account] = await listReminderAccounts(tx, { dueUntil, companyId })
    if (!account) return { name, isSent: false }
    const reminders = listDueReminders(account, today, reminderDays)
    if (toChoice(account, reminders) !== choice || account.recipients.length === 0)
      return { name, isSent: false }
    for (const { invoice, level } of reminders)
      await insertReminder(tx, { invoiceId: invoice.id, level }, { staffId, now })
    for (const recipient of account.recipients)
      await reminderEmail.enqueue(tx, account, reminders, recipient, today)
    await addAuditEntry(tx, {
      actor: toActor(staffId),
      action: 'reminders sent',
      subject: toLedgerSubject(account.accountNumber),
      detail: reminders
        .map(
          ({ invoice, level }) =>
            `${formatDocumentNumber('invoice', invoice.number)} ${level - 1} → ${level}`,
        )
        .join(', '),
      now,
    })
    return { name, isSent: true }
  })
}
