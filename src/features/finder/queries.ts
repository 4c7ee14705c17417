import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { type FittedProduct, type Machine, positionOrder } from './machines/machine.ts'
import type { MachineQuery } from './machines/machine-query.ts'
import { matchesSlug } from './machines/make-queries.server.ts'
import type { PlateMatch, PlateNumber } from './machines/plate-number.ts'

export interface FilterList {
  total: number
  /** The machines that match: one for a variant, several where ranges of numbers overlap. */
  machines: Machine[]
  list: FittedProduct[]
}

export interface FilterPage {
  size: number
  /** From 1. */
  page: number
  /** Whose prices to return; null: list prices. */
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
  if (make !== '') conditions.push(matchesSlug('mk', make))
  if (model !== '') conditions.push(matchesSlug('mo', model))
  if (variantId !== null) conditions.push(sql`v.id = ${variantId}`)
  return sql`select ${machineColumns} from ${machineTables} where ${sql.join(conditions, sql` and `)}`
}

// Without a make only the ranges that start nearest below the number are read, so that the index scan is bounded.
const maxRanges = 200
const maxMachines = 20

const selectMachinesOfPlate = ({
  make,
  plateKind,
  plate,
}: MachineQuery & { kind: 'plate' }): RawBuilder<unknown> => {
  const begins = sql`r.kind = ${plateKind} and r.prefix = ${plate.prefix} and r.from_number <= ${plate.number}`
  const ranges =
    make === ''
      ? sql`serial_range r where ${begins} order by r.from_number desc limit ${maxRanges}`
      : sql`make mk join serial_range r on r.make_id = mk.id where ${matchesSlug('mk', make)} and ${begins}`
  return sql`
    select distinct ${machineColumns} from (select r.variant_id, r.to_number from ${ranges}) near
      join variant v on v.id = near.variant_id join model mo on mo.id = v.model_id
      join model_type mt on mt.id = mo.model_type_id join make mk on mk.id = mo.make_id
    where near.to_number is null or near.to_number >= ${plate.number} limit ${maxMachines}`
}

/**
 * The filters of a machine by position, in one statement: each product once, with all its positions and the quantity
 * that the machine takes in all. `total` is exact on each page.
 */
export async function getMachineFilters(
  db: Db,
  query: MachineQuery,
  listPage: FilterPage,
): Promise<FilterList> {
  const { size, page, companyId } = listPage
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
    with machine as materialized (${selectMachines(query)}), by_variant as (
      select f.product_id, f.variant_id, sum(f.quantity)::int as quantity,
        string_agg(f.position, ', ' order by array_position(${order}, f.position), f.position)
          filter (where f.position <> '') as position,
        min(coalesce(array_position(${order}, f.position), 1000)) as rank
      from fitment f join machine on machine."variantId" = f.variant_id group by f.product_id, f.variant_id
    ), fit as (
      select product_id, max(quantity) as quantity, coalesce(min(position), '') as position, min(rank) as rank
      from by_variant group by product_id
    ), page_rows as (
      select fit.*, row_number() over (order by fit.rank, fit.position, p.popularity desc, p.id) as row_number
      from fit join product p on p.id = fit.product_id order by row_number limit ${size} offset ${(page - 1) * size}
    ), listed as (
      select p.id, p.code, p.path, p.title, p.details, b.name as brand, t.name as type, ${price} as price,
        p.for_sale as "forSale", p.availability_note as note, p.image, s.available, s.back_order as "backOrder",
        page_rows.position, page_rows.quantity, page_rows.row_number
      from page_rows join product p on p.id = page_rows.product_id join brand b on b.id = p.brand_id
        join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
    )
    select (select count(*)::int from fit) as total,
      (select json_agg(machine order by machine.make, machine.model, machine.variant) from machine) as machines,
      (select json_agg(listed order by listed.row_number) from listed) as list`.execute(db)
  const { total, machines, list } = rows[0]!
  return { total, machines: machines ?? [], list: list ?? [] }
}

/** The number of products of each variant, by its id; variants without any are left out. */
export async function countFilters(db: Db, variantIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select variant_id as id, count(distinct product_id)::int as count from fitment
    where variant_id = any(${variantIds}) group by variant_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const maxMatches = 100

/**
 * The ranges of any make and kind that hold the number: those of the typed prefix (without one, of every prefix), and
 * those of a make whose name begins with the typed letters. An open range is unlikely for a number of twice its start,
 * and left out from ten times on.
 */
export async function listPlateMatches(
  db: Db,
  { prefix, number }: Pick<PlateNumber, 'prefix' | 'number'>,
): Promise<PlateMatch[]> {
  const order = sql`near."isLikely" desc, near.prefix <> ${prefix}, near.to_number is null, lower(near.make), near.id`
  const { rows } = await sql<PlateMatch>`
    with near as materialized (
      select * from (
        select r.*, mk.name as make, mk.slug as "makeSlug", r.to_number is not null
          or (r.prefix = ${prefix} and r.prefix <> '') or ${number}::bigint < 2 * r.from_number as "isLikely"
        from serial_range r join make mk on mk.id = r.make_id
        where int8range(r.from_number, r.to_number, '[]') @> ${number}::bigint
          and (${prefix} in ('', r.prefix) or starts_with(code_key(mk.name), ${prefix}))
      ) near
      where near."isLikely" or ${number}::bigint < 10 * near.from_number order by ${order} limit ${maxMatches}
    )
    select near.make, near."makeSlug", mo.name as model, v.name as variant, near.kind, near.prefix, near."isLikely"
    from near join variant v on v.id = near.variant_id join model mo on mo.id = v.model_id
    order by ${order}`.execute(db)
  return rows
}
