import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow, getRow, selectRows } from '../../infra/database/query.ts'
import { orderMessages, orderNotes } from '../correspondence/service.ts'
import { isAccountStoppedSql, toOrderVersionSql } from '../orders/service.ts'
import { lastCarrierSql, orderParcels } from '../warehouse/service.ts'
import type { AdminOrderDetails, OrderChange } from './admin-order.ts'

export interface OrderVersion {
  id: number
  /** `getOrderVersion`. */
  version: string
}

/** Null: there is no order or approval request of that reference. */
export const findOrderVersion = (db: Db, reference: string): Promise<OrderVersion | null> =>
  findRow(db)<OrderVersion>`
    select o.id, ${toOrderVersionSql(sql`o.id`)} as version from orders o
    where o.reference = ${reference} and o.kind <> 'quote'`

export async function getAdminOrderDetails(db: Db, orderId: number): Promise<AdminOrderDetails> {
  type Timed = 'history' | 'notes' | 'messages'
  type Row = Omit<AdminOrderDetails, Timed> & {
    [Name in Timed]: WithTimeAsText<AdminOrderDetails[Name][number]>[]
  }
  const row = await getRow(db)<Row>`
    select o.created_at as "createdAt", o.source, (select t.name from person t where t.id = o.prepared_by) as "takenBy", o.delayed_at as "delayedAt", o.ready_to_collect_at as "readyAt",
      ${isAccountStoppedSql} as "isAccountStopped", case when o.on_stop and o.credit_hold then o.credit_check end as "creditCheck",
      (select pick_list_id from pick_list_order where order_id = o.id and is_open) as "pickListId", ${orderParcels} as parcels, ${orderNotes} as notes,
      ${orderMessages} as messages, ${lastCarrierSql} as "lastCarrier",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number)
        from company c where c.id = o.company_id) as company,
      (select json_build_object('reference', s.reference, 'isQuote', s.kind = 'quote')
        from orders s where s.id = o.source_id) as "madeFrom",
      (select n.reference from orders n where n.source_id = o.id and n.placed_at is not null
        order by n.id desc limit 1) as "madeInto",
      (select json_agg(json_build_object('at', h.at, 'who', coalesce(p.name, h.actor_kind), 'to', h.to_state,
          'event', h.event, 'why', h.why, 'changes', h.changes)
          order by h.id)
        from order_history h left join person p on p.id = h.actor_id
        where h.order_id = o.id) as history
    from orders o where o.id = ${orderId}`
  const { history, notes, messages } = row
  return {
    ...row,
    history: history.map(parseTime),
    notes: notes.map(parseTime),
    messages: messages.map(parseTime),
  }
}

type WithTimeAsText<Entry> = Omit<Entry, 'at'> & { at: string }

const parseTime = <Entry extends { at: string }>(entry: Entry) => ({ ...entry, at: new Date(entry.at) })

/** What happened to an order after the version that a page showed, the newest first. */
export async function listChangesSince(
  db: Db | Tx,
  orderId: number,
  expectedVersion: string,
): Promise<OrderChange[]> {
  const [, historyId, refundId] = /^(\d{1,15})\.(\d{1,15})$/.exec(expectedVersion) ?? []
  if (historyId === undefined) return []
  return selectRows(db)<OrderChange>`
    select coalesce(p.name, change.actor_kind, '') as who, change.to, change.event, change.why, change.changes, change.refunded from (
      select actor_kind, actor_id, to_state as to, event, why, changes, null::int as refunded, at from order_history
      where order_id = ${orderId} and id > ${historyId}::bigint
      union all
      select case when r.requested_by is null then 'clock' else 'person' end, r.requested_by, null, null, '', null, r.amount, r.created_at
      from payment_refund r join payment_attempt a on a.id = r.attempt_id
      where a.order_id = ${orderId} and r.id > ${refundId}::bigint
    ) change left join person p on p.id = change.actor_id
    order by change.at desc limit 3`
}
