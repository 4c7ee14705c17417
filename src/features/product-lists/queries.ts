import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { List, ListHead, NewList, Owner } from './list.ts'

const isOwn = (owner: Owner) =>
  'companyId' in owner ? sql`l.company_id = ${owner.companyId}` : sql`l.person_id = ${owner.personId}`

const named = (table: 'mk' | 'mo') => {
  const [id, name, slug] = ['id', 'name', 'slug'].map(column => sql.ref(`${table}.${column}`))
  return sql`case when ${id} is null then null else json_build_object('id', ${id}, 'name', ${name}, 'slug', ${slug}) end`
}

const headColumns = sql`l.id, l.name, l.version, l.fleet_numbers as "fleetNumbers", ${named('mk')} as make,
  ${named('mo')} as model,
  case when v.id is null then null else json_build_object('id', v.id, 'name', v.name) end as variant`

const tables = sql`product_list l left join make mk on mk.id = l.make_id left join model mo on mo.id = l.model_id
  left join variant v on v.id = l.variant_id`

/** An owner's lists by name, with how many products each holds. */
export async function listHeads(db: Db, owner: Owner): Promise<(ListHead & { products: number })[]> {
  const { rows } = await sql<ListHead & { products: number }>`
    select ${headColumns}, (select count(*)::int from product_list_line where list_id = l.id) as products
    from ${tables} where ${isOwn(owner)} order by lower(l.name), l.id`.execute(db)
  return rows
}

/** An owner's lists by name with their lines; `ids`: those of them alone, in that order. */
export async function listsOf(db: Db | Tx, owner: Owner, ids: readonly number[] | null): Promise<List[]> {
  const isWanted = ids === null ? sql`true` : sql`l.id = any(${ids})`
  const order = ids === null ? sql`lower(l.name), l.id` : sql`array_position(${ids}::int[], l.id)`
  const { rows } = await sql<List>`
    select ${headColumns}, coalesce((
      select json_agg(json_build_object('productId', product_id, 'quantity', quantity) order by position)
      from product_list_line where list_id = l.id), '[]') as lines
    from ${tables} where ${isOwn(owner)} and ${isWanted} order by ${order}`.execute(db)
  return rows
}

/** How much an owner keeps. */
export async function countLists(db: Db | Tx, owner: Owner): Promise<{ lists: number; lines: number }> {
  const { rows } = await sql<{ lists: number; lines: number }>`
    select count(distinct l.id)::int as lists, count(n.list_id)::int as lines
    from product_list l left join product_list_line n on n.list_id = l.id where ${isOwn(owner)}`.execute(db)
  return rows[0]!
}

/** Where a variant belongs. */
export async function variantPlace(
  db: Db,
  variantId: number,
): Promise<{ makeId: number; modelId: number } | null> {
  const { rows } = await sql<{ makeId: number; modelId: number }>`
    select mo.make_id as "makeId", mo.id as "modelId" from variant v join model mo on mo.id = v.model_id
    where v.id = ${variantId}`.execute(db)
  return rows[0] ?? null
}

/** A machine by its variant, in the words of the catalogue. */
export async function machineOfVariant(
  db: Db,
  variantId: number,
): Promise<Pick<ListHead, 'make' | 'model' | 'variant'> | null> {
  const { rows } = await sql<Pick<ListHead, 'make' | 'model' | 'variant'>>`
    select ${named('mk')} as make, ${named('mo')} as model, json_build_object('id', v.id, 'name', v.name) as variant
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where v.id = ${variantId}`.execute(db)
  return rows[0] ?? null
}

/** Which of these products there are. */
export async function knownProducts(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from product where id = any(${ids})`.execute(db)
  return rows.map(({ id }) => id)
}

/** What service kits say of themselves: their hours by product; others are left out. */
export async function toldIntervals(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; value: string }>`
    select pa.product_id as id, pa.value from product_attribute pa join attribute a on a.id = pa.attribute_id
    where a.name = 'Service interval' and pa.product_id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** Where products sit on variants: 'Engine oil' by '12:7' (variant and product); without a place they are left out. */
export async function placesOn(
  db: Db,
  variantIds: readonly number[],
  productIds: readonly number[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ variantId: number; productId: number; position: string }>`
    select variant_id as "variantId", product_id as "productId", min(position) as position from fitment
    where variant_id = any(${variantIds}) and product_id = any(${productIds}) and position <> ''
    group by variant_id, product_id`.execute(db)
  return new Map(rows.map(({ variantId, productId, position }) => [`${variantId}:${productId}`, position]))
}

export async function insertList(tx: Tx, owner: Owner, list: NewList, personId: number): Promise<number> {
  const { companyId, personId: own } = { companyId: null, personId: null, ...owner }
  const { makeId, modelId, variantId } = list.machine!
  const { rows } = await sql<{ id: number }>`
    insert into product_list (company_id, person_id, name, make_id, model_id, variant_id, fleet_numbers, updated_by)
    values (${companyId}, ${own}, ${list.name}, ${makeId}, ${modelId}, ${variantId}, ${list.fleetNumbers}, ${personId})
    returning id`.execute(tx)
  const { id } = rows[0]!
  await insertLines(tx, id, list)
  return id
}

/** Locks an owner's list for a change; its version, or null when he has none of that number. */
export async function lockList(tx: Tx, owner: Owner, id: number): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from product_list l where id = ${id} and ${isOwn(owner)} for update`.execute(tx)
  return rows[0]?.version ?? null
}

export async function updateList(tx: Tx, id: number, list: NewList, personId: number): Promise<void> {
  const { makeId, modelId, variantId } = list.machine ?? {}
  const machine = list.machine
    ? sql`make_id = ${makeId}, model_id = ${modelId}, variant_id = ${variantId},`
    : sql``
  await sql`
    update product_list set ${machine} name = ${list.name}, fleet_numbers = ${list.fleetNumbers},
      version = version + 1, updated_by = ${personId}, updated_at = now() where id = ${id}`.execute(tx)
  await sql`delete from product_list_line where list_id = ${id}`.execute(tx)
  await insertLines(tx, id, list)
}

export async function removeList(tx: Tx, id: number): Promise<void> {
  await sql`delete from product_list where id = ${id}`.execute(tx)
}

async function insertLines(tx: Tx, id: number, { lines }: NewList): Promise<void> {
  await sql`
    insert into product_list_line (list_id, position, product_id, quantity)
    select ${id}, nth, product_id, quantity from unnest(${lines.map(line => line.productId)}::int[],
      ${lines.map(line => line.quantity)}::int[]) with ordinality as t (product_id, quantity, nth)`.execute(
    tx,
  )
}
