import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, findValue, getRow, listValues, selectRows } from '../../infra/database/query.ts'
import type { ListHead, ListOwner, NewList, SavedList } from './list.ts'

const belongsTo = (owner: ListOwner) =>
  'companyId' in owner ? sql`l.company_id = ${owner.companyId}` : sql`l.person_id = ${owner.personId}`

const toNamedJson = (table: 'mk' | 'mo') => {
  const [id, name, slug] = ['id', 'name', 'slug'].map(column => sql.ref(`${table}.${column}`))
  return sql`case when ${id} is null then null
    else json_build_object('id', ${id}, 'name', ${name}, 'slug', ${slug}) end`
}

const headColumns = sql`l.id, l.name, l.version, l.fleet_numbers as "fleetNumbers", ${toNamedJson('mk')} as make,
  ${toNamedJson('mo')} as model,
  case when v.id is null then null else json_build_object('id', v.id, 'name', v.name) end as variant`

const tables = sql`product_list l left join make mk on mk.id = l.make_id left join model mo on mo.id = l.model_id
  left join variant v on v.id = l.variant_id`

/** An owner's lists by name, with their numbers of products. */
export const listProductListHeads = (db: Db, owner: ListOwner) =>
  selectRows(db)<ListHead & { products: number }>`
    select ${headColumns}, (select count(*)::int from product_list_line where list_id = l.id) as products
    from ${tables} where ${belongsTo(owner)} order by lower(l.name), l.id`

/** The lists that an owner changed last, as a column of JSON. */
export const latestListsJson = (owner: ListOwner, limit: number) => sql`coalesce((
  select json_agg(latest) from (
    select ${headColumns}, (select count(*)::int from product_list_line where list_id = l.id) as products
    from ${tables} where ${belongsTo(owner)} order by l.updated_at desc, l.id desc limit ${limit}) latest), '[]')`

/** An owner's lists with their lines: those of `ids` in that order; all of them by name when it is null. */
export async function listProductLists(
  db: Db | Tx,
  owner: ListOwner,
  ids: readonly number[] | null,
): Promise<SavedList[]> {
  const idCondition = ids === null ? sql`true` : sql`l.id = any(${ids})`
  const order = ids === null ? sql`lower(l.name), l.id` : sql`array_position(${ids}::int[], l.id)`
  return selectRows(db)<SavedList>`
    select ${headColumns}, coalesce((
      select json_agg(json_build_object('productId', product_id, 'quantity', quantity, 'entry', entry)
        order by position)
      from product_list_line where list_id = l.id), '[]') as lines
    from ${tables} where ${belongsTo(owner)} and ${idCondition} order by ${order}`
}

/** The numbers of lists and of lines that an owner has. */
export const countListsAndLines = (db: Db | Tx, owner: ListOwner) =>
  getRow(db)<{ lists: number; lines: number }>`
    select count(distinct l.id)::int as lists, count(n.list_id)::int as lines
    from product_list l left join product_list_line n on n.list_id = l.id
    where ${belongsTo(owner)}`

export const findMakeAndModelIds = (db: Db, variantId: number) =>
  findRow(db)<{ makeId: number; modelId: number }>`
    select mo.make_id as "makeId", mo.id as "modelId" from variant v join model mo on mo.id = v.model_id
    where v.id = ${variantId}`

/** Make, model and variant of a machine by its variant's id. */
export const findMachine = (db: Db, variantId: number) =>
  findRow(db)<Pick<ListHead, 'make' | 'model' | 'variant'>>`
    select ${toNamedJson('mk')} as make, ${toNamedJson('mo')} as model,
      json_build_object('id', v.id, 'name', v.name) as variant
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where v.id = ${variantId}`

export const listExistingProductIds = (db: Db, ids: readonly number[]): Promise<number[]> =>
  listValues(db)<number>`select id from product where id = any(${ids})`

/** The service interval that products (mainly service kits) state as an attribute, by product id. */
export async function getStatedServiceHours(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await selectRows(db)<{ id: number; value: string }>`
    select pa.product_id as id, pa.value from product_attribute pa join attribute a on a.id = pa.attribute_id
    where a.name = 'Service interval' and pa.product_id = any(${ids})`
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** Positions of products on machines by variant and product: '12:7' → 'Engine oil'. Unknown positions are left out. */
export async function getFitmentPositions(
  db: Db,
  variantIds: readonly number[],
  productIds: readonly number[],
): Promise<Map<string, string>> {
  const rows = await selectRows(db)<{ variantId: number; productId: number; position: string }>`
    select variant_id as "variantId", product_id as "productId", min(position) as position from fitment
    where variant_id = any(${variantIds}) and product_id = any(${productIds}) and position <> ''
    group by variant_id, product_id`
  return new Map(rows.map(({ variantId, productId, position }) => [`${variantId}:${productId}`, position]))
}

export async function insertListWithLines(
  tx: Tx,
  owner: ListOwner,
  list: NewList,
  personId: number,
): Promise<number> {
  const { companyId, personId: ownerId } = { companyId: null, personId: null, ...owner }
  const { makeId, modelId, variantId } = list.machine!
  const { id } = await getRow(tx)<{ id: number }>`
    insert into product_list (company_id, person_id, name, make_id, model_id, variant_id, fleet_numbers, updated_by)
    values (${companyId}, ${ownerId}, ${list.name}, ${makeId}, ${modelId}, ${variantId}, ${list.fleetNumbers},
      ${personId})
    returning id`
  await insertLines(tx, id, list)
  return id
}

/** Locks a list for a change and returns its version; null when the owner has no list of that id. */
export const lockList = (tx: Tx, owner: ListOwner, id: number): Promise<number | null> =>
  findValue(tx)<number>`
    select version from product_list l where id = ${id} and ${belongsTo(owner)} for update`

export async function updateListWithLines(
  tx: Tx,
  id: number,
  list: NewList,
  personId: number,
): Promise<void> {
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

export const deleteListWithLines = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`delete from product_list where id = ${id}`

const insertLines = (tx: Tx, id: number, { lines }: NewList): Promise<void> =>
  execute(tx)`
    insert into product_list_line (list_id, position, product_id, quantity, entry)
    select ${id}, nth, product_id, quantity, entry from unnest(${lines.map(line => line.productId)}::int[],
      ${lines.map(line => line.quantity)}::int[], ${lines.map(line => JSON.stringify(line.entry))}::jsonb[])
      with ordinality as t (product_id, quantity, entry, nth)`
