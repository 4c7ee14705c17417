import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { Decision } from './confirmation-props.ts'

/** The decision about an approval request; null: not decided yet. */
export async function findDecision(db: Db, orderId: number): Promise<Decision | null> {
  const { rows } = await sql<Decision>`
    select coalesce(n.contact->>'name', p.name, '') as by,
      case when h.to_state = 'rejected' then h.why else '' end as reason, n.reference as "placedReference"
    from order_history h
    left join person p on p.id = h.actor_id
    left join orders n on n.source_id = h.order_id and n.placed_at is not null
    where h.order_id = ${orderId} and order_is_decided(h.to_state)
    order by h.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
