import { sql } from 'kysely'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { selectRows } from '../../../infra/database/query.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { zero } from '../../../lib/money.ts'
import { type CreditRules, listOverdueChanges, overdueSinceSql } from '../../credit/service.ts'
import { hasHold } from '../../orders/holds/hold-rules.ts'
import { addHistory, getHolds, lockOrder, updateHolds, writeCreditHold } from '../../orders/service.ts'

/**
 * Picking and despatch ask again: of these orders, which the caller has locked, holds those whose company has an invoice that
 * has been overdue for too long, unless staff have sent them all the same since. Returns how many.
 */
export async function holdOverdueOrders(
  tx: Tx,
  orderIds: readonly number[],
  rules: CreditRules,
): Promise<number> {
  if (rules.overdueHoldDays === 0) return 0
  const rows = await selectRows(tx)<{ id: number; overdueSince: IsoDate | null }>`
    select o.id, ${overdueSinceSql(rules, sql`o.credit_released_at`)}::text as "overdueSince"
    from orders o join company c on c.id = o.company_id
    where o.id = any(${orderIds}) and o.kind = 'order' and o.method = 'account' and not o.on_stop
      and order_is_despatchable(o.state) order by o.id`
  const overdue = rows.filter(({ overdueSince }) => overdueSince !== null)
  for (const { id, overdueSince } of overdue) {
    const check = { used: zero, limit: null, overdueSince }
    await writeCreditHold(tx, id, { check, isStopped: false }, rules.now)
  }
  return overdue.length
}

/**
 * Holds what companies with a long overdue invoice have on order, and lifts this hold when they have paid. Returns how many
 * orders have changed.
 */
export async function updateOverdueHolds({ db, now, config }: AppContext): Promise<number> {
  const rules = { now: now(), overdueHoldDays: config.overdueHoldDays }
  const { toHold, toLift } = await listOverdueChanges(db, rules)
  let changed = 0
  for (const id of toHold)
    changed += await inTransaction(db, async tx => {
      await lockOrder(tx, id)
      return holdOverdueOrders(tx, [id], rules)
    })
  for (const id of toLift) changed += await inTransaction(db, tx => liftCreditHold(tx, id, rules.now))
  return changed
}

async function liftCreditHold(tx: Tx, orderId: number, now: Date): Promise<number> {
  const { state } = (await lockOrder(tx, orderId))!
  const holds = await getHolds(tx, orderId)
  if (!holds.credit) return 0
  const remaining = { ...holds, credit: false }
  await updateHolds(tx, orderId, remaining, now)
  const event = hasHold(remaining) ? 'hold_lifted' : 'released'
  const why = 'the overdue invoices are paid'
  await addHistory(tx, orderId, { state, event, actor: { kind: 'clock' }, why, now })
  return 1
}
