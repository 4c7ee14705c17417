import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, getValue, selectRows } from '../../../infra/database/query.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { ledgerVersionSql } from '../ledger-account.server.ts'
import type { ReminderAccount } from './reminder.ts'

/**
 * The companies with invoices that were due until a day and are not paid, those with the oldest first; an invoice of which
 * the last reminder was sent is left out. `companyId`: that one alone.
 */
export const listReminderAccounts = (
  db: Db | Tx,
  { dueUntil, companyId = null }: { dueUntil: IsoDate; companyId?: number | null },
): Promise<ReminderAccount[]> =>
  selectRows(db)<ReminderAccount>`
    with allocated as materialized (
      select invoice_id, sum(amount) as amount from account_allocation where released_at is null group by 1
    ), invoices as (
      select d.company_id, d.due_on, d.number, json_build_object('id', d.id, 'number', d.number, 'reference', o.reference,
        'purchaseOrder', o.purchase_order, 'issuedOn', d.issued_on, 'dueOn', d.due_on, 'total', d.total, 'open', d.total - coalesce(a.amount, 0),
        'lastLevel', coalesce(r.level, 0), 'lastSentOn', r.day, 'pauseReason', coalesce(p.reason, '')) as invoice
      from sales_document d join orders o on o.id = d.order_id left join allocated a on a.invoice_id = d.id
        left join reminder_pause p on p.invoice_id = d.id
        left join lateral (select max(level) as level, (max(sent_at) at time zone 'Europe/London')::date as day
          from payment_reminder where invoice_id = d.id) r on true
      where d.on_account and d.kind = 'invoice' and d.due_on <= ${dueUntil}::date and d.total > coalesce(a.amount, 0)
        and (${companyId}::int is null or d.company_id = ${companyId}::int)
        and (coalesce(r.level, 0) < 3 or p.invoice_id is not null)
    )
    select c.id as "companyId", c.name, c.account_number as "accountNumber",
      case when c.accounts_emails <> '{}' then c.accounts_emails else array(select p.email from person p
        where p.company_id = c.id and 'head_buyer' = any(p.roles) and p.disabled_at is null order by p.id) end as recipients,
      ${ledgerVersionSql(sql`c.account_number`)} as version,
      json_agg(i.invoice order by i.due_on, i.number) as invoices
    from invoices i join company c on c.id = i.company_id group by c.id order by min(i.due_on), c.id`

export const insertReminder = (
  tx: Tx,
  { invoiceId, level }: { invoiceId: number; level: number },
  { staffId, now }: { staffId: number; now: Date },
): Promise<void> =>
  execute(tx)`
    insert into payment_reminder (invoice_id, level, sent_at, staff_id)
    values (${invoiceId}, ${level}, ${now}, ${staffId})`

/** How many of these were sent. */
export const countSent = (
  tx: Tx,
  reminders: readonly { invoiceId: number; level: number }[],
): Promise<number> =>
  getValue(tx)<number>`
    select count(*)::int as count from payment_reminder join unnest(
      ${reminders.map(({ invoiceId }) => invoiceId)}::bigint[], ${reminders.map(({ level }) => level)}::int[])
      as sent (invoice_id, level) using (invoice_id, level)`

export interface RemindedInvoice {
  id: number
  number: number
  companyId: number
  accountNumber: string
  /** Why no reminder of it goes; ''. */
  pauseReason: string
  /** Of the ledger of the company. */
  version: number
}

/** An invoice on account; null: there is none. */
export const findRemindedInvoice = (db: Db | Tx, id: number): Promise<RemindedInvoice | null> =>
  findRow(db)<RemindedInvoice>`
    select d.id, d.number, c.id as "companyId", c.account_number as "accountNumber",
      coalesce((select reason from reminder_pause p where p.invoice_id = d.id), '') as "pauseReason",
      ${ledgerVersionSql(sql`c.account_number`)} as version
    from sales_document d join company c on c.id = d.company_id
    where d.id = ${id} and d.kind = 'invoice' and d.on_account`

/** `reason`: '' ends the pause. */
export const setPause = (tx: Tx, invoiceId: number, reason: string): Promise<void> =>
  execute(tx)`${
    reason === ''
      ? sql`delete from reminder_pause where invoice_id = ${invoiceId}`
      : sql`insert into reminder_pause (invoice_id, reason) values (${invoiceId}, ${reason})
          on conflict (invoice_id) do update set reason = excluded.reason`
  }`
