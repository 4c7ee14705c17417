import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow, getRow } from '../../infra/database/query.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { type AccountDebt, type Credit, type CreditCheck, toCredit } from './credit.ts'

/** Of a company `c`, in pence: the one definition of its debt. */
export const debtColumns = sql`
  account_balance(c.id) as balance, account_to_invoice(c.id) as "toInvoice", c.credit_limit as "creditLimit"`

export async function findCredit(db: Db, companyId: number): Promise<Credit | null> {
  const debt = await findRow(db)<AccountDebt>`select ${debtColumns} from company c where c.id = ${companyId}`
  return debt && toCredit(debt)
}

export interface CreditRules {
  now: Date
  /** An invoice that has been overdue for more days holds the orders; 0: none does. */
  overdueHoldDays: number
}

const anyDay = sql`'-infinity'::date`

/**
 * Of a company `c`: when the oldest invoice was due that has been overdue for more days. `since`: of those alone that were not
 * overdue for so long at this instant.
 */
export const overdueSinceSql = (
  { now, overdueHoldDays: days }: CreditRules,
  since?: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if (days === 0) return sql`null::date`
  const dueFrom = since
    ? sql`coalesce((${since} at time zone 'Europe/London')::date - ${days}::int, ${anyDay})`
    : anyDay
  return sql`account_overdue_since(c.id, ${dueFrom}, ${toLondonTime(now).date}::date - ${days}::int)`
}

/**
 * Locks a company until the transaction ends, so that orders that are placed at once count each other, and reads what it owes
 * with them.
 */
export async function lockCredit(
  tx: Tx,
  companyId: number,
  rules: CreditRules,
): Promise<{ check: CreditCheck; isStopped: boolean }> {
  // Not `for update`: that would wait for all that refers to the company, such as orders that are being saved.
  await sql`select from company where id = ${companyId} for no key update`.execute(tx)
  return readCreditCheck(tx, companyId, rules)
}

/** What a company owes, without a lock. */
export async function readCreditCheck(
  db: Db | Tx,
  companyId: number,
  rules: CreditRules,
): Promise<{ check: CreditCheck; isStopped: boolean }> {
  const { isStopped, overdueSince, ...debt } = await getRow(db)<
    AccountDebt & Pick<CreditCheck, 'overdueSince'> & { isStopped: boolean }
  >`
    select ${debtColumns}, c.on_stop as "isStopped", ${overdueSinceSql(rules)}::text as "overdueSince"
    from company c where c.id = ${companyId}`
  const { used, limit } = toCredit(debt)
  return { check: { used, limit, overdueSince }, isStopped }
}

const batchSize = 200

/** Ids of the orders on account to hold for a long overdue invoice of their company, and of those whose company has none left. */
export const listOverdueChanges = (
  db: Db,
  rules: CreditRules,
): Promise<Record<'toHold' | 'toLift', number[]>> =>
  getRow(db)<Record<'toHold' | 'toLift', number[]>>`
    with accounts as materialized (
      select c.id, ${overdueSinceSql(rules)} as since from company c where exists (
        select from orders o where o.company_id = c.id and o.method = 'account' and order_is_despatchable(o.state))
    ), candidates as materialized (
      select o.id, o.on_stop, a.since, o.credit_hold and o.credit_check->>'overdueSince' is not null
          and coalesce((o.credit_check->>'used')::bigint <= (o.credit_check->>'limit')::bigint, true) as is_for_overdue
      from accounts a join orders o on o.company_id = a.id
      where o.kind = 'order' and o.method = 'account' and order_is_despatchable(o.state)
    )
    select array(select id from candidates where since is not null and not on_stop order by id limit ${batchSize}) as "toHold",
      array(select id from candidates where since is null and is_for_overdue order by id limit ${batchSize}) as "toLift"`
