import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { QuoteMessage } from './quote-message.ts'

/** The messages about a quote, the oldest first. */
export async function listQuoteMessages(db: Db, orderId: number): Promise<QuoteMessage[]> {
  const { rows } = await sql<QuoteMessage>`
    select m.id, m.at, coalesce(nullif(p.name, ''), p.email, '') as author, m.from_staff as "isFromStaff",
      m.change_request as "isChangeRequest", not m.from_staff and m.answered_at is null as "isOpen", m.text
    from order_message m left join person p on p.id = m.author_id
    where m.order_id = ${orderId} order by m.id`.execute(db)
  return rows
}
