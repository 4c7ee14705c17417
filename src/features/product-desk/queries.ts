import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { toPattern } from '../../infra/database/columns.ts'
import { execute, findRow, findValue, hasRow, listValues, selectRows } from '../../infra/database/query.ts'
import { auditVersionSql } from '../accounts/service.ts'
import { type DetailAttribute, formatDetails } from '../catalogue/details.ts'
import { toSlug } from '../catalogue-import/validation/product-path.ts'
import type { NamedPart, Part, PartDetails, PartNumberOfMaker } from './part.ts'

export interface StoredPart {
  id: number
  part: Part
  /** The audit's last entry and a digest of the part: an import changes it too. */
  version: string
  withdrawn: boolean
  available: number
  onHand: number
  /** What the part is replaced by before the last change, to undo it; null: nothing can be undone. */
  before: Part | null
}

const namedPart = (id: string) => sql.raw(`json_build_object('id', ${id}.id, 'code', ${id}.code)`)

const machineName = sql`concat_ws(' ', mk.name, mo.name, v.name)`

/** Null: there is no such part. */
export async function findPart(db: Db | Tx, id: number): Promise<StoredPart | null> {
  const row = await findRow(db)<Omit<StoredPart, 'version'> & { digest: string; audit: number }>`
    select id, part, withdrawn, available, "onHand", digest, audit,
      (select c.before from product_change c where c.product_id = id and c.after_version = digest) as before
    from (select id, part, withdrawn, available, "onHand", md5(part::text) as digest,
        ${auditVersionSql(sql`'part ' || loaded.id`)} as audit
      from (
        select p.id, p.withdrawn, s.available, s.on_hand as "onHand", jsonb_build_object(
          'code', p.code, 'title', p.title, 'brand', b.name, 'type', t.name, 'description', p.description,
          'price', p.price, 'cost', p.cost, 'backOrder', s.back_order, 'note', coalesce(p.availability_note, ''),
          'leadTime', p.lead_time, 'bin', s.bin, 'lowStock', s.low_stock, 'weight', p.weight_g, 'path', p.path,
          'forSale', p.for_sale,
          'measures', coalesce((
            select jsonb_agg(jsonb_build_object('name', a.name, 'value', pa.value || coalesce(' ' || nullif(a.unit, ''), ''))
              order by a.position, a.name)
            from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = p.id), '[]'),
          'numbers', coalesce((
            select jsonb_agg(jsonb_build_object('maker', m.name, 'code', x.code) order by m.name, x.code)
            from cross_reference x join maker m on m.id = x.maker_id where x.product_id = p.id), '[]'),
          'machines', coalesce((
            select jsonb_agg(jsonb_build_object('variantId', v.id, 'name', ${machineName}, 'position', f.position,
              'quantity', f.quantity) order by mk.name, mo.name, v.name, f.position)
            from fitment f join variant v on v.id = f.variant_id join model mo on mo.id = v.model_id
              join make mk on mk.id = mo.make_id where f.product_id = p.id), '[]'),
          'successor', (select ${namedPart('o')} from product o where o.id = p.superseded_by),
          'related', coalesce((
            select jsonb_agg(${namedPart('o')} order by o.code)
            from product_related r join product o on o.id = r.related_id where r.product_id = p.id), '[]'),
          'kit', coalesce((
            select jsonb_agg(jsonb_build_object('id', o.id, 'code', o.code, 'quantity', k.quantity) order by o.code)
            from kit_component k join product o on o.id = k.product_id where k.kit_product_id = p.id), '[]'),
          'pictures', coalesce((
            select jsonb_agg(jsonb_build_object('file', file, 'alt', coalesce(p.picture_texts ->> file, '')) order by nth)
            from unnest(array[p.image] || p.more_images) with ordinality f (file, nth) where file is not null), '[]')
        ) as part
        from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
          join stock s on s.product_id = p.id
        where p.id = ${id}) loaded) versioned`
  if (!row) return null
  const { digest, audit, ...stored } = row
  return { ...stored, version: `${audit}.${digest}` }
}

/** Locks the part before its stock, as an import does, so that two of the staff change it one after the other. */
export async function lockPart(tx: Tx, id: number): Promise<StoredPart | null> {
  await execute(tx)`select from product where id = ${id} for no key update`
  return findPart(tx, id)
}

type TableOfNames = 'brand' | 'product_type' | 'maker' | 'model_type' | 'make'

