import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { Basket, BasketLine, RowChange } from './basket.ts'
import { heldVouchers } from './voucher-data.server.ts'

/** Whose basket: a person's own, or the one of a cookie. */
export type Owner = { personId: number; companyId: number | null } | { tokenHash: Buffer }

const companyOf = (owner: Owner): number | null => ('personId' in owner ? owner.companyId : null)

/** What this buyer pays for one of `quantity`: the company's own price from its quantity on, else the list price. */
const priceFor = (owner: Owner, quantity: ReturnType<typeof sql>) => {
  const company = companyOf(owner)
  if (company === null) return sql`p.price`
  return sql`coalesce((select c.price from customer_price c where c.company_id = ${company}
    and c.product_id = p.id and c.min_quantity <= ${quantity} order by c.min_quantity desc limit 1), p.price)`
}

const ownerIs = (owner: Owner) =>
  'personId' in owner ? sql`b.person_id = ${owner.personId}` : sql`b.token_hash = ${owner.tokenHash}`

interface BasketRow {
  id: number
  version: number
  ship_country: string | null
  ship_postcode: string | null
  ship_method: string | null
  lines: BasketLine[] | null
  has_vouchers: boolean
}

// Few baskets hold vouchers, and what is asked of each is dear even where there is none: they are a question of their own.
/** The columns of BasketRow for basket `b`, whose lines are `lines` (id, product_id, quantity). */
const basketColumns = (owner: Owner, lines: ReturnType<typeof sql>) => sql`
  b.id, b.version, b.ship_country, b.ship_postcode, b.ship_method,
  (select json_agg(line order by line.id) from (
    select l.id, p.id as "productId", p.code, p.path, p.title, l.quantity,
      ${priceFor(owner, sql`l.quantity`)} as "unitPrice", s.available, s.back_order as "backOrder",
      p.availability_note as note, p.for_sale as "forSale", p.weight_g as "weightG", p.image
    from ${lines} l join product p on p.id = l.product_id join stock s on s.product_id = p.id) line) as lines,
  exists (select from basket_voucher bv where bv.basket_id = b.id) as has_vouchers`

/** The whole basket, in one round trip unless it holds vouchers; null when there is none yet. */
export async function readBasketOf(db: Db | Tx, owner: Owner): Promise<Basket | null> {
  const lines = sql`(select * from basket_line where basket_id = b.id)`
  const { rows } = await sql<BasketRow>`
    select ${basketColumns(owner, lines)} from basket b where ${ownerIs(owner)}`.execute(db)
  return rows[0] ? basketOf(db, rows[0], owner) : null
}

/** How many pieces the basket holds and their price, pence ex VAT: what the frame of every page shows. */
export async function basketSums(db: Db, owner: Owner): Promise<{ count: number; subtotal: number }> {
  const { rows } = await sql<{ count: number; subtotal: number }>`
    select coalesce(sum(l.quantity), 0)::int as count,
      coalesce(sum(l.quantity::bigint * coalesce(${priceFor(owner, sql`l.quantity`)}, 0)), 0)::bigint as subtotal
    from basket b join basket_line l on l.basket_id = b.id join product p on p.id = l.product_id
    where ${ownerIs(owner)}`.execute(db)
  return rows[0]!
}

async function basketOf(db: Db | Tx, row: BasketRow, owner: Owner): Promise<Basket> {
  const personId = 'personId' in owner ? owner.personId : null
  return {
    id: row.id,
    version: row.version,
    storage: 'personId' in owner ? 'account' : 'cookie',
    shipTo: row.ship_country
      ? { country: row.ship_country, postcode: row.ship_postcode ?? '', method: row.ship_method }
      : null,
    lines: row.lines ?? [],
    vouchers: row.has_vouchers ? await heldVouchers(db, row.id, personId) : [],
  }
}

/** Locks the basket's row: what follows in this transaction sees it as nobody else can change it. */
export async function lockBasket(tx: Tx, basketId: number): Promise<void> {
  await sql`select from basket where id = ${basketId} for update`.execute(tx)
}

export interface AddOutcome {
  /** Null: there is no such product. */
  product: {
    id: number
    title: string
    price: number | null
    forSale: boolean
    available: number
    backOrder: boolean
    note: string | null
    inBasket: number
  } | null
  added: boolean
  /** As it is now; null when it was left alone. */
  basket: Basket | null
}

/**
 * Puts `quantity` more of a product into the basket, which is made when there is none: one statement, so that two
 * adds at the same moment both count, a refused one changes nothing, and the new basket costs no second round trip.
 * The row says why it was refused.
 */
