import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, findValue, selectRows } from '../../infra/database/query.ts'
import { emptyAddress } from '../../lib/contact/address.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import { parseOrderSearch } from '../orders/order-search.ts'
import { findMatchingOrders, type Order } from '../orders/service.ts'
import { type Caller, newAddress, newCustomer } from './caller.ts'
import type { EntryEnd, EntryForm } from './entry.ts'
import { entryForm } from './schemas.ts'

/** The form before anything is typed. */
export function emptyEntry(
  draft: string,
  customer: Caller | null,
  { end, takesCards, email }: { end: EntryEnd | null; takesCards: boolean; email: string },
): EntryForm {
  // Goods rarely go to where the bills go.
  const addresses = customer?.addresses ?? []
  const first = addresses.find(({ billing }) => !billing) ?? addresses[0]
  return entryForm.parse({
    request_key: draft,
    customer: customer ? String(customer.id) : newCustomer,
    email,
    deliver_to: first ? String(first.id) : newAddress,
    country: emptyAddress.country,
    end: end ?? (customer?.mayOrderOnAccount ? 'account' : takesCards ? 'link' : 'quote'),
  })
}

/** What a member of staff has typed and not placed yet; null: nothing. */
export async function findDraft(db: Db | Tx, key: string, staffId: number): Promise<EntryForm | null> {
  const form = await findValue(db)<unknown>`
    select form from order_draft where key = ${key} and staff_id = ${staffId}`
  const parsed = form === null ? null : entryForm.safeParse(form)
  return parsed?.success ? parsed.data : null
}

const draftDays = 14

/** Of a form of somebody else nothing is stored. Those that were left alone for two weeks are deleted. */
export const saveDraft = (db: Db | Tx, form: EntryForm, staffId: number, now: Date): Promise<void> =>
  execute(db)`
    with old as (
      delete from order_draft where staff_id = ${staffId} and key <> ${form.request_key}
        and saved_at < ${now}::timestamptz - make_interval(days => ${draftDays})
    )
    insert into order_draft (key, staff_id, form, saved_at)
    values (${form.request_key}, ${staffId}, ${JSON.stringify(form)}::jsonb, ${now})
    on conflict (key) do update set form = excluded.form, saved_at = excluded.saved_at
      where order_draft.staff_id = excluded.staff_id`

export const deleteDraft = (db: Db | Tx, key: string, staffId: number): Promise<void> =>
  execute(db)`delete from order_draft where key = ${key} and staff_id = ${staffId}`

export interface ListedDraft {
  key: string
  customer: string
  name: string
  lineCount: number
  savedAt: Date
}

/** Those with something in them, the newest first. */
export const listDrafts = (db: Db, staffId: number): Promise<ListedDraft[]> =>
  selectRows(db)<ListedDraft>`
    select d.key, d.form->>'customer' as customer, d.saved_at as "savedAt",
      jsonb_array_length(d.form->'codes') as "lineCount",
      coalesce(nullif(concat_ws(' · ', c.name, p.name), ''),
        nullif(trim(concat(d.form->>'firstname', ' ', d.form->>'surname')), ''), d.form->>'email') as name
    from order_draft d left join person p on p.id::text = d.form->>'customer' left join company c on c.id = p.company_id
    where d.staff_id = ${staffId} and (jsonb_array_length(d.form->'codes') > 0 or d.form->>'lines' <> '')
    order by d.saved_at desc limit 10`

/** The orders that a text finds, for the customers who placed them. */
export async function findOrderIds(db: Db, text: string, today: IsoDate): Promise<readonly number[]> {
  const search = parseOrderSearch(text, today)
  if (search === null) return []
  return (await findMatchingOrders(db, search, maxOrders)).ids ?? []
}

const maxOrders = 200

/** Name and address of an order whose customer has no account. */
export const findOrderContact = (db: Db, reference: string) =>
  findRow(db)<Pick<Order, 'contact' | 'delivery'>>`
    select contact, delivery from orders where reference = ${reference}`

export interface LastPrice {
  productId: number
  price: Pence
  at: Date
}

/** What the customer, or another person of the company, paid last for each of these products, not what was free of charge; nothing for a new customer. */
export const listLastPrices = (
  db: Db | Tx,
  { personId, companyId }: { personId: number | null; companyId: number | null },
  productIds: readonly number[],
) =>
  selectRows(db)<LastPrice>`
    select p.id as "productId", last.unit_price as price, last.placed_at as at
    from unnest(${productIds}::int[]) as p (id) cross join lateral (
      select l.unit_price, o.placed_at from order_line l join orders o on o.id = l.order_id
      where l.product_id = p.id and order_is_bought(o.state) and o.method <> 'godmode' and ${
        companyId === null
          ? sql`o.person_id = ${personId}::int and o.company_id is null`
          : sql`o.company_id = ${companyId}::int`
      }
      order by o.id desc limit 1) last`

export const findOrderByKey = (tx: Tx, requestHash: string): Promise<string | null> =>
  findValue(tx)<string>`
    select reference from orders where request_hash = ${requestHash} and prepared_by is not null and kind = 'order'`