/** The row of a name whatever its case; a new one is added. */
export async function getNameId(tx: Tx, table: TableOfNames, name: string): Promise<number> {
  const find = () => findValue(tx)<number>`
    select id from ${sql.table(table)} where lower(name) = lower(${name}) order by name <> ${name}, id limit 1`
  const existing = await find()
  if (existing !== null) return existing
  const slug = toSlug(name) || 'other'
  if (table === 'maker' || table === 'model_type')
    await execute(tx)`insert into ${sql.table(table)} (name) values (${name}) on conflict do nothing`
  else
    await execute(tx)`
      insert into ${sql.table(table)} (name, slug)
      select ${name}, case when exists (select from ${sql.table(table)} where slug = ${slug})
        then ${slug} || '-' || substr(md5(${name}), 1, 6) else ${slug} end on conflict do nothing`
  return (await find())!
}

/**
 * Adds a part without its stock, numbers and the rest, which `writePart` writes. Null: an import has just added one of the same
 * number or address.
 */
export async function insertPart(
  tx: Tx,
  { code, path, title, brand, type }: PartDetails,
): Promise<number | null> {
  const [brandId, typeId] = [await getNameId(tx, 'brand', brand), await getNameId(tx, 'product_type', type)]
  return findValue(tx)<number>`
    with added as (
      insert into product (code, path, title, brand_id, type_id) values (${code}, ${path}, ${title}, ${brandId}, ${typeId})
      on conflict do nothing returning id
    )
    insert into stock (product_id) select id from added returning product_id`
}

/**
 * Makes the stored part what it is after a change, and records what it was before, to be undone. Triggers notify every
 * process.
 */
export async function writePart(
  tx: Tx,
  id: number,
  { before, after, now }: { before: Part; after: Part; now: Date },
): Promise<void> {
  const isChanged = (field: keyof Part) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  if (isChanged('measures')) await writeMeasures(tx, id, after)
  if (isChanged('numbers')) await writeNumbers(tx, id, after)
  if (isChanged('machines')) await writeMachines(tx, id, after)
  if (isChanged('related')) await writeRelated(tx, id, after)
  if (isChanged('kit')) await writeKit(tx, id, after)
  await writeProduct(tx, id, after)
  if (isChanged('backOrder') || isChanged('bin') || isChanged('lowStock'))
    await execute(tx)`
      update stock set back_order = ${after.backOrder}, bin = ${after.bin}, low_stock = ${after.lowStock}
      where product_id = ${id}`
  const { version } = (await findPart(tx, id))!
  await execute(tx)`
    insert into product_change (product_id, before, after_version, at)
    values (${id}, ${JSON.stringify(before)}::jsonb, ${version.split('.')[1]!}, ${now}::timestamptz)
    on conflict (product_id) do update
    set before = excluded.before, after_version = excluded.after_version, at = excluded.at`
}

async function writeProduct(tx: Tx, id: number, part: Part): Promise<void> {
  const brandId = await getNameId(tx, 'brand', part.brand)
  const typeId = await getNameId(tx, 'product_type', part.type)
  const files = part.pictures.map(({ file }) => file)
  const texts = part.pictures.filter(({ alt }) => alt !== '').map(({ file, alt }) => [file, alt])
  const attributes = await selectRows(tx)<DetailAttribute>`
    select a.name, pa.value, a.unit, a.position from product_attribute pa join attribute a on a.id = pa.attribute_id
    where pa.product_id = ${id} order by a.position, a.name`
  await execute(tx)`
    update product set title = ${part.title}, brand_id = ${brandId}, type_id = ${typeId},
      description = ${part.description}, details = ${formatDetails(attributes)}, price = ${part.price},
      cost = ${part.cost}, for_sale = ${part.forSale}, withdrawn = withdrawn and not ${part.forSale},
      availability_note = nullif(${part.note}, ''),
      lead_time = ${part.leadTime && JSON.stringify(part.leadTime)}::jsonb, weight_g = ${part.weight},
      path = ${part.path}, superseded_by = ${part.successor?.id ?? null}, image = ${files[0] ?? null},
      more_images = ${files.slice(1)}::text[], picture_texts = ${JSON.stringify(Object.fromEntries(texts))}::jsonb,
      updated_at = now()
    where id = ${id}`
}

