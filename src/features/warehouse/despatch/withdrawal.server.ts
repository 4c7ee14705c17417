import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { toActor } from '../../accounts/actor.ts'
import { listPiecesOut } from '../../billing/service.ts'
import type { Order } from '../../orders/order.ts'
import type { DespatchedLine, PiecesToRestock } from '../../orders/order-line.ts'
import { updateState } from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { isOnPickList, listOpenLines } from './queries.ts'
import { listWithdrawable } from './rules.ts'

export type WithdrawalRefusal = 'being_picked' | 'nothing_to_send'

export interface Withdrawal {
  lines: DespatchedLine[]
  /** Nothing more of the order is to be sent. */
  isLast: boolean
}

/**
 * Which of the credited pieces have not left. `restock`: those that the customer has are credited first. The caller has
 * locked the order; the stock of its products is locked here.
 */
export async function planWithdrawal(
  tx: Tx,
  { id, state }: Order,
  credited: readonly DespatchedLine[],
  restock: boolean,
): Promise<Withdrawal | { refused: WithdrawalRefusal } | null> {
  if (!isIn('isDespatchable', state)) return null
  const open = await listOpenLines(tx, id, true)
  const lines = listWithdrawable(open, credited, restock ? await listPiecesOut(tx, id) : [])
  if (lines.length === 0) return null
  if (await isOnPickList(tx, id)) return { refused: 'being_picked' }
  const isLast =
    countPieces(lines) ===
    open.reduce((count, { quantity, despatchedQuantity }) => count + quantity - despatchedQuantity, 0)
  const isSent = open.some(({ despatchedQuantity }) => despatchedQuantity > 0)
  return isLast && !isSent ? { refused: 'nothing_to_send' } : { lines, isLast }
}

/**
 * Removes the pieces from what the order sends, and frees their stock. An order that has sent all else is complete then.
 * Returns what was set aside for it and is put back.
 */
export async function withdrawPieces(
  tx: Tx,
  { id, state, deliveryCode }: Order,
  { lines, isLast }: Withdrawal,
  { staffId, now }: { staffId: number; now: Date },
): Promise<PiecesToRestock[]> {
  const { rows: toRestock } = await sql<PiecesToRestock>`
    with withdrawn as (
      select * from unnest(${lines.map(line => line.position)}::int[], ${lines.map(line => line.quantity)}::int[])
        as line (position, quantity)
    ), before as (
      select position, code, set_aside_quantity from order_line where order_id = ${id}
    ), changed as (
      update order_line l set withdrawn_quantity = l.withdrawn_quantity + withdrawn.quantity,
        set_aside_quantity = least(l.set_aside_quantity,
          l.quantity - l.despatched_quantity - l.withdrawn_quantity - withdrawn.quantity)
      from withdrawn where l.order_id = ${id} and l.position = withdrawn.position
      returning l.product_id, l.position, l.set_aside_quantity, withdrawn.quantity
    ), freed as (
      update stock s set available = s.available + product.quantity
      from (select product_id, sum(quantity)::int as quantity from changed group by product_id) product
      where s.product_id = product.product_id
    )
    select b.code, b.set_aside_quantity - c.set_aside_quantity as pieces from before b join changed c using (position)
    where b.set_aside_quantity > c.set_aside_quantity order by position`.execute(tx)
  if (!isLast) return toRestock
  const to = deliveryCode === 'COL' ? 'collected' : 'despatched'
  const why = 'What had not left was credited, and is not sent'
  await updateState(tx, id, { from: state, to, event: 'corrected', actor: toActor(staffId), why, now })
  return toRestock
}

export const countPieces = (lines: readonly DespatchedLine[]): number =>
  lines.reduce((count, { quantity }) => count + quantity, 0)
