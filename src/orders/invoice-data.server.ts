import { sql } from 'kysely'
import { inTransaction } from '../platform/db.ts'
import type { Db, House, Tx } from '../platform/house.ts'

const mostAtOnce = 500

/** Gives every placed order its number, once a minute: so they are in the order of placing. Returns how many. */
export async function numberInvoices(house: House): Promise<number> {
  let numbered = 0
  for (;;) {
    const now = await inTransaction(house.db, giveNumbers)
    numbered += now
    if (now < mostAtOnce) return numbered
  }
}

/** The number of a placed order's invoice, given now when it has none yet: those placed before it get theirs first. */
export async function invoiceNumber(db: Db, orderId: number): Promise<number> {
  for (;;) {
    const numbered = await inTransaction(db, giveNumbers)
    const row = await db
      .selectFrom('orders')
      .select('invoice_number')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (row.invoice_number !== null) return row.invoice_number
    if (numbered === 0) throw new Error(`order ${orderId} is not placed and gets no invoice`)
  }
}

// Who holds the counter numbers alone, and what he numbers stands or falls with the counter: no hole, no number twice.
async function giveNumbers(tx: Tx): Promise<number> {
  await sql`select from invoice_counter for update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with waiting as materialized (
      select id, row_number() over (order by placed_at, id) as nth from (
        select id, placed_at from orders
        where placed_at is not null and invoice_number is null and state = 'placed'
        order by placed_at, id limit ${mostAtOnce}) first
    ), numbered as (
      update orders o set invoice_number = c.last + w.nth from waiting w, invoice_counter c
      where o.id = w.id returning o.id
    )
    update invoice_counter set last = last + (select count(*) from numbered)
    returning (select count(*)::int from numbered) as count`.execute(tx)
  return rows[0]!.count
}
