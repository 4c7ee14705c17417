import { sql } from 'kysely'
import type { Db, Tx } from '../../../../infra/app-context.ts'
import { inTransaction } from '../../../../infra/database/db.ts'
import { listAddresses } from '../../../accounts/service.ts'
import type { CustomerOption, QuoteCustomer } from './new-quote.ts'

const maxFound = 20
// Of a common text, so many are read before they are sorted.
const maxRead = 200

/**
 * The customers whose e-mail address, name, company or account number contains the text, by name. Texts shorter than the
 * three letters that the index has are beginnings of words. Of a text that many match, any `maxFound` of them.
 */
export async function findCustomers(db: Db, text: string): Promise<CustomerOption[]> {
  // The index has letters and digits alone.
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const typed = text.trim().replace(/[\\%_]/g, String.raw`\$&`)
  const patterns = [...text.trim()].length < 3 ? [`${typed}%`, `% ${typed}%`] : [`%${typed}%`]
  return inTransaction(db, async tx => {
    // The plan depends on the text: a rare one is read by the index, a common one from the table.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    const { rows } = await sql<CustomerOption>`
    with matches as materialized (
      (select p.id from person p where p.disabled_at is null and (p.name ilike any(${patterns}) or p.email ilike any(${patterns}))
        limit ${maxRead})
      union
      (select p.id from company c join person p on p.company_id = c.id
        where p.disabled_at is null and (c.name ilike any(${patterns}) or c.account_number ilike any(${patterns})) limit ${maxRead})
    )
    select p.id, p.name, p.email, coalesce(c.name, '') as company, coalesce(c.account_number, '') as "accountNumber",
      coalesce(c.on_stop, false) as "onStop", p.verified_at is not null as "isVerified"
    from matches join person p on p.id = matches.id left join company c on c.id = p.company_id
    order by lower(p.name), p.id limit ${maxFound}`.execute(tx)
    return rows
  })
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
