import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, getRow, selectRows } from '../../../infra/database/query.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import { auditVersionSql } from '../../accounts/service.ts'
import type { TypedChange } from './change-form.ts'
import { isOfTarget } from './queries.ts'

export interface PriceChange {
  id: number
  title: string
  starts: IsoDate
  createdAt: Date
  who: string
  state: 'scheduled' | 'applied' | 'cancelled'
  products: number
  requestKey: string
  /** Of the audit. */
  version: number
}

/** Of the change `c`. */
export const changeState = sql`case when c.cancelled_at is not null then 'cancelled'
  when c.applied_at is not null then 'applied' else 'scheduled' end`

export const findPriceChange = (
  db: Db | Tx,
  condition: { id: number } | { requestKey: string },
): Promise<PriceChange | null> =>
  findRow(db)<PriceChange>`
    select c.id, c.title, c.starts::text as starts, c.created_at as "createdAt", coalesce(s.name, '') as who,
      ${changeState} as state, c.request_key as "requestKey",
      (select count(*)::int from product_price pp where pp.change_id = c.id) as products,
      ${auditVersionSql(sql`'price change ' || c.id`)} as version
    from price_change c left join person s on s.id = c.created_by
    where ${'id' in condition ? sql`c.id = ${condition.id}` : sql`c.request_key = ${condition.requestKey}`}`

export const lockPriceChange = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`select from price_change where id = ${id} for update`

/** The form that scheduled it may be sent again, and schedules another one. */
export const setChangeCancelled = (tx: Tx, id: number, staffId: number, now: Date): Promise<void> =>
  execute(
    tx,
  )`update price_change set cancelled_by = ${staffId}, cancelled_at = ${now}, request_key = 'change ' || id where id = ${id}`

export interface ChangedPrice {
  code: string
  title: string
  before: Pence | null
  price: Pence
  cost: Pence | null
  /** What it is then on each price list that has a rule for it. */
  lists: { name: string; price: Pence }[]
}

const newPrice = ({ kind, value }: TypedChange) => sql`apply_price_rule(${kind}, ${value}::int, p.price)`

/** The products `p` that a change is for. */
export const isChanged = ({ scope }: TypedChange, targetId: number | null): RawBuilder<unknown> =>
  sql`${isOfTarget(scope, targetId)} and p.price is not null and not p.withdrawn`

/** `changed`: rows of a product's id, its price before and the new one. */
const selectPrices = (changed: RawBuilder<unknown>, starts: IsoDate, limit: number) => sql<ChangedPrice>`
  select p.code, p.title, c.before, c.price, p.cost, coalesce((
    select json_agg(json_build_object('name', l.name, 'price', r.price) order by lower(l.name)) from price_list l
      cross join lateral rule_price(null, l.id, p.id, p.brand_id, p.type_id, c.price, 1, ${starts}::date) r
    where r.price is not null), '[]') as lists
  from (${changed}) c join product p on p.id = c.id
  order by (c.price < p.cost) is not true, abs(c.price - c.before)::float / nullif(c.before, 0) desc nulls last, p.code
  limit ${limit}`

/** Those below cost first, then those that move most. */
export const listPreviewedPrices = async (
  db: Db,
  change: TypedChange,
  targetId: number | null,
  limit: number,
): Promise<ChangedPrice[]> => {
  const changed = sql`select p.id, p.price as before, ${newPrice(change)} as price from product p
    where ${isChanged(change, targetId)}`
  return (await selectPrices(changed, change.starts, limit).execute(db)).rows
}

export const listChangedPrices = async (
  db: Db,
  { id, starts }: Pick<PriceChange, 'id' | 'starts'>,
  limit: number,
): Promise<ChangedPrice[]> => {
  const changed = sql`select product_id as id, price_before as before, price from product_price where change_id = ${id}`
  return (await selectPrices(changed, starts, limit).execute(db)).rows
}

/** Of the products and their prices that a change would replace, and how many of them another change names already. */
export const getChangeBase = (db: Db | Tx, change: TypedChange, targetId: number | null) =>
  getRow(db)<{ checked: string; scheduled: number; scheduledCode: string; scheduledTitle: string }>`
    with p as materialized (select p.id, p.code, p.price from product p where ${isChanged(change, targetId)}),
      open as (select p.code, c.title from price_change c join product_price pp on pp.change_id = c.id
        join p on p.id = pp.product_id where c.applied_at is null and c.cancelled_at is null)
    select coalesce((select md5(string_agg(p.id || ':' || p.price, ',' order by p.id)) from p), '') as checked,
      (select count(*)::int from open) as scheduled, coalesce((select min(code) from open), '') as "scheduledCode",
      coalesce((select min(title) from open), '') as "scheduledTitle"`

export async function insertPriceChange(
  tx: Tx,
  change: TypedChange,
  targetId: number | null,
  entry: { title: string; staffId: number; now: Date; requestKey: string },
): Promise<number> {
  const { id } = await getRow(tx)<{ id: number }>`
    insert into price_change (title, starts, created_by, created_at, request_key)
    values (${entry.title}, ${change.starts}::date, ${entry.staffId}, ${entry.now}, ${entry.requestKey}) returning id`
  await execute(tx)`
    insert into product_price (change_id, product_id, price_before, price)
    select ${id}, p.id, p.price, ${newPrice(change)} from product p where ${isChanged(change, targetId)}`
  return id
}

/** One at a time, so that no two name the same product. */
export const lockPriceChanges = (tx: Tx): Promise<void> =>
  execute(tx)`select pg_advisory_xact_lock(20260, 155)`

export interface ListedChange extends Pick<PriceChange, 'id' | 'title' | 'starts' | 'who' | 'products'> {
  /** Of the part that was searched for. */
  before: Pence | null
  price: Pence | null
}

export const listPriceChanges = (
  db: Db,
  {
    codeKey,
    state,
    orderBy,
    page,
  }: {
    codeKey: string
    state: string
    orderBy: RawBuilder<unknown>
    page: RawBuilder<unknown>
  },
) =>
  selectRows(db)<ListedChange>`
    select c.id, c.title, c.starts::text as starts, coalesce(s.name, '') as who,
      (select count(*)::int from product_price pp where pp.change_id = c.id) as products, part.before, part.price
    from price_change c left join person s on s.id = c.created_by
      left join lateral (select pp.price_before as before, pp.price from product_price pp join product p on p.id = pp.product_id
        where pp.change_id = c.id and p.code_key = ${codeKey} and ${codeKey} <> '' limit 1) part on true
    where ${changeState} = ${state} and (${codeKey} = '' or part.price is not null)
    order by ${orderBy} ${page}`

export const countPriceChanges = (db: Db, codeKey: string) =>
  getRow(db)<Record<PriceChange['state'], number>>`
    select (count(*) filter (where state = 'scheduled'))::int as scheduled,
      (count(*) filter (where state = 'applied'))::int as applied,
      (count(*) filter (where state = 'cancelled'))::int as cancelled
    from (select ${changeState} as state from price_change c where ${codeKey} = '' or exists (
      select from product_price pp join product p on p.id = pp.product_id where pp.change_id = c.id and p.code_key = ${codeKey})) c`
