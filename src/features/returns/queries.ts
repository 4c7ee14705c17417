import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import {
  execute,
  findRow,
  findValue,
  getValue,
  hasRow,
  listValues,
  selectRows,
} from '../../infra/database/query.ts'
import type { IsoDate } from '../../lib/dates.ts'
import { type Actor, toActor } from '../accounts/actor.ts'
import { actorValues } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { Viewer } from '../order-pages/account/account-order.ts'
import { isVisibleTo, ordersVisibleTo } from '../order-pages/service.ts'
import type { Pieces } from '../orders/order-line.ts'
import type {
  Returnable,
  ReturnHistoryEntry,
  ReturnReason,
  ReturnRequest,
  ReturnRow,
  ReturnState,
} from './returns.ts'

/** The columns of a ReturnRequest, from return_request as `r` and its order as `o`. */
const returnColumns = sql`
  r.id, r.order_id as "orderId", o.reference, r.state, r.reason, r.details, r.person_id as "personId", r.email,
  r.requested_at as "requestedAt", r.reply, r.charge_percent as "chargePercent",
  (select json_agg(json_build_object('position', l.position, 'code', ol.code, 'title', ol.title, 'entry', ol.entry,
      'productId', ol.product_id, 'requested', l.requested, 'authorised', l.authorised, 'received', l.received,
      'restocked', l.restocked, 'scrapped', l.scrapped, 'credited', l.credited, 'note', l.note) order by l.position)
    from return_line l join order_line ol on ol.order_id = l.order_id and ol.position = l.position
    where l.return_id = r.id) as lines,
  (select count(*)::int from return_picture p where p.return_id = r.id) as "pictureCount",
  (select json_build_object('id', d.id, 'number', d.number, 'total', d.total) from sales_document d
    where d.id = r.credit_note_id)
    as "creditNote"`

const readReturn = (db: Db | Tx, condition: RawBuilder<unknown>): Promise<ReturnRequest | null> =>
  findRow(db)<ReturnRequest>`
    select ${returnColumns} from return_request r join orders o on o.id = r.order_id where ${condition}`

/** Without a check of who asks: the caller does that. */
export const findReturn = (db: Db | Tx, id: number): Promise<ReturnRequest | null> =>
  readReturn(db, sql`r.id = ${id}`)

/** Null when this person does not see its order. */
export const findReturnOfViewer = (db: Db, viewer: Viewer, id: number): Promise<ReturnRequest | null> =>
  readReturn(db, sql`r.id = ${id} and ${isVisibleTo(viewer)}`)

/** The return that this form has already requested. */
export const findReturnByRequest = (db: Db | Tx, requestKey: string): Promise<number | null> =>
  findValue(db)<number>`
    select id from return_request where request_key = ${requestKey}`

const rowColumns = sql`
  r.id, o.reference, r.state, r.requested_at as "requestedAt",
  (select ol.title from return_line l join order_line ol on ol.order_id = l.order_id and ol.position = l.position
    where l.return_id = r.id order by l.position limit 1) as "firstTitle",
  (select count(*)::int from return_line l where l.return_id = r.id) as "lineCount"`

/** The newest first. */
export const listReturnsOfOrder = (db: Db, orderId: number): Promise<ReturnRow[]> =>
  selectRows(db)<ReturnRow>`
    select ${rowColumns} from return_request r join orders o on o.id = r.order_id
    where r.order_id = ${orderId} order by r.id desc`

/** A page of the returns that a person sees, the newest first, and how many there are in all. */
export async function listReturnsOfViewer(
  db: Db,
  viewer: Viewer,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ReturnRow[]; total: number }> {
  const rows = await selectRows(db)<ReturnRow & { total: number }>`
    select ${rowColumns}, count(*) over ()::int as total from return_request r join orders o on o.id = r.order_id
    where r.order_id in (select id from ${ordersVisibleTo(viewer)} visible)
    order by r.id desc limit ${size} offset ${(page - 1) * size}`
  return { rows, total: rows[0]?.total ?? 0 }
}

/** The lines of an order, with what other returns take up of them, and what credits have put back on hand. */
export const listReturnableLines = (db: Db | Tx, orderId: number): Promise<Returnable[]> =>
  selectRows(db)<Returnable>`
    select l.position, l.code, l.title, l.entry, l.despatched_quantity as despatched,
      coalesce((select sum(return_pieces(r.state, rl)) from return_line rl
        join return_request r on r.id = rl.return_id
        where rl.order_id = l.order_id and rl.position = l.position), 0)::int as returned,
      l.restocked_quantity as "restocked"
    from order_line l where l.order_id = ${orderId} order by l.position`

