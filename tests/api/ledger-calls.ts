import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

/** Rows and calls of the sales ledger. */

export interface LedgerReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

export interface NewDocument {
  kind?: 'invoice' | 'credit_note'
  reference: string
  /** Pence ex VAT; VAT is 20 %. */
  net: number
  issuedAt?: string
  dueOn?: string | null
  reason?: string
}

/** Issues an invoice or a credit note on account by SQL. Returns its id and its number. */
export async function insertDocument(
  shop: Pick<TestShop, 'sql'>,
  {
    kind = 'invoice',
    reference,
    net,
    issuedAt = '2026-11-02T09:00:00Z',
    dueOn = null,
    reason = '',
  }: NewDocument,
): Promise<{ id: number; number: number }> {
  const vat = Math.round(net / 5)
  const [row] = await shop.sql<{ id: number; number: number }>(
    `with numbered as (update sales_document_counter set last = last + 1 where kind = $1 returning last),
     issued as (
       insert into sales_document (kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point,
         due_on, reason, net, vat, total, vat_rate_bp, content)
       select $1, last, o.id, o.company_id, true, $3::timestamptz, ($3::timestamptz at time zone 'Europe/London')::date,
         ($3::timestamptz at time zone 'Europe/London')::date, $4::date, $5, $6::int, $7::int, $6::int + $7::int, 2000, '{}'
       from numbered, orders o where o.reference = $2 returning id, number)
     select * from issued`,
    [kind, reference, issuedAt, dueOn, reason, net, vat],
  )
  await shop.sql(
    `insert into sales_document_line (document_id, nth, kind, title, quantity, net, vat)
     values ($1, 1, 'amount', 'Goods', 1, $2, $3)`,
    [row!.id, net, vat],
  )
  return row!
}

export const accountOf = (account: string) => `/admin/accounts/${account}`

/** The version of the account that its page shows. */
export async function getSeen(staff: TestVisitor, account: string): Promise<string> {
  const { text } = await staff.getPage(accountOf(account))
  return /name="seen" value="([^"]*)"/.exec(text)![1]!
}

export const newPayment = (changes: object = {}) => ({
  request: randomUUID(),
  received_on: '2026-11-20',
  amount: '100.00',
  method: 'bank_transfer',
  reference: 'BACS 4711',
  note: '',
  mode: 'oldest',
  ...changes,
})

export async function enterPayment(
  staff: TestVisitor,
  account: string,
  changes: { seen?: string; [field: string]: unknown } = {},
): Promise<LedgerReply> {
  const seen = changes.seen ?? (await getSeen(staff, account))
  const body = { ...newPayment(changes), seen }
  return (await staff.post<LedgerReply>(`${accountOf(account)}/payments`, body)).body
}

/** What is open of each invoice of the company, by number. */
export async function getOpen(shop: Pick<TestShop, 'sql'>, account: string): Promise<Record<string, number>> {
  const rows = await shop.sql<{ number: number; open: number }>(
    `select d.number, d.total - coalesce((select sum(a.amount) from account_allocation a
       where a.invoice_id = d.id and a.released_at is null), 0)::int as open
     from sales_document d join company c on c.id = d.company_id
     where c.account_number = $1 and d.kind = 'invoice' order by d.number`,
    [account],
  )
  return Object.fromEntries(rows.map(({ number, open }) => [number, open]))
}

export async function getPaymentId(shop: Pick<TestShop, 'sql'>, reference: string): Promise<number> {
  const [row] = await shop.sql<{ id: number }>(
    'select id from account_payment where reference = $1 order by id desc limit 1',
    [reference],
  )
  return row!.id
}

/** A file of the bookkeeper. */
export async function getExport(staff: TestVisitor, name: string, query: string): Promise<string> {
  const { status, headers, content } = await staff.getFile(`/admin/exports/${name}.csv?${query}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return content.toString()
}

export const toPence = (text: string): number => {
  expect(text).toMatch(/^-?\d+\.\d\d$/)
  return Number(text.replace('.', ''))
}
export const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)
