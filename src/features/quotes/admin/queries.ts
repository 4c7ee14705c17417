import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../../infra/database/columns.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { findRow, getRow, selectRows } from '../../../infra/database/query.ts'
import { listAddresses } from '../../accounts/service.ts'
import { catalogueColumns, unitPriceSql } from '../../basket/service.ts'
import type { CustomerOption, QuoteCustomer } from './new-quote/new-quote.ts'
import type { OfferForm, QuotedProduct } from './offer/offer-form.ts'
import type { AdminQuoteDetails, QuoteDraft, QuoteHistoryEntry } from './view.ts'

/** What staff see of a quote besides the order and the offer. */
export async function getAdminQuoteDetails(db: Db | Tx, orderId: number): Promise<AdminQuoteDetails> {
  const row = await getRow(db)<
    Omit<AdminQuoteDetails, 'history'> & { history: (QuoteHistoryEntry & { at: string })[] }
  >`
    select o.created_at as "requestedAt",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number, 'onStop', c.on_stop)
        from company c where c.id = o.company_id) as company,
      (select json_agg(json_build_object('id', h.id, 'at', h.at, 'who', coalesce(w.name, h.actor_kind),
          'to', h.to_state, 'event', h.event, 'why', h.why) order by h.id)
        from order_history h left join person w on w.id = h.actor_id
        where h.order_id = o.id) as history,
      exists (select from orders n where n.source_id = o.id and order_is_open(n.state))
        as "isBeingOrdered",
      (select n.reference from orders n where n.source_id = o.id
        and not order_is_void(n.state) and not order_is_open(n.state)) as "orderedAs"
    from orders o where o.id = ${orderId}`
  return { ...row, history: row.history.map(entry => ({ ...entry, at: new Date(entry.at) })) }
}

/** What staff have saved and not sent; null: nothing. */
export async function findDraft(db: Db | Tx, orderId: number): Promise<QuoteDraft | null> {
  const row = await findRow(db)<Omit<QuoteDraft, 'form'> & { form: unknown }>`
    select d.form, p.name as "savedBy", d.saved_at as "savedAt"
    from quote_draft d join person p on p.id = d.saved_by where d.order_id = ${orderId}`
  return row ? { ...row, form: storedOfferForm.parse(row.form) } : null
}

export async function replaceDraft(
  tx: Tx,
  orderId: number,
  draft: { form: OfferForm; savedBy: number; savedAt: Date } | null,
): Promise<void> {
  await sql`delete from quote_draft where order_id = ${orderId}`.execute(tx)
  if (!draft) return
  await sql`
    insert into quote_draft (order_id, form, saved_by, saved_at)
    values (${orderId}, ${JSON.stringify(draft.form)}::jsonb, ${draft.savedBy}, ${draft.savedAt})`.execute(tx)
}

const texts = z.array(z.string()).catch([])
const text = z.string().catch('')

/** A stored form; of an older release too. */
const storedOfferForm = z.object({
  codes: texts,
  quantities: texts,
  prices: texts,
  deliveryTitle: text,
  deliveryCost: text,
  note: text,
  validUntil: text,
})

const columns = (companyId: number | null): Columns<QuotedProduct> => ({
  id: sql`l.position::int`,
  productId: sql`p.id`,
  code: sql`p.code`,
  title: sql`p.title`,
  entry: sql`'{}'::jsonb`,
  quantity: sql`l.quantity`,
  // Of the company; a person alone has no prices of their own.
  unitPrice: unitPriceSql({ personId: 0, companyId }),
  listPrice: sql`p.price`,
  ...catalogueColumns,
})

/** Products with the customer's price at these quantities, in their order; a product that does not exist is left out. */
export const listQuotedProducts = (
  db: Db | Tx,
  companyId: number | null,
  lines: readonly { productId: number; quantity: number }[],
) =>
  selectRows(db)<QuotedProduct>`
    select ${toSelectList(columns(companyId))}
    from unnest(${lines.map(({ productId }) => productId)}::int[], ${lines.map(({ quantity }) => quantity)}::int[])
      with ordinality as l (product_id, quantity, position)
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
    return selectRows(tx)<CustomerOption>`
    with matches as materialized (
      (select p.id from person p
        where p.disabled_at is null and (p.name ilike any(${patterns}) or p.email ilike any(${patterns}))
        limit ${maxRead})
      union
      (select p.id from company c join person p on p.company_id = c.id
        where p.disabled_at is null and (c.name ilike any(${patterns}) or c.account_number ilike any(${patterns}))
        limit ${maxRead})
    )
    select p.id, p.name, p.email, coalesce(c.name, '') as company, coalesce(c.account_number, '') as "accountNumber",
      coalesce(c.on_stop, false) as "onStop", p.verified_at is not null as "isVerified"
    from matches join person p on p.id = matches.id left join company c on c.id = p.company_id
    order by lower(p.name), p.id limit ${maxFound}`
  })
}

/**
 * With the addresses that the customer can have goods sent to; null: there is no such customer, or the account's address
 * was never verified. Such an account may be somebody else's, so no quote is put into it.
 */
export async function findCustomer(db: Db, id: number): Promise<QuoteCustomer | null> {
  const customer = await findRow(db)<Omit<QuoteCustomer, 'addresses'>>`
    select p.id, p.name, p.email, coalesce(p.telephone, '') as telephone,
      coalesce(p.vat, c.vat_registration, '') as vat, c.id as "companyId", coalesce(c.name, '') as company,
      coalesce(c.account_number, '') as "accountNumber", coalesce(c.on_stop, false) as "onStop",
      true as "isVerified"
    from person p left join company c on c.id = p.company_id
    where p.id = ${id} and p.disabled_at is null and p.verified_at is not null`
  if (!customer) return null
  const company = customer.companyId === null ? null : { id: customer.companyId }
  return { ...customer, addresses: await listAddresses(db, { id, company }) }
}

/** How to reach a person; null: the account is disabled. */
export const findActivePerson = (tx: Tx, id: number) =>
  findRow(tx)<{ name: string; email: string; telephone: string }>`
    select name, email, coalesce(telephone, '') as telephone from person
    where id = ${id} and disabled_at is null`
