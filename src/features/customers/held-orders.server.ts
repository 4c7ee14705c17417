import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { selectRows } from '../../infra/database/query.ts'
import { type HeldOrders, ordersHeldEmail } from './OrdersHeldEmail.tsx'

interface HeldBuyer extends HeldOrders {
  email: string
  name: string
}

/**
 * Tells customers and the shop, once, of orders that a stop or an overdue invoice holds since they were placed (R-ORDER-25).
 * Of what is held when it is placed or corrected, its own e-mail tells. Returns how many e-mails were written.
 */
export const notifyOfHeldOrders = ({ db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>) =>
  inTransaction(db, async tx => {
    const buyers = await selectRows(tx)<HeldBuyer>`
      with held as (
        update orders o set hold_told_at = ${now()} from company c
        where c.id = o.company_id and o.on_stop and o.hold_told_at is null and o.placed_at is not null
          and order_is_despatchable(o.state) and (o.credit_hold or is_held_for_account(o))
        returning o.reference, o.contact, c.name)
      select contact->>'email' as email, min(contact->>'name') as name, name as company,
        array_agg(reference order by reference) as references
      from held group by 1, 3 order by 3, 1`
    // Twice for one hold is prevented by the column; a later hold of the same order has an e-mail again.
    for (const { email, name, ...orders } of buyers)
      await ordersHeldEmail.enqueue(tx, orders, { email, name }, randomUUID())
    const shop = config.contact.email
    const companies = Map.groupBy(buyers, ({ company }) => company)
    if (shop !== null)
      for (const [company, held] of companies) {
        const references = held.flatMap(buyer => buyer.references)
        await ordersHeldEmail.enqueue(tx, { company, references }, { email: shop, name: null }, randomUUID())
      }
    return buyers.length + (shop === null ? 0 : companies.size)
  })
