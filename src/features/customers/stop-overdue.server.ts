import { sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { changesRow, getValue, selectRows } from '../../infra/database/query.ts'
import { formatDate, type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { addAuditEntry } from '../accounts/service.ts'
import type { AdminTask } from '../back-office/task.ts'
import { overdueSinceSql } from '../credit/service.ts'
import { createClosed, isWorkingDay, warehouseDivision } from '../delivery/calendar.ts'
import { accountsUrl } from '../sales-ledger/ledger.ts'
import { accountStoppedEmail } from './AccountStoppedEmail.tsx'
import { lockOrdersOfAccount, toCompanySubject } from './queries.ts'

interface OverdueAccount {
  id: number
  name: string
  accountNumber: string
  overdueSince: IsoDate
}

const batchSize = 50
const firstMinute = 8 * 60
const lastMinute = 12 * 60

/**
 * Puts accounts on stop that have an invoice overdue for more days than CREDIT_STOP_DAYS, on the morning of a working day, when
 * somebody can be called (R-CUSTOMER-9). One that staff have taken off stop is stopped again only for an invoice that was not
 * overdue for so long when it was stopped. Returns how many.
 */
export async function stopOverdueAccounts({ config, db, now }: AppContext): Promise<number> {
  const { date, minutes } = toLondonTime(now())
  const isMorning = minutes >= firstMinute && minutes < lastMinute
  if (
    config.stopDays === 0 ||
    !isMorning ||
    !isWorkingDay(warehouseDivision, date, createClosed(config.delivery ?? {}, 'despatch'))
  )
    return 0
  const rules = { now: now(), overdueHoldDays: config.stopDays }
  const since = sql`c.stopped_for_overdue_on::timestamp at time zone 'Europe/London'`
  const accounts = await selectRows(db)<OverdueAccount>`
    select * from (
      select c.id, c.name, c.account_number as "accountNumber", ${overdueSinceSql(rules, since)}::text as "overdueSince"
      from company c where not c.on_stop) overdue
    where "overdueSince" is not null order by id limit ${batchSize}`
  let count = 0
  for (const account of accounts)
    if (await inTransaction(db, tx => stopAccount(tx, account, config.contact.email, now()))) count++
  return count
}

/** Both sides get an e-mail. False: it was stopped meanwhile. */
async function stopAccount(
  tx: Tx,
  account: OverdueAccount,
  shopEmail: string | null,
  now: Date,
): Promise<boolean> {
  const { date } = toLondonTime(now)
  const reason = `an invoice that was due on ${formatDate(account.overdueSince)} isn’t paid`
  await lockOrdersOfAccount(tx, account.id)
  const isStopped = await changesRow(tx)`
    update company set on_stop = true, stop_reason = ${reason}, stopped_for_overdue_on = ${date}
    where id = ${account.id} and not on_stop`
  if (!isStopped) return false
  await addAuditEntry(tx, {
    actor: { kind: 'clock' },
    action: 'put on stop',
    subject: toCompanySubject(account.id),
    detail: reason,
    now,
  })
  for (const recipient of await listRecipients(tx, account.id))
    await accountStoppedEmail.enqueue(tx, account, recipient, date)
  if (shopEmail !== null)
    await accountStoppedEmail.enqueue(tx, account, { email: shopEmail, name: null }, date)
  return true
}

/** The head buyers; all who order for a company that has none. */
const listRecipients = (tx: Tx, companyId: number): Promise<{ email: string; name: string }[]> =>
  selectRows(tx)<{ email: string; name: string }>`
    select email, name from (
      select id, email, name, 'head_buyer' = any(roles) as is_head, bool_or('head_buyer' = any(roles)) over () as has_head
      from person where company_id = ${companyId} and disabled_at is null) people
    where is_head or not has_head order by id`

export async function listAccountTasks(db: Db): Promise<AdminTask[]> {
  const count = await getValue(db)<number>`
    select count(*)::int from company where on_stop and stopped_for_overdue_on is not null`
  const name = 'Accounts stopped for overdue invoices'
  return [{ name, count, url: `${accountsUrl}?state=on_stop`, right: 'accounts', isWaiting: true }]
}