/** Values without the unit of their attribute, and as numbers where they are, as an import stores them (R-IMPORT-8). */
async function writeMeasures(tx: Tx, id: number, { measures }: Part): Promise<void> {
  const names = measures.map(({ name }) => name)
  await execute(tx)`
    insert into attribute (name, position)
    select n.name, n.nth + (select coalesce(max(position), 0) from attribute)
    from unnest(${names}::text[]) with ordinality n (name, nth)
    where not exists (select from attribute a where lower(a.name) = lower(n.name)) on conflict do nothing`
  const staged = sql`(
    select attribute_id, value, case when value ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$' then value::double precision end as number
    from (
      select a.id as attribute_id, case
        when a.unit <> '' and n.value ~ '^[0-9.]+ ?[^0-9.]+$' and lower(right(n.value, length(a.unit))) = lower(a.unit)
        then rtrim(left(n.value, length(n.value) - length(a.unit))) else n.value end as value
      from unnest(${names}::text[], ${measures.map(({ value }) => value)}::text[]) n (name, value)
        cross join lateral (select id, unit from attribute a where lower(a.name) = lower(n.name)
          order by a.name <> n.name, a.id limit 1) a) m)`
  await execute(tx)`
    delete from product_attribute pa where product_id = ${id}
      and not exists (select from ${staged} s where s.attribute_id = pa.attribute_id)`
  await execute(tx)`
    insert into product_attribute (product_id, attribute_id, value, number)
    select ${id}::int, attribute_id, value, number from ${staged} s
    on conflict (product_id, attribute_id) do update set value = excluded.value, number = excluded.number
    where product_attribute.value <> excluded.value`
}

async function writeNumbers(tx: Tx, id: number, { numbers }: Part): Promise<void> {
  const makers = [...new Set(numbers.map(({ maker }) => maker))]
  const ids = new Map<string, number>()
  for (const maker of makers) ids.set(maker, await getNameId(tx, 'maker', maker))
  const makerIds = numbers.map(({ maker }) => ids.get(maker)!)
  const codes = numbers.map(({ code }) => code)
  const listed = sql`unnest(${makerIds}::int[], ${codes}::text[]) n (maker_id, code)`
  await execute(tx)`
    delete from cross_reference x where product_id = ${id}
      and not exists (select from ${listed} where n.maker_id = x.maker_id and n.code = x.code)`
  await execute(tx)`
    insert into cross_reference (product_id, maker_id, code) select ${id}::int, n.maker_id, n.code from ${listed}
    where not exists (select from cross_reference x
      where x.product_id = ${id} and x.maker_id = n.maker_id and x.code = n.code)`
}

async function writeMachines(tx: Tx, id: number, { machines }: Part): Promise<void> {
  const listed = sql`(
    select v.id as variant_id, n.position, n.quantity
    from unnest(${machines.map(({ variantId }) => variantId)}::int[], ${machines.map(({ position }) => position)}::text[],
      ${machines.map(({ quantity }) => quantity)}::int[]) n (variant_id, position, quantity)
      join variant v on v.id = n.variant_id)`
  await execute(tx)`
    delete from fitment f where product_id = ${id}
      and not exists (select from ${listed} n where n.variant_id = f.variant_id and n.position = f.position)`
  await execute(tx)`
    insert into fitment (product_id, variant_id, position, quantity)
    select ${id}::int, n.variant_id, n.position, n.quantity from ${listed} n
    on conflict (variant_id, product_id, position) do update set quantity = excluded.quantity
    where fitment.quantity <> excluded.quantity`
}

async function writeRelated(tx: Tx, id: number, { related }: Part): Promise<void> {
  await execute(tx)`delete from product_related where product_id = ${id}`
  await execute(tx)`
    insert into product_related (product_id, related_id)
    select ${id}::int, id from product where id = any(${related.map(each => each.id)}::int[])`
}

async function writeKit(tx: Tx, id: number, { kit }: Part): Promise<void> {
  await execute(tx)`delete from kit_component where kit_product_id = ${id}`
  await execute(tx)`
    insert into kit_component (kit_product_id, product_id, quantity)
    select ${id}::int, p.id, n.quantity
    from unnest(${kit.map(each => each.id)}::int[], ${kit.map(({ quantity }) => quantity)}::int[]) n (id, quantity)
      join product p on p.id = n.id`
}

/** The part that has this code; null: none. */
export const findPartByCode = (db: Db | Tx, code: string) =>
  findRow(db)<NamedPart & { title: string }>`select id, code, title from product where code = ${code}`

/** The other part that has this address, or had it once. */
export const findPathOwner = (tx: Tx, path: string, id: number | null) =>
  findRow(tx)<NamedPart & { title: string }>`
    select p.id, p.code, p.title from product p
    where (p.path = ${path} or p.id = (select r.product_id from product_path_redirect r where r.path = ${path}))
      and p.id is distinct from ${id}::int
    order by p.path = ${path} desc limit 1`

