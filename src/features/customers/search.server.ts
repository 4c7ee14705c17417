import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { getRow } from '../../infra/database/query.ts'
import { listEmailForms } from '../../lib/contact/normalise-email.ts'
import { parseOrderReference } from '../orders/order.ts'

/** Of a common text, so many of each kind are read. */
export const maxCustomerMatches = 1000
const read = sql`limit ${sql.lit(maxCustomerMatches)}`

export interface CustomerMatches {
  companyIds: number[]
  /** People without a company. */
  personIds: number[]
  /** There are more. */
  isCut: boolean
}

/**
 * The customers that a text is about: part of a name, an e-mail address or an account number; a whole telephone number, VAT number
 * or order number; the beginning of a postcode. A person of a company counts for the company.
 */
export async function findCustomerMatches(db: Db, typed: string): Promise<CustomerMatches> {
  const text = typed.trim()
  const escaped = text.replace(/[\\%_]/g, String.raw`\$&`)
  // The index of parts has three letters; of shorter texts the beginnings of words count.
  const patterns = [...text].length < 3 ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`]
  const isPart = (column: string) => sql`${sql.ref(column)} ilike any(${patterns}::text[])`
  const reference = parseOrderReference(text)
  const sources = [
    sql`select c.id, null::int from company c where ${isPart('c.name')} or ${isPart('c.account_number')} ${read}`,
    sql`select p.company_id, p.id from person p where ${isPart('p.name')} or ${isPart('p.email')}
      or p.email = any(${listEmailForms(text)}::text[]) ${read}`,
    ...listContactSources(text),
    ...(reference === null
      ? []
      : [
          sql`select coalesce(o.company_id, p.company_id), o.person_id from orders o left join person p on p.id = o.person_id
          where o.reference = ${reference}`,
        ]),
  ]
  const union = sql.join(
    sources.map(source => sql`(${source})`),
    sql` union `,
  )
  return inTransaction(db, async tx => {
    // The plan depends on the text: a rare one is read by the index, a common one from the table.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return getRow(tx)<CustomerMatches>`
      with matches (company_id, person_id) as materialized (${union})
      select coalesce(array_agg(distinct m.company_id) filter (where m.company_id is not null), '{}') as "companyIds",
        coalesce(array_agg(distinct m.person_id) filter (where m.company_id is null and m.person_id is not null), '{}')
          as "personIds",
        count(*) >= ${maxCustomerMatches} as "isCut"
      from matches m`
  })
}

/**
 * Queries of (company_id, person_id) for a text that is a whole telephone number or VAT number, or the beginning of a postcode;
 * `person_id` is null where it is the company's.
 */
export function listContactSources(text: string): RawBuilder<unknown>[] {
  const digits = text.replace(/\D/g, '')
  const isTelephone = digits.length >= 6 && /^[\d\s()+./-]+$/.test(text)
  const isPostcode = /^[a-z]{1,2}\d[a-z\d]?\s*(?:\d[a-z]{0,2})?$/i.test(text)
  const key = text.toLowerCase().replace(/[^a-z\d]/g, '')
  const isVatNumber = /^(?:[a-z]{2})?\d{5,12}$/.test(key)
  return [
    ...(isVatNumber
      ? [
          sql`select c.id, null::int from company c where search_key(c.vat_registration) = any(${[key, `gb${key}`]}::text[])`,
        ]
      : []),
    ...(isPostcode
      ? [
          sql`select coalesce(a.company_id, p.company_id), a.person_id from address a left join person p on p.id = a.person_id
          where search_key(a.postcode) like ${`${key}%`} ${read}`,
        ]
      : []),
    ...(isTelephone
      ? [
          sql`select p.company_id, p.id from person p where search_telephones(p.telephone) && search_telephones(${text}) ${read}`,
          sql`select coalesce(a.company_id, p.company_id), a.person_id from address a left join person p on p.id = a.person_id
            where search_telephones(a.telephone) && search_telephones(${text}) ${read}`,
        ]
      : []),
  ]
}
