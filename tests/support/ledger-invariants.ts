import { expect } from 'vitest'
import type { TestShop } from './shop.ts'

/** I11 in docs/abuse-cases.md: the sales ledger adds up. Also for documents that a test inserts by SQL. */
export async function checkLedger(shop: Pick<TestShop, 'sql'>): Promise<void> {
  const violations = Object.entries(await findLedgerViolations(shop)).filter(([, rows]) => rows.length > 0)
  expect(Object.fromEntries(violations)).toEqual({})
}

export async function findLedgerViolations(shop: Pick<TestShop, 'sql'>): Promise<Record<string, unknown[]>> {
  return {
    'I11: what is allocated is no more than the invoice, the payment or the credit note':
      await shop.sql(excessiveAllocations),
    'I11: what companies owe is invoices less credit notes and payments': await shop.sql(wrongBalances),
  }
}

const excessiveAllocations = `
  with live as (select * from account_allocation where released_at is null)
  select 'invoice' as kind, d.id, d.total, sum(a.amount) as allocated from live a
    join sales_document d on d.id = a.invoice_id group by d.id
    having sum(a.amount) > d.total or d.kind <> 'invoice' or not d.on_account
  union all select 'credit note', d.id, d.total, sum(a.amount) from live a
    join sales_document d on d.id = a.credit_note_id join sales_document i on i.id = a.invoice_id group by d.id
    having sum(a.amount) > d.total or d.kind <> 'credit_note' or bool_or(i.company_id <> d.company_id)
  union all select 'payment', p.id, p.amount, sum(a.amount) from live a
    join account_payment p on p.id = a.payment_id join sales_document i on i.id = a.invoice_id group by p.id
    having sum(a.amount) > p.amount or p.cancelled_at is not null or bool_or(i.company_id <> p.company_id)`

// What is open on invoices, less what is not allocated of payments and credit notes, is the balance.
const wrongBalances = `
  with live as (select * from account_allocation where released_at is null), figures as (
    select c.account_number,
      coalesce((select sum(case kind when 'invoice' then total else -total end) from sales_document
        where company_id = c.id and on_account), 0)
      - coalesce((select sum(amount) from account_payment where company_id = c.id and cancelled_at is null), 0) as balance,
      coalesce((select sum(total - coalesce((select sum(amount) from live where invoice_id = d.id), 0))
        from sales_document d where company_id = c.id and on_account and kind = 'invoice'), 0)
      - coalesce((select sum(total - coalesce((select sum(amount) from live where credit_note_id = d.id), 0))
        from sales_document d where company_id = c.id and on_account and kind = 'credit_note'), 0)
      - coalesce((select sum(amount - coalesce((select sum(amount) from live where payment_id = p.id), 0))
        from account_payment p where company_id = c.id and cancelled_at is null), 0) as open
    from company c)
  select * from figures where balance <> open`
