import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import type { FittedProduct } from './fitted.ts'
import { type Machine, positionOrder } from './machine.ts'
import type { MachineQuery } from './machine-query.ts'
import { hasSlug } from './slug-condition.server.ts'

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

const selectMachines = (query: MachineQuery): RawBuilder<unknown> =>
  query.kind === 'machine' ? selectMachinesOfModel(query) : selectMachinesOfPlate(query)

const selectMachinesOfModel = ({
  make,
  model,
  variantId,
}: MachineQuery & { kind: 'machine' }): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = []
  if (make !== '') conditions.push(hasSlug('mk', make))
  if (model !== '') conditions.push(hasSlug('mo', model))
  if (variantId !== null) conditions.push(sql`v.id = ${variantId}`)
  return sql`select ${machineColumns} from ${machineTables} where ${sql.join(conditions, sql` and `)}`
}

// Without a make, the ranges that begin nearest below the number: a bounded look at the index.
const nearestRanges = 200
const mostMachines = 20

const selectMachinesOfPlate = ({
  make,
  plateKind,
  plate,
}: MachineQuery & { kind: 'plate' }): RawBuilder<unknown> => {
  const begins = sql`r.kind = ${plateKind} and r.prefix = ${plate.prefix} and r.from_number <= ${plate.number}`
  const ranges =
    make === ''
      ? sql`serial_range r where ${begins} order by r.from_number desc limit ${nearestRanges}`
      : sql`make mk join serial_range r on r.make_id = mk.id where ${hasSlug('mk', make)} and ${begins}`
  return sql`
    select distinct ${machineColumns} from (select r.variant_id, r.to_number from ${ranges}) near
      join variant v on v.id = near.variant_id join model mo on mo.id = v.model_id
      join model_type mt on mt.id = mo.model_type_id join make mk on mk.id = mo.make_id
    where near.to_number is null or near.to_number >= ${plate.number} limit ${mostMachines}`
}

/**
 * The filters of a machine in one round trip, by position: each product once, with all its positions and how many
 * the machine takes in all. `total` is exact on each page.
 */
export async function getFilters(db: Db, query: MachineQuery, part: ListPart): Promise<FilterList> {
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
    with chosen as materialized (${selectMachines(query)}), placed as (
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
        shown.position, shown.quantity, shown.place
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
export async function countFilters(db: Db, variantIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select variant_id as id, count(distinct product_id)::int as count from fitment
    where variant_id = any(${variantIds}) group by variant_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