/** Whether papers, orders, baskets or the stock's history name the part, so that it cannot be deleted. */
export const isReferenced = (tx: Tx, id: number): Promise<boolean> =>
  hasRow(tx)`
    select where exists (select from order_line where product_id = ${id})
      or exists (select from sales_document_line where product_id = ${id})
      or exists (select from pick_list_line where product_id = ${id})
      or exists (select from stock_movement where product_id = ${id})
      or exists (select from basket_line where product_id = ${id})
      or exists (select from product where superseded_by = ${id})`

export const deletePart = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`delete from product where id = ${id}`

/** What forms suggest: the brands, the types, the names of measures. */
export async function listSuggestions(db: Db) {
  const [brands, types, attributes] = await Promise.all([
    listValues(db)<string>`select name from brand order by name limit 500`,
    listValues(db)<string>`select name from product_type order by name limit 200`,
    listValues(db)<string>`select name from attribute order by position, name limit 300`,
  ])
  return { brands, types, attributes }
}

/** The measures that parts of a type have, as far as several have them. */
export const listTypeMeasures = (db: Db, type: string): Promise<string[]> =>
  listValues(db)<string>`
    select a.name from product_attribute pa join attribute a on a.id = pa.attribute_id
    where pa.product_id in (
      select p.id from product p join product_type t on t.id = p.type_id where lower(t.name) = lower(${type})
      order by p.id desc limit 200)
    group by a.id order by a.position, a.name limit 40`

/** The makers of numbers, and the brands. */
export const listMakers = (db: Db | Tx): Promise<string[]> =>
  listValues(db)<string>`select name from maker union select name from brand order by name limit 5000`

export interface NumberElsewhere extends PartNumberOfMaker {
  id: number
  partCode: string
  title: string
  /** It is the part's own number, which cannot be moved. */
  isItself: boolean
}

/** Which of the numbers other parts have. */
export const listNumbersElsewhere = (
  tx: Tx,
  id: number,
  numbers: readonly PartNumberOfMaker[],
): Promise<NumberElsewhere[]> =>
  selectRows(tx)<NumberElsewhere>`
    select n.maker, n.code, p.id, p.code as "partCode", p.title, other."isItself"
    from unnest(${numbers.map(({ maker }) => maker)}::text[], ${numbers.map(({ code }) => code)}::text[]) n (maker, code)
      cross join lateral (
        select x.product_id as id, false as "isItself" from cross_reference x join maker m on m.id = x.maker_id
        where x.code_key = code_key(n.code) and lower(m.name) = lower(n.maker)
        union
        select o.id, true from product o join brand b on b.id = o.brand_id
        where o.code_key = code_key(n.code) and lower(b.name) = lower(n.maker)
        limit 5) other
      join product p on p.id = other.id
    where p.id <> ${id} order by p.id limit 50`

/** Variants that have all words in their name, for a form. */
export const findVariants = (db: Db, words: readonly string[], limit: number) =>
  selectRows(db)<{ id: number; name: string; engine: string }>`
    select v.id, ${machineName} as name, coalesce(v.engine, '') as engine
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where ${sql.join(
      words.map(word => sql`concat_ws(' ', mk.name, mo.name, v.name, v.engine) ilike ${toPattern(word)}`),
      sql` and `,
    )}
    order by mk.name, mo.name, v.name limit ${sql.lit(limit)}`

export const listVariantsById = (tx: Tx, ids: readonly number[]) =>
  selectRows(tx)<{ variantId: number; name: string }>`
    select v.id as "variantId", ${machineName} as name
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where v.id = any(${ids}::int[])`

/** Links of all parts are changed one after the other, so that two changes do not make a circle together. */
export const lockLinks = (tx: Tx): Promise<void> =>
  execute(tx)`select pg_advisory_xact_lock(hashtext('product links'))`

/** The part numbers from the second part to the first, by its successors; null: they do not lead there. */
export const findSuccessorCircle = (tx: Tx, id: number, successorId: number): Promise<string[] | null> =>
  findValue(tx)<string[]>`
    with recursive walk as (
      select id, superseded_by, array[code] as codes from product where id = ${successorId}
      union all
      select p.id, p.superseded_by, w.codes || p.code from walk w join product p on p.id = w.superseded_by
      where w.id <> ${id} and cardinality(w.codes) < 50)
    select codes from walk where id = ${id} limit 1`

/** Whether the kit `id` is in one of the parts, or in what is in them. */
export const isInside = (tx: Tx, id: number, partIds: readonly number[]): Promise<boolean> =>
  hasRow(tx)`
    with recursive inside as (
      select unnest(${partIds}::int[]) as id
      union
      select k.product_id from inside i join kit_component k on k.kit_product_id = i.id)
    select from inside where id = ${id}`
