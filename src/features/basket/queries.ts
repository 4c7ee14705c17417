import { type RawBuilder, sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../infra/database/columns.ts'
import { composeOnce, execute, findRow } from '../../infra/database/query.ts'
import type { Consignments } from '../../lib/availability.ts'
import { maxQuantity } from '../../lib/quantity.ts'
import { selectPrice } from '../prices/service.ts'
import type { Basket, BasketLine, RowChange, ShipTo } from './basket.ts'
import { maxLines } from './limits.ts'
import { lineEntryFields, lineEntryNames } from './lines/line-entry.ts'
import type { LineEntry } from './lines/line-entry-schema.ts'
import { listBasketVouchers } from './vouchers/voucher-queries.server.ts'

/** The owner of a basket: a person, or the browser with this basket cookie. */
export type BasketOwner = { personId: number; companyId: number | null } | { tokenHash: Buffer }

type StoredBasket = Omit<Basket, 'id' | 'storage' | 'vouchers'> & { id: number; hasVouchers: boolean }

/** Column and value that identify the basket of an owner. */
export function getOwnerColumn(owner: BasketOwner): {
  column: RawBuilder<unknown>
  value: RawBuilder<unknown>
} {
  return 'personId' in owner
    ? { column: sql`person_id`, value: sql`${owner.personId}::int` }
    : { column: sql`token_hash`, value: sql`${owner.tokenHash}::bytea` }
}

/** Condition on basket `b`. */
export function ownedBySql(owner: BasketOwner): RawBuilder<unknown> {
  const { column, value } = getOwnerColumn(owner)
  return sql`b.${column} = ${value}`
}

/** The price of one unit of product `p`: the company's price for a quantity, by default of line `l`, else the list price. */
export function unitPriceSql(owner: BasketOwner, quantity = sql`l.quantity`): RawBuilder<unknown> {
  return selectPrice('p', 'companyId' in owner ? owner.companyId : null, quantity)
}

/** A BasketLine of line `l`, product `p`, its stock `s` and what is held of it, `h`. */
const basketLineColumns = (owner: BasketOwner): Columns<BasketLine> => ({
  id: sql`l.id`,
  productId: sql`p.id`,
  code: sql`p.code`,
  title: sql`p.title`,
  entry: sql`l.entry`,
  quantity: sql`l.quantity`,
  unitPrice: unitPriceSql(owner),
  ...catalogueColumns,
})

/** The columns of a StoredBasket for basket `b`; `lines`: a relation with the columns of basket_line. */
// Vouchers are read by a second query, because few baskets hold any and counting their uses is expensive.
const basketColumns = (owner: BasketOwner, lines: RawBuilder<unknown>) => sql`
  b.id, b.version, case when b.ship_country is not null then json_build_object('country', b.ship_country,
    'postcode', coalesce(b.ship_postcode, ''), 'method', b.ship_method, 'day', b.ship_day,
    'consignments', b.ship_consignments) end as "shipTo",
  b.ship_consignments as consignments, coalesce(b.leftovers, '[]') as leftovers,
  coalesce((select json_agg(line order by line.id) from (
    select ${toSelectList(basketLineColumns(owner))}
    from ${lines} l join product p on p.id = l.product_id join stock s on s.product_id = p.id
      ${joinHeldStock(sql`o.basket_id = b.id`)}) line), '[]') as lines,
  exists (select from basket_voucher bv where bv.basket_id = b.id) as "hasVouchers"`

/** The entry of line `l` to which more of the same part is added, as `mergeLineEntries` merges them. */
export const mergedEntrySql = sql`merge_line_entries(l.entry, excluded.entry, ${JSON.stringify(
  Object.fromEntries(lineEntryNames.map(name => [name, lineEntryFields[name].maxLength])),
)}::jsonb)`

/** The whole basket; null when the owner has none yet. */
export async function findBasket(db: Db | Tx, owner: BasketOwner): Promise<Basket | null> {
  const [basket] = await selectBaskets(db, owner)
  return basket ? toBasket(db, basket, owner) : null
}

const selectBaskets = composeOnce(
  (owner: BasketOwner) => sql<StoredBasket>`
    select ${basketColumns(owner, sql`(select * from basket_line where basket_id = b.id)`)}
    from basket b where ${ownedBySql(owner)}`,
)

/** Number of pieces and their price in pence ex VAT, for the header of every page. */
export const getBasketSummary = async (
  db: Db,
  owner: BasketOwner,
): Promise<{ count: number; subtotal: number }> => (await selectBasketSummary(db, owner))[0]!

const selectBasketSummary = composeOnce(
  (owner: BasketOwner) => sql<{ count: number; subtotal: number }>`
    select coalesce(sum(l.quantity), 0)::int as count,
      coalesce(sum(l.quantity::bigint * coalesce(${unitPriceSql(owner)}, 0)), 0)::bigint as subtotal
    from basket b join basket_line l on l.basket_id = b.id join product p on p.id = l.product_id
    where ${ownedBySql(owner)}`,
)

async function toBasket(
  db: Db | Tx,
  { hasVouchers, ...basket }: StoredBasket,
  owner: BasketOwner,
): Promise<Basket> {
  const personId = 'personId' in owner ? owner.personId : null
  return {
    ...basket,
    storage: 'personId' in owner ? 'account' : 'cookie',
    vouchers: hasVouchers ? await listBasketVouchers(db, basket.id, personId) : [],
  }
}

export const lockBasket = (tx: Tx, basketId: number): Promise<void> =>
  execute(tx)`select from basket where id = ${basketId} for update`

export interface ItemToAdd {
  product: number
  quantity: number
  entry: LineEntry
}

type AddedRow = NonNullable<AddLineResult['product']> & {
  lineCount: number
  added: boolean
  basket: StoredBasket | null
}

export interface AddLineResult {
  /** Null: there is no such product. */
  product: {
    id: number
    code: string
    title: string
    price: number | null
    forSale: boolean
    available: number
    backOrder: boolean
    note: string | null
    /** Pieces in the basket before the add. */
    inBasket: number
  } | null
  /** Lines in the basket before the add. */
  lineCount: number
  added: boolean
  /** The basket after the add; null when nothing was added. */
  basket: Basket | null
}

/**
 * Adds a quantity of a product to the basket, which is created when missing. One statement, so that two concurrent
 * adds both count and a refused one changes nothing. Throws a serialization failure when a concurrent add has filled the
 * basket meanwhile (`retryConflicts`).
 */
export async function addLine(
  db: Db | Tx,
  owner: BasketOwner,
  { product: productId, quantity, entry }: ItemToAdd,
): Promise<AddLineResult> {
  const { column, value } = getOwnerColumn(owner)
  const row = await findRow(db)<AddedRow>`
    with relaxed as materialized (
      -- docs/decisions/014: a basket lost in a power cut is no harm, waiting for the disk at every click is.
      select set_config('synchronous_commit', 'off', true) as setting
    ), before as materialized (
      select l.* from basket b join basket_line l on l.basket_id = b.id where ${ownedBySql(owner)}
    ), requested as materialized (
      select p.id, p.code, p.title, ${unitPriceSql(owner, sql`(held.in_basket + ${quantity}::int)`)} as price,
        p.for_sale,
        s.available, s.back_order, p.availability_note, held.in_basket
      from product p join stock s on s.product_id = p.id cross join relaxed
        cross join lateral (select coalesce(sum(quantity), 0)::int as in_basket from before
          where product_id = p.id) held
      where p.id = ${productId}
    ), buyable as materialized (
      select * from requested
      where for_sale and price is not null and in_basket + ${quantity}::int <= ${maxQuantity}::int
        and (back_order or in_basket + ${quantity}::int <= available)
        and (in_basket > 0 or (select count(*) from before) < ${maxLines}::int)
    ), target as (
      insert into basket as b (${column}) select ${value} from buyable
      on conflict (${column}) do update set version = b.version + 1, updated_at = now()
      returning b.*
    ), line as (
      insert into basket_line as l (basket_id, product_id, quantity, entry)
      select target.id, buyable.id, ${quantity}::int, ${JSON.stringify(entry)}::jsonb from target, buyable
      on conflict (basket_id, product_id) do update set quantity = l.quantity + excluded.quantity,
          entry = ${mergedEntrySql}
        where l.quantity + excluded.quantity <= ${maxQuantity}::int
          and exists (select from stock s where s.product_id = excluded.product_id
            and (s.back_order or l.quantity + excluded.quantity <= s.available))
      returning l.*
    ), lines_after as (
      -- A statement does not see its own writes. A login may have merged the cookie's basket away meanwhile (the join).
      select l.* from before l join target on target.id = l.basket_id
      where l.id not in (select id from line)
      union all select * from line
    )
    select requested.id, code, title, price, for_sale as "forSale", available, back_order as "backOrder",
      availability_note as note, in_basket as "inBasket", exists (select from line) as added,
      (select count(*)::int from before) as "lineCount",
      (select to_json(whole) from (select ${basketColumns(owner, sql`lines_after`)} from target b) whole) as basket
    from requested`
  if (!row) return { product: null, lineCount: 0, added: false, basket: null }
  const { added, basket, lineCount, ...details } = row
  return { product: details, lineCount, added, basket: basket && (await toBasket(db, basket, owner)) }
}

/**
 * Changes lines, each named once: quantity 0 deletes one, and fields of its entry that are left out stay. Lines of other
 * baskets and unknown lines are left alone.
 */
export async function updateLines(db: Db | Tx, basketId: number, changes: RowChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    requested as materialized (
      select l.id, coalesce(change.quantity, l.quantity) as quantity,
        -- A field that is emptied is null in the change.
        jsonb_strip_nulls(l.entry || change.entry) as entry
      from unnest(${changes.map(({ rowId }) => rowId)}::bigint[], ${changes.map(({ quantity }) => quantity)}::int[],
        ${changes.map(({ entry }) => JSON.stringify(entry))}::jsonb[]) as change (id, quantity, entry)
        cross join relaxed join basket_line l on l.id = change.id and l.basket_id = ${basketId}
    ),
    -- An unchanged line does not raise the version: an order saved from this version stays the same order.
    changed as materialized (
      select requested.* from requested join basket_line l on l.id = requested.id
      where (l.quantity, l.entry) is distinct from (requested.quantity, requested.entry)
    ),
    target as (
      update basket set version = version + 1, updated_at = now()
      where id = ${basketId} and exists (select from changed) returning id
    ),
    deleted as (
      delete from basket_line l using changed, target
      where l.basket_id = target.id and l.id = changed.id and changed.quantity = 0
    )
    update basket_line l set quantity = changed.quantity, entry = changed.entry from changed, target
    where l.basket_id = target.id and l.id = changed.id and changed.quantity > 0`.execute(db)
}

export const deleteBasketContents = (db: Db | Tx, basketId: number): Promise<void> =>
  execute(db)`
    with lines as (delete from basket_line where basket_id = ${basketId}),
      vouchers as (delete from basket_voucher where basket_id = ${basketId})
    update basket set version = version + 1, updated_at = now() where id = ${basketId}`

/** Removes the lines of a placed order; what another tab added meanwhile stays. */
export const removeOrderedLines = (tx: Tx, basketId: number, orderId: number): Promise<void> =>
  execute(tx)`
    with ordered as (select product_id, quantity from order_line where order_id = ${orderId}),
    removed as (
      delete from basket_line l using ordered o
      where l.basket_id = ${basketId} and l.product_id = o.product_id and l.quantity <= o.quantity
    ),
    reduced as (
      update basket_line l set quantity = l.quantity - o.quantity from ordered o
      where l.basket_id = ${basketId} and l.product_id = o.product_id and l.quantity > o.quantity
    ),
    vouchers as (delete from basket_voucher where basket_id = ${basketId})
    update basket set version = version + 1, updated_at = now(), ship_country = null, ship_postcode = null,
      ship_method = null, ship_day = null, ship_consignments = null
    where id = ${basketId}`

export const deleteLeftovers = (db: Db | Tx, basketId: number): Promise<void> =>
  execute(db)`update basket set leftovers = null where id = ${basketId}`

const expiredBatchSize = 200

/**
 * Deletes baskets whose cookie has expired (30 days, R-CALL-10); at most 200 at once. One with a pending order, or
 * with one of the last two days, stays: a late payment needs it.
 */
export async function deleteExpiredBaskets({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const time = now()
  await sql`delete from basket where id in (
    select b.id from basket b
    where b.token_hash is not null and b.updated_at < ${time}::timestamptz - interval '31 days'
      and not exists (select from orders o where o.basket_id = b.id
        and (order_is_open(o.state) or o.created_at > ${time}::timestamptz - interval '2 days'))
    limit ${expiredBatchSize}::int for update skip locked)`.execute(db)
}

/**
 * Joins what unfinished orders hold of product `p` as `h`. It is in stock for what they were made from, because the next
 * order of it replaces them. `isOwn`: condition on such an order `o`.
 */
export const joinHeldStock = (isOwn: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select ol.product_id, sum(ol.quantity)::int as quantity from orders o join order_line ol on ol.order_id = o.id
    where ${isOwn} and o.kind = 'order' and order_is_open(o.state) and o.stock_released_at is null
    group by ol.product_id
  ) h on h.product_id = p.id`

/** The fields of a BasketLine that always follow the catalogue: product `p`, its stock `s` and what is held of it, `h`. */
export const catalogueColumns: Columns<
  Pick<BasketLine, 'path' | 'available' | 'backOrder' | 'note' | 'leadTime' | 'forSale' | 'weightG' | 'image'>
> = {
  path: sql`p.path`,
  available: sql`s.available + coalesce(h.quantity, 0)`,
  backOrder: sql`s.back_order`,
  note: sql`p.availability_note`,
  leadTime: sql`p.lead_time`,
  forSale: sql`p.for_sale`,
  weightG: sql`p.weight_g`,
  image: sql`p.image`,
}

/** Stores the destination: delivery cost and VAT of the basket follow from it. */
export const updateShipTo = (db: Db | Tx, basketId: number, to: ShipTo): Promise<void> =>
  execute(db)`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
    update basket set ship_country = ${to.country}, ship_postcode = ${to.postcode}, ship_method = ${to.method},
      ship_day = ${to.day}::date, ship_consignments = ${to.consignments}
    from relaxed where id = ${basketId}`

/** Stores how goods of which a part is not in stock are sent, before a destination is known. */
export const updateConsignments = (
  db: Db | Tx,
  basketId: number,
  consignments: Consignments,
): Promise<void> => execute(db)`update basket set ship_consignments = ${consignments} where id = ${basketId}`
