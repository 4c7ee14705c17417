import { sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'

const batchSize = 500

/** Numbers the invoices of all placed orders in the order of placing; runs once a minute. Returns how many. */
export async function numberInvoices(context: AppContext): Promise<number> {
  let numbered = 0
  for (;;) {
    const numberedInBatch = await inTransaction(context.db, assignInvoiceNumbers)
    numbered += numberedInBatch
    if (numberedInBatch < batchSize) return numbered
  }
}

/** The number of a placed order's invoice. One that has none yet is numbered now, after the orders placed before it. */
export async function ensureInvoiceNumber(db: Db, orderId: number): Promise<number> {
  for (;;) {
    const numbered = await inTransaction(db, assignInvoiceNumbers)
    const row = await db
      .selectFrom('orders')
      .select('invoice_number')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (row.invoice_number !== null) return row.invoice_number
    if (numbered === 0) throw new Error(`order ${orderId} is not placed and gets no invoice`)
  }
}

// The counter's lock makes this serial, and counter and orders change in one transaction: no gap, no number twice.
async function assignInvoiceNumbers(tx: Tx): Promise<number> {
  await sql`select from invoice_counter for update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with waiting as materialized (
      select id, row_number() over (order by placed_at, id) as nth from (
        select id, placed_at from orders
        where placed_at is not null and invoice_number is null and state = 'placed'
        order by placed_at, id limit ${batchSize}) first
    ), numbered as (
      update orders o set invoice_number = c.last + w.nth from waiting w, invoice_counter c
      where o.id = w.id returning o.id
    )
    update invoice_counter set last = last + (select count(*) from numbered)
    returning (select count(*)::int from numbered) as count`.execute(tx)
  return rows[0]!.count
}
