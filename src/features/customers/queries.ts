import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, getValue, hasRow, listValues, selectRows } from '../../infra/database/query.ts'
import { auditVersionSql } from '../accounts/service.ts'
import type { CompanyDetails, CustomerCompany } from './company-form.ts'
import type { BoughtProduct } from './view.ts'

/** Null: there is no such account. */
export async function findCompany(
  db: Db | Tx,
  condition: { id: number } | { accountNumber: string },
): Promise<CustomerCompany | null> {
  const row = await findRow(db)<
    Omit<CustomerCompany, 'terms'> & { days: number | null; isFromEndOfMonth: boolean | null }
  >`
    select id, name, account_number as "accountNumber", coalesce(company_number, '') as "companyNumber",
      coalesce(vat_registration, '') as "vatNumber", coalesce(eori, '') as eori, terms_days as days,
      terms_kind = 'end_of_month' as "isFromEndOfMonth", accounts_emails as "accountsEmails",
      document_emails as "documentEmails", notes,
      on_stop as "onStop", stop_reason as "stopReason", price_list_id as "priceListId", ${auditVersionSql(sql`'company ' || company.id`)} as version
    from company where ${'id' in condition ? sql`id = ${condition.id}` : sql`account_number = ${condition.accountNumber}`}`
  if (!row) return null
  const { days, isFromEndOfMonth, ...company } = row
  return { ...company, terms: days === null ? null : { days, isFromEndOfMonth: isFromEndOfMonth === true } }
}

/** The orders that are held for an account, or to be held, before the company: a stop and its end write them (ARCHITECTURE.md). */
export const lockOrdersOfAccount = (tx: Tx, companyId: number): Promise<void> =>
  execute(tx)`
    select from orders where company_id = ${companyId}
      and (on_stop or (method = 'account' and order_is_despatchable(state))) order by id for no key update`

/** An account number that papers have stays as it is. */
export const isInvoiced = (db: Db | Tx, companyId: number): Promise<boolean> =>
  hasRow(db)`select from sales_document where company_id = ${companyId} limit 1`

const columnsOf = ({ terms, ...details }: CompanyDetails) => ({
  name: details.name,
  account_number: details.accountNumber,
  company_number: details.companyNumber || null,
  vat_registration: details.vatNumber || null,
  eori: details.eori || null,
  terms_days: terms?.days ?? null,
  terms_kind: terms && (terms.isFromEndOfMonth ? 'end_of_month' : 'days'),
  accounts_emails: details.accountsEmails,
  document_emails: details.documentEmails,
  notes: details.notes,
})

/** Null: the account number is taken. */
export async function insertCompany(tx: Tx, details: CompanyDetails): Promise<number | null> {
  const insert = tx.insertInto('company').values(columnsOf(details))
  const row = await insert
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Throws a unique violation when the account number is taken. */
export async function updateCompany(tx: Tx, id: number, details: CompanyDetails): Promise<void> {
  await tx.updateTable('company').set(columnsOf(details)).where('id', '=', id).execute()
}

export const updatePriceList = (tx: Tx, id: number, listId: number | null): Promise<void> =>
  execute(tx)`update company set price_list_id = ${listId} where id = ${id}`

export const setOnStop = (tx: Tx, id: number, { onStop, reason }: { onStop: boolean; reason: string }) =>
  execute(tx)`update company set on_stop = ${onStop}, stop_reason = ${reason} where id = ${id}`

export const findNewestAccountNumber = (db: Db): Promise<string | null> =>
  getValue(db)<string | null>`select (select account_number from company order by id desc limit 1) as number`

export const listAccountNumbersLike = (db: Db, accountNumber: string): Promise<string[]> =>
  listValues(db)<string>`
    select account_number from company
    where starts_with(account_number, ${accountNumber.replace(/\d+$/, '')})`

export const toCompanySubject = (id: number): string => `company ${id}`
export const toPersonSubject = (id: number): string => `person ${id}`

const maxOrdersRead = 1000

/** What a company, or a person without one, bought most since a day, of the latest orders: not what is free of charge or waits for its payment. */
export const listMostBought = (
  db: Db,
  customer: { companyId: number } | { personId: number },
  since: Date,
  limit: number,
): Promise<BoughtProduct[]> =>
  selectRows(db)<BoughtProduct>`
    with bought as materialized (
      select id from orders
      where ${'companyId' in customer ? sql`company_id = ${customer.companyId}` : sql`person_id = ${customer.personId} and company_id is null`}
        and created_at >= ${since} and placed_at is not null and order_is_bought(state) and method <> 'godmode'
        and not (payment_due and state = 'placed')
      order by created_at desc limit ${sql.lit(maxOrdersRead)})
    select p.code, p.title, sum(l.quantity - l.withdrawn_quantity)::int as quantity, count(distinct l.order_id)::int as orders
    from bought b join order_line l on l.order_id = b.id join product p on p.id = l.product_id
    group by p.id order by quantity desc, orders desc, p.code limit ${limit}`