export async function addLine(
  db: Db | Tx,
  owner: Owner,
  product: { id: number } | { code: string },
  quantity: number,
  largest: number,
): Promise<AddOutcome> {
  const [column, value] =
    'personId' in owner ? [sql`person_id`, owner.personId] : [sql`token_hash`, owner.tokenHash]
  const productIs = 'id' in product ? sql`p.id = ${product.id}` : sql`p.code = ${product.code}`
  const { rows } = await sql<
    NonNullable<AddOutcome['product']> & { added: boolean; basket: BasketRow | null }
  >`
    with relaxed as materialized (
      -- A basket lost in a power cut a moment later is no harm; waiting for the disk at every click is.
      select set_config('synchronous_commit', 'off', true) as setting
    ), wanted as materialized (
      select p.id, p.title, p.price, p.for_sale, s.available, s.back_order, p.availability_note,
        coalesce((select l.quantity from basket b join basket_line l on l.basket_id = b.id
          where ${ownerIs(owner)} and l.product_id = p.id), 0) as in_basket
      from product p join stock s on s.product_id = p.id cross join relaxed where ${productIs}
    ), buyable as materialized (
      select * from wanted
      where for_sale and price is not null and in_basket + ${quantity}::int <= ${largest}::int
        and (back_order or in_basket + ${quantity}::int <= available)
    ), own as (
      insert into basket as b (${column}) select ${value} from buyable
      on conflict (${column}) do update set version = b.version + 1, updated_at = now()
      returning b.*
    ), line as (
      insert into basket_line as l (basket_id, product_id, quantity)
      select own.id, buyable.id, ${quantity}::int from own, buyable
      on conflict (basket_id, product_id) do update set quantity = l.quantity + excluded.quantity
        where l.quantity + excluded.quantity <= ${largest}::int
          and exists (select from stock s where s.product_id = excluded.product_id
            and (s.back_order or l.quantity + excluded.quantity <= s.available))
      returning l.id, l.product_id, l.quantity
    ), line_now as (
      -- A statement does not see what it writes: the other lines as they were, and this one as it became.
      select l.id, l.product_id, l.quantity from basket_line l join own on own.id = l.basket_id
      where l.id not in (select id from line)
      union all select * from line
    )
    select wanted.id, title, price, for_sale as "forSale", available, back_order as "backOrder",
      availability_note as note, in_basket as "inBasket", exists (select from line) as added,
      (select to_json(whole) from (select ${basketColumns(owner, sql`line_now`)} from own b) whole) as basket
    from wanted`.execute(db)
  const row = rows[0]
  if (!row) return { product: null, added: false, basket: null }
  const { added, basket, ...found } = row
  return { product: found, added, basket: basket && (await basketOf(db, basket, owner)) }
}

/** Sets quantities (0 removes the row); rows of other baskets and unknown rows are left alone. */
export async function changeLines(db: Db | Tx, basketId: number, changes: RowChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    -- The row of one number may be named twice: the last word counts.
    asked as materialized (
      select distinct on (id) id, quantity
      from unnest(${changes.map(change => change.rowId)}::bigint[], ${changes.map(change => change.quantity)}::int[])
        with ordinality as a (id, quantity, nth) cross join relaxed order by id, nth desc
    ),
    -- What stays as it is is no change: the order saved from this version is still the same order.
    changed as materialized (
      select l.id, asked.quantity from basket_line l join asked on asked.id = l.id
      where l.basket_id = ${basketId} and l.quantity <> asked.quantity
    ),
    own as (
      update basket set version = version + 1, updated_at = now()
      where id = ${basketId} and exists (select from changed) returning id
    ),
    gone as (
      delete from basket_line l using changed, own
      where l.basket_id = own.id and l.id = changed.id and changed.quantity = 0
    )
    update basket_line l set quantity = changed.quantity from changed, own
    where l.basket_id = own.id and l.id = changed.id and changed.quantity > 0`.execute(db)
}

export async function emptyLines(db: Db | Tx, basketId: number): Promise<void> {
  await sql`
    with lines as (delete from basket_line where basket_id = ${basketId}),
      vouchers as (delete from basket_voucher where basket_id = ${basketId})
    update basket set version = version + 1, updated_at = now() where id = ${basketId}`.execute(db)
}

/** Remembers where the goods are to go: carriage and VAT of the basket follow from it. */
export async function setShipTo(
  db: Db | Tx,
  basketId: number,
  to: { country: string; postcode: string; method: string | null },
): Promise<void> {
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
    update basket set ship_country = ${to.country}, ship_postcode = ${to.postcode}, ship_method = ${to.method}
    from relaxed where id = ${basketId}`.execute(db)
}
