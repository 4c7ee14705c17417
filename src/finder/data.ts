import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import type { Attribute } from './contract.ts'
import type { FittedProduct } from './fitted.ts'
import { type Machine, positionOrder } from './machine.ts'
import type { Question } from './question.ts'

export interface FilterList {
  total: number
  /** The machines that were meant: one for a variant, several where ranges of numbers overlap. */
  machines: Machine[]
  list: FittedProduct[]
}

export interface ListPart {
  size: number
  /** From 1. */
  page: number
  /** Whose prices; null: the list's. */
  companyId: number | null
}

const machineColumns = sql`v.id as "variantId", v.name as variant, mo.name as model, mo.slug as "modelSlug",
  mt.name as "modelType", mk.name as make, mk.slug as "makeSlug"`

const machineTables = sql`make mk join model mo on mo.make_id = mk.id join model_type mt on mt.id = mo.model_type_id
  join variant v on v.model_id = mo.id`

// A slug as the pages have it; an id where no slug is the same.
const named = (table: 'mk' | 'mo', given: string): RawBuilder<unknown> => {
  const own = sql.ref(table)
  const siblings =
    table === 'mk'
      ? sql`make o where o.slug = ${given}`
      : sql`model o where o.make_id = mk.id and o.slug = ${given}`
  if (!/^[1-9]\d{0,8}$/.test(given)) return sql`${own}.slug = ${given}`
  return sql`(${own}.slug = ${given} or (${own}.id = ${Number(given)} and not exists (select from ${siblings})))`
}

// Without a make, the ranges that begin nearest below the number: a bounded look at the index.
const nearestRanges = 200
const mostMachines = 20

const chosenMachines = (question: Question): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = []
  if (question.make !== '') conditions.push(named('mk', question.make))
  if (question.kind === 'machine') {
    if (question.model !== '') conditions.push(named('mo', question.model))
    if (question.variantId !== null) conditions.push(sql`v.id = ${question.variantId}`)
    return sql`select ${machineColumns} from ${machineTables} where ${sql.join(conditions, sql` and `)}`
  }
  const { plateKind, plate } = question
  const covers = sql`r.kind = ${plateKind} and r.prefix = ${plate.prefix} and r.from_number <= ${plate.number}`
  const ranges =
    question.make !== ''
      ? sql`select * from serial_range`
      : sql`select * from serial_range r where ${covers} order by r.from_number desc limit ${nearestRanges}`
  conditions.push(covers, sql`(r.to_number is null or r.to_number >= ${plate.number})`)
  return sql`select distinct ${machineColumns} from ${machineTables} join (${ranges}) r on r.variant_id = v.id
    where ${sql.join(conditions, sql` and `)} limit ${mostMachines}`
}

/**
 * The filters of a machine in one round trip, by position: each product once, with all its positions and how many
 * the machine takes in all. `total` is exact on each page.
 */
export async function filtersOf(db: Db, question: Question, part: ListPart): Promise<FilterList> {
  const { size, page, companyId } = part
  const price =
    companyId === null
      ? sql`p.price`
      : sql`coalesce((select c.price from customer_price c where c.company_id = ${companyId}
          and c.product_id = p.id and c.min_quantity = 1), p.price)`
  const order = sql`${[...positionOrder]}::text[]`
  const { rows } = await sql<{
    total: number
    machines: Machine[] | null
    list: FittedProduct[] | null
  }>`
    with chosen as materialized (${chosenMachines(question)}), placed as (
      select f.product_id, f.variant_id, sum(f.quantity)::int as quantity,
        string_agg(f.position, ', ' order by array_position(${order}, f.position), f.position)
          filter (where f.position <> '') as position,
        min(coalesce(array_position(${order}, f.position), 1000)) as rank
      from fitment f join chosen on chosen."variantId" = f.variant_id group by f.product_id, f.variant_id
    ), fit as (
      select product_id, max(quantity) as quantity, coalesce(min(position), '') as position, min(rank) as rank
      from placed group by product_id
    ), shown as (
      select fit.*, row_number() over (order by fit.rank, fit.position, p.popularity desc, p.id) as place
      from fit join product p on p.id = fit.product_id order by place limit ${size} offset ${(page - 1) * size}
    ), told as (
      select p.id, p.code, p.path, p.title, p.details, b.name as brand, t.name as type, ${price} as price,
        p.for_sale as "forSale", p.availability_note as note, p.image, s.available, s.back_order as "backOrder",
        null::text as maker, null::text as number, shown.position, shown.quantity, shown.place
      from shown join product p on p.id = shown.product_id join brand b on b.id = p.brand_id
        join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
    )
    select (select count(*)::int from fit) as total,
      (select json_agg(chosen order by chosen.make, chosen.model, chosen.variant) from chosen) as machines,
      (select json_agg(told order by told.place) from told) as list`.execute(db)
  const { total, machines, list } = rows[0]!
  return { total, machines: machines ?? [], list: list ?? [] }
}

