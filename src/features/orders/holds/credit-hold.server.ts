import type { Tx } from '../../../infra/app-context.ts'
import { execute, getRow } from '../../../infra/database/query.ts'
import { type CreditCheck, formatCreditHold, needsCreditHold } from '../../credit/credit.ts'
import { type CreditRules, lockCredit } from '../../credit/service.ts'
import { addHistory } from '../history.server.ts'
import type { Order } from '../order.ts'
import { isIn } from '../states.ts'
import { removeFromPickList } from './queries.ts'

// An order on account that makes the debt of its company too large is held (R-ORDER-11 to R-ORDER-13, decision 068).

/**
 * Checks the credit of an order on account that was placed, or has become dearer, just now: beyond it the order is held
 * until staff release it. The company stays locked until the transaction ends, so that orders that are placed at once count
 * each other: lock orders, pick lists and stock before. Returns whether the order is held for its account.
 */
export async function checkCredit(
  tx: Tx,
  order: Pick<Order, 'id' | 'method' | 'companyId'>,
  rules: CreditRules,
): Promise<boolean> {
  if (order.method !== 'account' || order.companyId === null) return false
  const { check, isStopped } = await lockCredit(tx, order.companyId, rules)
  await writeCreditHold(tx, order.id, { check, isStopped }, rules.now)
  const isHeld = isStopped || needsCreditHold(check)
  // The e-mail about what was placed or corrected says it.
  if (isHeld) await execute(tx)`update orders set hold_told_at = ${rules.now} where id = ${order.id}`
  return isHeld
}

/** Holds an order for its account, beside all else that holds it. What the account holds already stays held. */
export async function writeCreditHold(
  tx: Tx,
  orderId: number,
  { check, isStopped }: { check: CreditCheck; isStopped: boolean },
  now: Date,
): Promise<void> {
  const isBeyond = needsCreditHold(check)
  const { state, isNew } = await getRow(tx)<Pick<Order, 'state'> & { isNew: boolean }>`
    with before as (
      select o.id, is_held_for_account(o) or ${isStopped}::boolean as account, o.credit_hold or ${isBeyond}::boolean as credit,
        (${isStopped}::boolean and not is_held_for_account(o)) or (${isBeyond}::boolean and not o.credit_hold) as is_new
      from orders o where o.id = ${orderId}
    )
    update orders o set credit_check = ${JSON.stringify(check)}::jsonb, credit_hold = b.credit,
      credit_released_at = case when ${isBeyond}::boolean then null else o.credit_released_at end,
      account_stopped = b.account and (o.hold_reason <> '' or o.payment_due or b.credit),
      on_stop = o.on_stop or b.account or b.credit,
      delayed_at = case when not b.is_new then o.delayed_at end,
      delayed_until = case when not b.is_new then o.delayed_until end
    from before b where o.id = b.id returning o.state, b.is_new as "isNew"`
  if (!isNew) return
  if (isIn('isDespatchable', state)) await removeFromPickList(tx, orderId, 'held', now)
  const why = isBeyond ? formatCreditHold(check) : accountStoppedReason
  await addHistory(tx, orderId, { state, event: 'held', actor: { kind: 'clock' }, why, now })
}

const accountStoppedReason = 'the account is on stop'
