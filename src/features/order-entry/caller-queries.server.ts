import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../infra/database/columns.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { findRow, selectRows } from '../../infra/database/query.ts'
import { listAddresses } from '../accounts/service.ts'
import type { LineEntry } from '../basket/lines/line-entry-schema.ts'
import { catalogueColumns, unitPriceSql } from '../basket/service.ts'
import { listContactSources } from '../customers/service.ts'
import type { Caller, CustomerOption, PricedProduct } from './caller.ts'

const productColumns = (companyId: number | null): Columns<PricedProduct> => ({
  id: sql`l.position::int`,
  productId: sql`p.id`,
  code: sql`p.code`,
  title: sql`p.title`,
  entry: sql`l.entry`,
  quantity: sql`l.quantity`,
  // Of the company; a person alone has no prices of their own.
  unitPrice: unitPriceSql({ personId: 0, companyId }),
  listPrice: sql`p.price`,
  isBelowCost: sql`coalesce(${unitPriceSql({ personId: 0, companyId })} < p.cost, false)`,
  ...catalogueColumns,
})

/** Products with the customer's price at these quantities, in their order; a product that does not exist is left out. */
export const listPricedProducts = (
  db: Db | Tx,
  companyId: number | null,
  lines: readonly { productId: number; quantity: number; entry?: LineEntry }[],
) =>
  selectRows(db)<PricedProduct>`
    select ${toSelectList(productColumns(companyId))}
    from unnest(${lines.map(({ productId }) => productId)}::int[], ${lines.map(({ quantity }) => quantity)}::int[],
        ${lines.map(({ entry = {} }) => JSON.stringify(entry))}::jsonb[])
      with ordinality as l (product_id, quantity, entry, position)
    join product p on p.id = l.product_id join stock s on s.product_id = p.id
    cross join (select 0 as quantity) h
    order by l.position`

export async function listProductIdsByCode(db: Db | Tx, codes: readonly string[]) {
  const rows = await selectRows(db)<{ id: number; code: string }>`
    select id, code from product where code = any(${codes}::text[])`
  return new Map(rows.map(({ id, code }) => [code, id]))
}

const maxFound = 20
// Of a common text, so many are read before they are sorted.
const maxRead = 200

/**
 * The customers whose e-mail address, name, company or account number contains the text, whole words first, or whose telephone,
 * postcode or VAT number it is. Texts shorter than the three letters that the index has are beginnings of words. Of a text that
 * many match, any `maxFound` of them. A company that has no people yet is listed as such.
 * `orderIds`: orders that the text finds, whose customers are listed too, those without an account among them.
 */
export async function findCallers(
  db: Db,
  text: string,
  orderIds: readonly number[],
): Promise<CustomerOption[]> {
  // The index has letters and digits alone.
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const typed = text.trim().replace(/[\\%_]/g, String.raw`\$&`)
  // Whole words of a name come first, then beginnings of words.
  const [wholeWord, beginning] = [['%', typed, '%'].join(' '), ['% ', typed, '%'].join('')]
  const patterns = [...text.trim()].length < 3 ? [`${typed}%`, beginning] : [`%${typed}%`]
  const names = sql`' ' || concat_ws(' ', p.name, c.name, c.account_number) || ' '`
  const contacts = listContactSources(text.trim())
  const contactUnion =
    contacts.length === 0
      ? sql`select null::int as company_id, null::int as person_id where false`
      : sql.join(
          contacts.map(source => sql`(${source})`),
          sql` union `,
        )
  const rank = sql`case when ${names} ilike ${wholeWord} then 1 when ${names} ilike ${beginning} then 2 else 3 end`
  return inTransaction(db, async tx => {
    // The plan depends on the text: a rare one is read by the index, a common one from the table.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return selectRows(tx)<CustomerOption>`
    with contacts (company_id, person_id) as materialized (${contactUnion}),
    companies as materialized (
      (select c.id from company c where c.name ilike any(${patterns}) or c.account_number ilike any(${patterns})
        limit ${maxRead})
      union
      (select company_id from contacts where company_id is not null and person_id is null)
    ),
    matches as materialized (
      (select p.id from person p where p.disabled_at is null and ' ' || p.name || ' ' ilike ${wholeWord}
          and p.name ilike any(${patterns}) limit ${maxRead})
      union
      (select p.id from person p
        where p.disabled_at is null and (p.name ilike any(${patterns}) or p.email ilike any(${patterns}))
        limit ${maxRead})
      union
      (select p.id from companies c join person p on p.company_id = c.id where p.disabled_at is null limit ${maxRead})
      union
      (select p.id from contacts m join person p on p.id = m.person_id where p.disabled_at is null limit ${maxRead})
      union
      (select p.id from orders o join person p on p.id = o.person_id
        where o.id = any(${orderIds}::bigint[]) and p.disabled_at is null)
    )
    (select p.id, p.name, p.email, coalesce(c.name, '') as company, coalesce(c.account_number, '') as "accountNumber",
      coalesce(c.on_stop, false) as "onStop", p.verified_at is not null as "isVerified",
      case when p.verified_at is null then coalesce((select o.reference from orders o where o.person_id = p.id
        order by o.id desc limit 1), '') else '' end as "lastOrder"
    from matches join person p on p.id = matches.id left join company c on c.id = p.company_id
    order by ${rank}, lower(p.name), p.id limit ${maxFound})
    union all
    (select null, c.name, coalesce((select i.email from invitation i where i.company_id = c.id
        and i.accepted_at is null order by i.id desc limit 1), ''), c.name, c.account_number,
      c.on_stop, true, ''
    from companies m join company c on c.id = m.id
    where not exists (select from person p where p.company_id = c.id and p.disabled_at is null)
    order by lower(c.name), c.id limit ${maxFound})
    union all
    (select distinct on (o.contact) null, o.contact->>'name', o.contact->>'email', o.delivery->>'company', '', false,
      false, o.reference
    from orders o where o.id = any(${orderIds}::bigint[]) and o.person_id is null and o.kind <> 'approval_request'
    order by o.contact, o.id desc limit ${maxFound})`
  })
}

/**
 * With the addresses that the customer can have goods sent to; null: there is no such customer, or the account's address
 * was never verified. Such an account may be somebody else's, so no quote is put into it.
 */
export async function findCaller(db: Db | Tx, id: number): Promise<Caller | null> {
  const customer = await findRow(db)<Omit<Caller, 'addresses'>>`
    select p.id, p.name, p.email, coalesce(p.telephone, '') as telephone,
      coalesce(p.vat, c.vat_registration, '') as vat, c.id as "companyId", coalesce(c.name, '') as company,
      coalesce(c.account_number, '') as "accountNumber", coalesce(c.on_stop, false) as "onStop",
      true as "isVerified", p.orders_require_approval as "ordersRequireApproval",
      p.approval_above as "approvalAbove",
      c.id is not null and 'account_orders' = any(p.permissions) as "mayOrderOnAccount"
    from person p left join company c on c.id = p.company_id
    where p.id = ${id} and p.disabled_at is null and p.verified_at is not null`
  if (!customer) return null
  const company = customer.companyId === null ? null : { id: customer.companyId }
  return { ...customer, addresses: await listAddresses(db, { id, company }) }
}
