import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { Basket, BasketLine, RowChange } from './basket.ts'
import { addTexts, type OwnerKind, readTexts, sumsTexts } from './texts.ts'
import { heldVouchers } from './voucher-data.server.ts'

/** Whose basket: a person's own, or the one of a cookie. */
export type Owner = { personId: number; companyId: number | null } | { tokenHash: Buffer }

function kindOf(owner: Owner): OwnerKind {
  if ('tokenHash' in owner) return 'cookie'
  return owner.companyId === null ? 'person' : 'trade'
}

/** Asks one of the texts; the owner goes before the other values and the company behind them. */
async function ask<Row>(
  db: Db | Tx,
  owner: Owner,
  texts: Record<OwnerKind, string>,
  values: unknown[] = [],
): Promise<Row[]> {
  const whose = 'tokenHash' in owner ? owner.tokenHash : owner.personId
  const kind = kindOf(owner)
  const company = 'companyId' in owner && owner.companyId !== null ? [owner.companyId] : []
  const query = CompiledQuery.raw(texts[kind], [whose, ...values, ...company])
  return (await db.executeQuery<Row>(query)).rows
}

interface BasketRow {
  id: number
  version: number
  ship_country: string | null
  ship_postcode: string | null
  ship_method: string | null
  lines: BasketLine[] | null
  has_vouchers: boolean
}

/** The whole basket, in one round trip unless it holds vouchers; null when there is none yet. */
export async function readBasketOf(db: Db | Tx, owner: Owner): Promise<Basket | null> {
  const [row] = await ask<BasketRow>(db, owner, readTexts)
  return row ? basketOf(db, row, owner) : null
}

/** How many pieces the basket holds and their price, pence ex VAT: what the frame of every page shows. */
export async function basketSums(db: Db, owner: Owner): Promise<{ count: number; subtotal: number }> {
  const [sums] = await ask<{ count: number; subtotal: number }>(db, owner, sumsTexts)
  return sums!
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

type AddedRow = NonNullable<AddOutcome['product']> & { added: boolean; basket: BasketRow | null }

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
  productId: number,
  quantity: number,
  largest: number,
): Promise<AddOutcome> {
  const [row] = await ask<AddedRow>(db, owner, addTexts, [productId, quantity, largest])
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