/**
 * London's day of the last parcel of an order; null: something is still to come. An order that was despatched before
 * parcels were recorded has none: its day is that of placing.
 */
export const getLastDespatch = (db: Db | Tx, orderId: number): Promise<IsoDate | null> =>
  findValue(db)<IsoDate>`
    select case when o.state in ('despatched', 'collected') then (coalesce(
      (select max(p.despatched_at) from parcel p where p.order_id = o.id), o.placed_at)
        at time zone 'Europe/London')::date::text
      end as day
    from orders o where o.id = ${orderId}`

export interface NewReturn {
  requestKey: string
  pieces: readonly Pieces[]
  reason: ReturnReason
  details: string
  person: Pick<Person, 'id' | 'email'>
}

/** `pictures`: the names of their files. Inserts the return with its lines, pictures and first row of history, in one statement. Returns its id. */
export const insertReturn = (
  tx: Tx,
  orderId: number,
  { requestKey, pieces, reason, details, person }: NewReturn,
  pictures: readonly string[],
  now: Date,
) =>
  getValue(tx)<number>`
    with inserted as (
      insert into return_request (order_id, state, reason, details, person_id, email, request_key, requested_at)
      values (${orderId}, 'requested', ${reason}, ${details}, ${person.id}, ${person.email}, ${requestKey}, ${now})
      returning id
    ), lines as (
      insert into return_line (return_id, order_id, position, requested)
      select inserted.id, ${orderId}, line.position, line.quantity from inserted,
        unnest(${pieces.map(line => line.position)}::int[], ${pieces.map(line => line.quantity)}::int[])
          as line (position, quantity)
    ), pictures as (
      insert into return_picture (return_id, nth, file)
      select inserted.id, picture.nth, picture.file
      from inserted, unnest(${pictures}::text[]) with ordinality as picture (file, nth)
    ), history as (
      insert into return_history (return_id, at, actor_kind, actor_id, to_state)
      select id, ${now}::timestamptz, ${actorValues(toActor(person.id))}, 'requested' from inserted
    )
    select id from inserted`

export const listUnusedPictures = (db: Db, files: readonly string[]): Promise<string[]> =>
  listValues(db)<string>`
    select file from unnest(${files}::text[]) as written (file)
    where not exists (select from return_picture p where p.file = written.file)`

/** The name of a picture's file; null: there is none. */
export const findPicture = (db: Db, returnId: number, nth: number): Promise<string | null> =>
  findValue(db)<string>`
    select file from return_picture where return_id = ${returnId} and nth = ${nth}`

/** Changes with each row of history. */
export const getReturnVersion = (db: Db | Tx, id: number): Promise<number> =>
  getValue(db)<number>`
    select max(id) as version from return_history where return_id = ${id}`

/** Oldest first; with `since` only what came after that version. */
export const listReturnHistory = (db: Db, id: number, since = 0): Promise<ReturnHistoryEntry[]> =>
  selectRows(db)<ReturnHistoryEntry>`
    select h.at, coalesce(p.name, h.actor_kind) as who, coalesce('staff' = any(p.roles), false) as "isStaff",
      h.to_state as to, h.note
    from return_history h left join person p on p.id = h.actor_id
    where h.return_id = ${id} and h.id > ${since} order by h.id`

export interface ReturnMove {
  from: ReturnState
  to: ReturnState
  actor: Actor
  note: string
  /** Null: of the customer's. */
  requestKey: string | null
  now: Date
}

export const hasInvoice = (tx: Tx, orderId: number): Promise<boolean> =>
  hasRow(tx)`
    select from sales_document where order_id = ${orderId} and kind = 'invoice' limit 1`

/** Moves a return on, with the row of history. */
export const moveReturn = (tx: Tx, id: number, move: ReturnMove): Promise<void> =>
  execute(tx)`
    with moved as (
      update return_request set state = ${move.to} where id = ${id} and state = ${move.from} returning id
    )
    insert into return_history (return_id, at, actor_kind, actor_id, from_state, to_state, note, request_key)
    select id, ${move.now}::timestamptz, ${actorValues(move.actor)}, ${move.from}, ${move.to}, ${move.note},
      ${move.requestKey} from moved`
