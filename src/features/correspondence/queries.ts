import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow, findValue, getRow, selectRows } from '../../infra/database/query.ts'
import { type EmailForStaff, nameEmail } from '../../infra/mail/define-email.server.ts'
import type { OrderKind } from '../orders/states.ts'
import type { NamedColleague, OrderEmail, StoredEmail } from './correspondence.ts'

/** The notes of an order `o`, as JSON: OrderNote[] with the time as text. */
export const orderNotes = sql`coalesce((
  select json_agg(json_build_object('at', n.at, 'author', coalesce(nullif(p.name, ''), p.email), 'text', n.text,
      'mentions', coalesce((select json_agg(coalesce(nullif(q.name, ''), q.email) order by q.name)
        from order_note_mention m join person q on q.id = m.person_id where m.note_id = n.id), '[]')) order by n.id)
  from order_note n join person p on p.id = n.staff_id where n.order_id = o.id), '[]')`

/** The messages of an order `o`, as JSON: OrderMessage[] with the time as text. */
export const orderMessages = sql`coalesce((
  select json_agg(json_build_object('id', m.id, 'at', m.at, 'author', coalesce(nullif(p.name, ''), p.email), 'authorId', m.author_id,
      'isFromStaff', m.from_staff, 'text', m.text, 'isOpen', not m.from_staff and m.answered_at is null) order by m.id)
  from order_message m join person p on p.id = m.author_id where m.order_id = o.id), '[]')`

/** Those of staff who may look at orders. */
export const listColleagues = (db: Db | Tx): Promise<NamedColleague[]> =>
  selectRows(db)<NamedColleague>`
    select id, name, email from person where 'staff' = any(roles) and disabled_at is null
      and (staff_rights is null or staff_rights && '{warehouse,sales,accounts}' or 'godmode' = any(permissions))
    order by name, id`

interface NewText {
  requestKey: string
  text: string
  now: Date
}

/** Returns its id; null: this form has already written it. */
export const insertNote = (
  tx: Tx,
  orderId: number,
  { requestKey, text, staffId, now }: NewText & { staffId: number },
  mentions: readonly number[],
) =>
  findValue(tx)<number>`
    with note as (
      insert into order_note (order_id, at, staff_id, text, request_key)
      values (${orderId}, ${now}, ${staffId}, ${text}, ${requestKey})
      on conflict (request_key) do nothing returning id
    ), mentions as (
      insert into order_note_mention (note_id, person_id)
      select note.id, person_id from note, unnest(${mentions}::int[]) as person_id
    )
    select id from note`

export interface NewMessage extends NewText {
  /** Null: a customer without an account. */
  authorId: number | null
  isFromStaff: boolean
  /** The customer asks for another offer. */
  isChangeRequest?: boolean
}

/**
 * Writes a message about an order or a quote. Returns its id; null: this form has already written it. The lock of the order
 * makes the ids follow the order of the commits, so that no message with a lower id appears after one that was displayed.
 */
export const insertMessage = (
  tx: Tx,
  orderId: number,
  { requestKey, text, authorId, isFromStaff, isChangeRequest = false, now }: NewMessage,
) =>
  findValue(tx)<number>`
    insert into order_message (order_id, at, author_id, from_staff, change_request, text, request_key)
    select id, ${now}::timestamptz, ${authorId}::int, ${isFromStaff}::boolean, ${isChangeRequest}::boolean, ${text},
      ${requestKey}
    from orders where id = ${orderId} for no key update
    on conflict (request_key) do nothing returning id`

/**
 * The customer's messages up to `lastMessage` (an id) need no answer any more. Returns how many of them were open, and
 * whether a later one is.
 */
export const closeMessages = (tx: Tx, orderId: number, lastMessage: number, now: Date) =>
  getRow(tx)<{ closed: number; hasNewer: boolean }>`
    with open as (
      select id from order_message where order_id = ${orderId} and not from_staff and answered_at is null
    ), closed as (
      update order_message set answered_at = ${now}
      where id in (select id from open where id <= ${lastMessage}) returning id
    )
    select (select count(*)::int from closed) as closed,
      exists (select from open where id > ${lastMessage}) as "hasNewer"`

/** Null: the note is not for this person. `isNew`: it was still open. */
export const completeMention = (tx: Tx, noteId: number, personId: number, now: Date) =>
  findRow(tx)<{ reference: string; isNew: boolean }>`
    with done as (
      update order_note_mention set done_at = ${now}
      where note_id = ${noteId} and person_id = ${personId} and done_at is null returning note_id
    )
    select o.reference, exists (select from done) as "isNew"
    from order_note_mention m join order_note n on n.id = m.note_id join orders o on o.id = n.order_id
    where m.note_id = ${noteId} and m.person_id = ${personId}`

export interface OpenNote {
  id: number
  kind: OrderKind
  reference: string
  at: Date
  author: string
  text: string
}

/** The notes that wait for a person, the oldest first. */
export const listOpenNotes = (db: Db, personId: number, limit: number): Promise<OpenNote[]> =>
  selectRows(db)<OpenNote>`
    select n.id, o.kind, o.reference, n.at, coalesce(nullif(p.name, ''), p.email) as author, n.text
    from order_note_mention m join order_note n on n.id = m.note_id join orders o on o.id = n.order_id
    join person p on p.id = n.staff_id
    where m.person_id = ${personId} and m.done_at is null order by n.id limit ${limit}`

const emailColumns = sql`id, kind, recipient, created_at as "createdAt", sent_at as "sentAt",
  sent_at is null and (last_error is not null or given_up_at is not null) as "hasFailed", facts->>'pricedAt' as "pricedAt",
  facts->'number' as number`

type EmailRow<Email extends OrderEmail> = Omit<Email, 'name' | 'sendAgainTo'> & {
  number: string | number | null
}

function toOrderEmail<Email extends OrderEmail>(
  { number, ...row }: EmailRow<Email>,
  emails: readonly EmailForStaff[],
) {
  const { sendAgainTo = null } = emails.find(({ kind }) => kind === row.kind) ?? {}
  return { ...row, name: nameEmail({ kind: row.kind, number }, emails), sendAgainTo }
}

/** The e-mails about an order or a quote, the newest first. `emails`: all that the shop declares. */
export async function listOrderEmails(
  db: Db,
  emails: readonly EmailForStaff[],
  reference: string,
): Promise<OrderEmail[]> {
  const rows = await selectRows(db)<EmailRow<OrderEmail>>`
    select ${emailColumns} from mail_outbox where facts->>'reference' = ${reference}
    order by id desc limit 100`
  return rows.map(row => toOrderEmail(row, emails))
}

/** Null: it is not about this order or quote. */
export async function findOrderEmail(
  tx: Tx,
  emails: readonly EmailForStaff[],
  reference: string,
  id: number,
): Promise<StoredEmail | null> {
  const rows = await selectRows(tx)<EmailRow<StoredEmail>>`
    select ${emailColumns}, facts as payload from mail_outbox
    where facts->>'reference' = ${reference} and id = ${id}`
  return rows[0] ? toOrderEmail(rows[0], emails) : null
}
