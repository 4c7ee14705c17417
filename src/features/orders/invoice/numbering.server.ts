import { sql } from 'kysely'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { IsoDate } from '../../../lib/dates.ts'

const batchSize = 500

// The day on which it was placed, in London.
const invoiceDay = sql`(o.placed_at at time zone 'Europe/London')::date`

/** Numbers the invoices of all placed orders in the order of placing; runs once a minute. Returns how many. */
export async function numberInvoices(context: AppContext): Promise<number> {
  let numbered = 0
  for (;;) {
    const numberedInBatch = await inTransaction(context.db, tx => assignInvoiceNumbers(tx, context))
    numbered += numberedInBatch
    if (numberedInBatch < batchSize) return numbered
  }
}

/**
 * The number of a placed order's invoice and the day on which it is due. One that has none yet is numbered now, after the
 * orders placed before it.
 */
export async function ensureInvoiceNumber(
  context: AppContext,
  orderId: number,
): Promise<{ number: number; due: IsoDate | null }> {
  for (;;) {
    const numbered = await inTransaction(context.db, tx => assignInvoiceNumbers(tx, context))
    const { rows } = await sql<{ number: number | null; due: IsoDate | null }>`
      select invoice_number as number, invoice_due::text as due from orders where id = ${orderId}`.execute(
      context.db,
    )
    const { number, due } = rows[0]!
    if (number !== null) return { number, due }
    if (numbered === 0) throw new Error(`order ${orderId} is not placed and gets no invoice`)
  }
}

// The counter's lock makes this serial, and counter and orders change in one transaction: no gap, no number twice.
async function assignInvoiceNumbers(tx: Tx, { config }: AppContext): Promise<number> {
  const { days = null, isFromEndOfMonth = false } = config.invoiceDue ?? {}
  await sql`select from invoice_counter for update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with waiting as materialized (
      select id, row_number() over (order by placed_at, id) as nth from (
        select id, placed_at from orders
        where placed_at is not null and invoice_number is null and order_is_bought(state)
        order by placed_at, id limit ${batchSize}) first
    ), numbered as (
      update orders o set invoice_number = c.last + w.nth,
        invoice_due = case when o.method = 'account' then ${days}::int + case when ${isFromEndOfMonth}
          then (date_trunc('month', ${invoiceDay}) + interval '1 month - 1 day')::date else ${invoiceDay} end end
      from waiting w, invoice_counter c
      where o.id = w.id returning o.id
    )
    update invoice_counter set last = last + (select count(*) from numbered)
    returning (select count(*)::int from numbered) as count`.execute(tx)
  return rows[0]!.count
}