/** How many products each variant takes, by its id; a variant without any is left out. */
export async function filterCounts(db: Db, variantIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select variant_id as id, count(distinct product_id)::int as count from fitment
    where variant_id = any(${variantIds}) group by variant_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export interface MakeRow {
  id: number
  name: string
  slug: string
  serials: number
  showMachNumber: boolean
}

/** All makes by name, without their models. */
export async function allMakes(db: Db): Promise<MakeRow[]> {
  const { rows } = await sql<MakeRow>`
    select mk.id, mk.name, mk.slug, coalesce(n.serials, 0)::int as serials, mk.show_mach_number as "showMachNumber"
    from make mk left join (
      select mo.make_id, count(*) as serials from serial_range r join variant v on v.id = r.variant_id
        join model mo on mo.id = v.model_id where r.kind = 'serial' group by mo.make_id) n on n.make_id = mk.id
    order by lower(mk.name), mk.id`.execute(db)
  return rows
}

/** Each make with all its models and variants as the JSON of contract §3, by name; one make when its slug is given. */
export async function makeTrees(db: Db, slug: string | null): Promise<{ slug: string; json: string }[]> {
  const { rows } = await sql<{ slug: string; json: string }>`
    select mk.slug, json_build_object('id', mk.id, 'name', mk.name, 'slug', mk.slug,
      'model_types', coalesce((
        select json_agg(json_build_object('id', mt.id, 'name', mt.name, 'models', g.models) order by mt.name)
        from (
          select mo.model_type_id, json_agg(json_build_object('id', mo.id, 'name', mo.name, 'slug', mo.slug,
            'variants', coalesce((
              select json_agg(json_build_object('id', v.id, 'name', v.name) order by v.name, v.id)
              from variant v where v.model_id = mo.id), '[]')) order by mo.name) as models
          from model mo where mo.make_id = mk.id group by mo.model_type_id) g
        join model_type mt on mt.id = g.model_type_id), '[]'),
      'serial_numbers_count', (
        select count(*) from model mo join variant v on v.model_id = mo.id join serial_range r on r.variant_id = v.id
        where mo.make_id = mk.id and r.kind = 'serial'),
      'show_mach_number', mk.show_mach_number)::text as json
    from make mk where ${slug === null ? sql`true` : named('mk', slug)}
    order by lower(mk.name), mk.id`.execute(db)
  return rows
}

const mostOptions = 40
const openGroups = 3

/** What products can be told apart by: type, brand and attributes, each with its commonest values and their counts. */
export async function attributeGroups(db: Db): Promise<Attribute[]> {
  const { rows } = await sql<Attribute>`
    with option as (
      select 'type' as id, 'Filter type' as name, -2 as position, t.name as value, t.name as label,
        null::double precision as number, count(*)::int as count
      from product p join product_type t on t.id = p.type_id group by t.id
      union all
      select 'brand', 'Brand', -1, b.name, b.name, null, count(*)::int
      from product p join brand b on b.id = p.brand_id group by b.id
      union all
      select a.id::text, a.name, a.position, v.value, concat_ws(' ', v.value, nullif(a.unit, '')), v.number, v.count
      from attribute a join (
        select attribute_id, value, min(number) as number, count(*)::int as count
        from product_attribute group by attribute_id, value) v on v.attribute_id = a.id
    ), common as (
      select *, row_number() over (partition by id order by count desc, value) as place from option
    )
    select id, name, position, json_agg(json_build_object('value', value, 'label', label, 'count', count)
      order by number, lower(label)) as options, row_number() over (order by position, name) > ${openGroups} as collapsed
    from common where place <= ${mostOptions} group by id, name, position order by position, name`.execute(db)
  return rows
}
