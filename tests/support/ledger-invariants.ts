import { sql } from 'kysely'
import { readAccounts } from '../../src/features/sales-ledger/accounts.server.ts'
import { getAccountFigures, listOpenInvoices, listSources } from '../../src/features/sales-ledger/queries.ts'
import { loadStatement } from '../../src/features/sales-ledger/statement/queries.ts'
import type { Month } from '../../src/features/sales-ledger/statement/statement.ts'
import { toLondonTime } from '../../src/lib/dates.ts'
import type { CheckedShop } from './checked-shop.ts'

/** I11 in docs/abuse-cases.md: the sales ledger adds up. */
export async function findLedgerViolations(
  shop: Pick<CheckedShop, 'sql' | 'context'>,
): Promise<Record<string, unknown[]>> {
  return {
    'I11: what is allocated is no more than the invoice, the payment or the credit note':
      await shop.sql(excessiveAllocations),
    'I11: what the shop says that companies owe is invoices less credit notes and payments':
      await findWrongBalances(shop),
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

interface Paper {
  companyId: number
  /** What the company owes more, in pence. */
  amount: number
}

// Documents by their lines, as the customer reads them.
const papers = `
  select d.company_id as "companyId",
    (case d.kind when 'invoice' then 1 else -1 end * l.amount)::int as amount, d.issued_at as at
  from sales_document d
  cross join lateral (select sum(net + vat) as amount from sales_document_line where document_id = d.id) l
  where d.on_account and d.company_id is not null
  union all select company_id, -amount, entered_at from account_payment where cancelled_at is null
  order by at`

// The statement of a month after all papers, also of those that a test has dated ahead.
const farMonth = '2099-12' as Month

/** What the screens say of each company, and of all together, compared with the sum of the papers. */
async function findWrongBalances(shop: Pick<CheckedShop, 'sql' | 'context'>): Promise<unknown[]> {
  const { db, now } = shop.context
  const owed = new Map<number, number>()
  for (const { companyId, amount } of await shop.sql<Paper>(papers)) {
    const before = owed.get(companyId) ?? 0
    // The company with the newest paper comes last.
    owed.delete(companyId)
    owed.set(companyId, before + amount)
  }
  const today = toLondonTime(now()).date
  const all = { today, orderBy: sql`id`, window: sql`` }
  const { rows, balanceTotal } = await readAccounts(db, { group: 'all', query: '' }, all)
  const listed = (rows ?? []).filter(({ id, balance }) => balance !== (owed.get(id) ?? 0))
  const debtors = [...owed.values()].reduce((all, amount) => all + amount, 0)
  const wrong: unknown[] = listed.map(row => ({ ...row, owed: owed.get(row.id) }))
  if (balanceTotal !== debtors) wrong.push({ debtors, listed: balanceTotal })
  // Of the others only the list is read: each was the last one when it got its papers.
  for (const id of [...owed.keys()].slice(-1)) {
    const displayed = await loadDisplayedBalances(shop, id)
    if (displayed.some(balance => balance !== owed.get(id))) wrong.push({ id, owed: owed.get(id), displayed })
  }
  return wrong
}

/** By the account's page, by its open invoices less what is not allocated, and by its statement. */
async function loadDisplayedBalances(
  { context: { db, now } }: Pick<CheckedShop, 'context'>,
  companyId: number,
): Promise<(number | undefined)[]> {
  const figures = await getAccountFigures(db, companyId, toLondonTime(now()).date)
  const open = await listOpenInvoices(db, companyId)
  const sources = await listSources(db, companyId, { size: 10_000, page: 1 })
  const statement = await loadStatement(db, companyId, farMonth)
  const total = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  return [
    figures.balance,
    total(open.map(invoice => invoice.open)) - total(sources.rows.map(({ unallocated }) => unallocated)),
    statement?.closing,
  ]
}
