import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { QuoteMessage } from './quote-message.ts'

/** The messages about a quote, the oldest first. */
export async function listQuoteMessages(db: Db, orderId: number): Promise<QuoteMessage[]> {
  const { rows } = await sql<QuoteMessage>`
    select m.at, coalesce(nullif(p.name, ''), p.email, '') as author, m.from_staff as "isFromStaff",
      m.change_request as "isChangeRequest", not m.from_staff and m.answered_at is null as "isOpen", m.text
    from order_message m left join person p on p.id = m.author_id
    where m.order_id = ${orderId} order by m.id`.execute(db)
  return rows
}

export interface NewQuoteMessage {
  requestKey: string
  text: string
  /** Null: a customer without an account. */
  authorId: number | null
  isFromStaff: boolean
  isChangeRequest: boolean
  now: Date
}

/** Returns its id; null: this form has already written it. */
export async function insertQuoteMessage(
  tx: Tx,
  orderId: number,
  { requestKey, text, authorId, isFromStaff, isChangeRequest, now }: NewQuoteMessage,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into order_message (order_id, at, author_id, from_staff, change_request, text, request_key)
    values (${orderId}, ${now}, ${authorId}, ${isFromStaff}, ${isChangeRequest}, ${text}, ${requestKey})
    on conflict (request_key) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}
