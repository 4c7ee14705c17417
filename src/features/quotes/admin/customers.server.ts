import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { listAddresses } from '../../accounts/service.ts'
import type { CustomerOption, QuoteCustomer } from './new-quote.ts'

const maxFound = 20

/** The customers whose e-mail address, name, company or account number contains the text, by name. */
export async function findCustomers(db: Db, text: string): Promise<CustomerOption[]> {
  const pattern = `%${text.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<CustomerOption>`
    select p.id, p.name, p.email, coalesce(c.name, '') as company, coalesce(c.account_number, '') as "accountNumber",
      coalesce(c.on_stop, false) as "onStop", p.verified_at is not null as "isVerified"
    from person p left join company c on c.id = p.company_id
    where p.disabled_at is null and (p.email ilike ${pattern} or p.name ilike ${pattern} or c.name ilike ${pattern}
      or c.account_number ilike ${pattern})
    order by lower(p.name), p.id limit ${maxFound}`.execute(db)
  return rows
}

/**
 * With the addresses that the customer can have goods sent to; null: there is no such customer, or the account's address
 * was never verified. Such an account may be somebody else's, so no quote is put into it.
 */
export async function findCustomer(db: Db, id: number): Promise<QuoteCustomer | null> {
  const { rows } = await sql<Omit<QuoteCustomer, 'addresses'>>`
    select p.id, p.name, p.email, coalesce(p.telephone, '') as telephone,
      coalesce(p.vat, c.vat_registration, '') as vat, c.id as "companyId", coalesce(c.name, '') as company,
      coalesce(c.account_number, '') as "accountNumber", coalesce(c.on_stop, false) as "onStop",
      true as "isVerified"
    from person p left join company c on c.id = p.company_id
    where p.id = ${id} and p.disabled_at is null and p.verified_at is not null`.execute(db)
  const customer = rows[0]
  if (!customer) return null
  const company = customer.companyId === null ? null : { id: customer.companyId }
  return { ...customer, addresses: await listAddresses(db, { id, company }) }
}

/** How to reach a person; null: the account is disabled. */
export async function findActivePerson(
  tx: Tx,
  id: number,
): Promise<{ name: string; email: string; telephone: string } | null> {
  const { rows } = await sql<{ name: string; email: string; telephone: string }>`
    select name, email, coalesce(telephone, '') as telephone from person
    where id = ${id} and disabled_at is null`.execute(tx)
  return rows[0] ?? null
}
