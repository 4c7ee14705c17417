import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { DocumentSummary, OrderRefund } from '../../billing/document.ts'
import { orderDocuments, orderRefunds } from '../../billing/service.ts'
import type { CatalogueEntry } from '../../orders/order-line.ts'
import { lineProducts } from '../../orders/service.ts'
import type { Parcel } from '../../warehouse/despatch/parcel.ts'
import { orderParcels } from '../../warehouse/service.ts'
import type { Decision } from './confirmation-props.ts'

/** What the confirmation shows of an order besides it; `products` are in the order of the lines. */
export const confirmationColumns = sql<{
  products: CatalogueEntry[]
  parcels: Parcel[]
  documents: DocumentSummary[]
  refunds: OrderRefund[]
}>`, ${lineProducts} as products, ${orderParcels} as parcels, ${orderDocuments} as documents, ${orderRefunds} as refunds`

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
