import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { getRow, getValue, listValues, selectRows } from '../../infra/database/query.ts'
import { positionOrder } from '../catalogue/positions.ts'
import { selectAvailabilityRank, selectEquivalents } from '../catalogue/service.ts'
import { selectPrice } from '../prices/service.ts'
import type { FilterList, MachineQuery, MakeChoice } from './machines/machine.ts'
import type { PlateMatch, PlateNumber } from './machines/plate-number.ts'
import type { Manufacturer } from './schemas.ts'

export interface FilterPage {
  size: number
  page: number
  /** Whose prices to return; null: list prices. */
  companyId: number | null
  /** Also returns `equivalents` and `choices`. */
  withOffers?: boolean
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
  return sql`select ${machineColumns}, null::text as "plateKind" from ${machineTables}
    where ${sql.join(conditions, sql` and `)}`
}

// Without a make only the ranges that start nearest below the number are read, so that the index scan is bounded.
const maxRanges = 200
const maxMachines = 20

// A serial number that no machine has may be a mach number: plates and their owners mix them up (R-FINDER-5).
const selectMachinesOfPlate = ({
  make,
  plateKind,
  plate,
}: MachineQuery & { kind: 'plate' }): RawBuilder<unknown> => {
  const kinds = plateKind === 'serial' ? ['serial', 'mach'] : ['mach']
  const begins = sql`r.kind = k.kind and r.prefix = ${plate.prefix} and r.from_number <= ${plate.number}`
  const ranges =
    make === ''
      ? sql`serial_range r where ${begins} order by r.from_number desc limit ${maxRanges}`
      : sql`make mk join serial_range r on r.make_id = mk.id where ${matchesSlug('mk', make)} and ${begins}`
  return sql`
    select distinct ${machineColumns}, near.kind as "plateKind" from (
      select ranges.*, rank() over (order by ranges.kind = ${plateKind} desc) as rank
      from unnest(${kinds}::text[]) k (kind)
        cross join lateral (select r.variant_id, r.kind, r.to_number from ${ranges}) ranges
      where ranges.to_number is null or ranges.to_number >= ${plate.number}
    ) near
      join variant v on v.id = near.variant_id join model mo on mo.id = v.model_id
      join model_type mt on mt.id = mo.model_type_id join make mk on mk.id = mo.make_id
    where near.rank = 1 limit ${maxMachines}`
}

const maxEquivalentsOfProduct = 4

type Lists = 'machines' | 'list' | 'equivalents' | 'choices'

/** Each product once, by position, then what can be bought, then by price. `total` is exact on each page. */
export async function getMachineFilters(
  db: Db,
  query: MachineQuery,
  listPage: FilterPage,
): Promise<FilterList> {
  const { size, page, companyId } = listPage
  const order = sql`${[...positionOrder]}::text[]`
  const price = selectPrice('p', companyId)
  const preference = sql`${selectAvailabilityRank('p', 's')}, ${price} nulls last, p.id`
  const { machines, list, equivalents, choices, ...filters } = await getRow(db)<{
    [Key in keyof FilterList]: Key extends Lists ? FilterList[Key] | null : FilterList[Key]
  }>`
    with machine as materialized (${selectMachines(query)}), fit as materialized (
      select f.product_id, f.variant_id, f.position, f.quantity, coalesce(array_position(${order}, f.position), 1000) as rank
      from fitment f join machine on machine."variantId" = f.variant_id
    ), by_variant as (
      select product_id, variant_id, sum(quantity)::int as quantity, min(rank) as rank,
        string_agg(position, ', ' order by rank, position) filter (where position <> '') as position
      from fit group by product_id, variant_id
    ), product_fit as materialized (
      select product_id, max(quantity) as quantity, coalesce(min(position), '') as position, min(rank) as rank
      from by_variant group by product_id
    ), page_rows as materialized (
      select product_fit.*,
        row_number() over (order by product_fit.rank, product_fit.position, ${preference}) as row_number
      from product_fit join product p on p.id = product_fit.product_id join stock s on s.product_id = p.id
      order by row_number limit ${size} offset ${(page - 1) * size}
    ), listed as (
      select p.id, p.code, p.path, p.title, p.details, b.name as brand, b.logo as "brandLogo", t.name as type, ${price} as price,
        p.for_sale as "forSale", p.availability_note as note, p.image, s.available, s.back_order as "backOrder",
        page_rows.position, page_rows.quantity, page_rows.row_number, (
          select json_agg(json_build_object('name', position, 'quantity', quantity) order by rank, position)
          from (select position, rank, max(quantity) as quantity from fit where product_id = p.id
            group by position, rank) at_position) as positions
      from page_rows join product p on p.id = page_rows.product_id join brand b on b.id = p.brand_id
        join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
    )
    select (select count(*)::int from product_fit) as total,
      (select json_agg(machine order by machine.make, machine.model, machine.variant) from machine) as machines,
      (select max("plateKind") from machine) as "plateKind",
      (select json_agg(listed order by listed.row_number) from listed) as list,
      ${listPage.withOffers ? selectOffers(companyId, preference) : sql`null as equivalents, null as choices`}`
  const lists = { machines: machines ?? [], list: list ?? [] }
  return { ...filters, ...lists, equivalents: equivalents ?? [], choices: choices ?? [] }
}

// The columns of a page of getMachineFilters that only screens need.
const selectOffers = (companyId: number | null, preference: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select json_agg(e order by e.preference, e.price nulls last, e.rank, e.id) from (
    select same.*, p.id as "equivalentTo", case
      when same.price is null then 3 when same.available > 0 then 0 when same."backOrder" then 1 else 2 end as preference
    from page_rows join product p on p.id = page_rows.product_id join brand b on b.id = p.brand_id
      cross join lateral (${selectEquivalents({
        companyId,
        limit: maxEquivalentsOfProduct,
        condition: sql`o.id not in (select product_id from product_fit)`,
      })}) same) e) as equivalents,
  (select json_agg(c) from (
    select p.id, t.name as type, fit.position, fit.quantity, ${selectPrice('p', companyId)} as price,
      p.for_sale as "forSale", s.available, s.back_order as "backOrder"
    from fit join product p on p.id = fit.product_id join product_type t on t.id = p.type_id
      join stock s on s.product_id = p.id
    where (select count(*) from machine) = 1
    order by fit.rank, fit.position, ${preference}) c) as choices`

/** The number of products of each variant, by its id; variants without any are left out. */
export async function countFilters(db: Db, variantIds: number[]): Promise<Map<number, number>> {
  const rows = await selectRows(db)<{ id: number; count: number }>`
    select variant_id as id, count(distinct product_id)::int as count from fitment
    where variant_id = any(${variantIds}) group by variant_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const maxMatches = 50

/**
 * The machines of any make that may have the number; closed ranges first. Digits alone: the ranges without a prefix, or
 * when there are none, those of any prefix. Letters and digits: the ranges of that prefix, and those of a make whose name
 * begins with the letters. An open range is taken to end at twice its start, unless its prefix was typed.
 */
export const listPlateMatches = (db: Db, { prefix, number }: Pick<PlateNumber, 'prefix' | 'number'>) =>
  selectRows(db)<PlateMatch>`
    with ${prefix === '' ? selectRangesOfDigits(number) : selectRangesOfPrefix(prefix, number)}
    select mk.name as make, mk.slug as "makeSlug", mo.name as model, v.name as variant, near.kind, near.prefix
    from near join variant v on v.id = near.variant_id join model mo on mo.id = v.model_id
      join make mk on mk.id = mo.make_id
    order by near.prefix <> ${prefix}, near.to_number is null, lower(mk.name), near.id`

const holds = (number: number): RawBuilder<unknown> =>
  sql`int8range(r.from_number, coalesce(r.to_number, 2 * r.from_number), '[]') @> ${number}::bigint`

// The limits are before the order: at 2,000 makes thousands of ranges hold the same number.
const selectRangesOfDigits = (number: number): RawBuilder<unknown> => sql`
  whole as materialized (
    select r.* from serial_range r where r.prefix = '' and ${holds(number)} limit ${maxMatches}
  ), near as (
    select * from whole union all (select r.* from serial_range r
      where not exists (select from whole) and r.prefix <> '' and ${holds(number)} limit ${maxMatches})
  )`

const selectRangesOfPrefix = (prefix: string, number: number): RawBuilder<unknown> => sql`
  near as (
    select ranges.* from unnest(array['serial', 'mach']) k (kind) cross join lateral (
      select r.* from serial_range r where r.kind = k.kind and r.prefix = ${prefix} and r.from_number <= ${number}
      order by r.from_number desc limit ${maxRanges}) ranges
    where ranges.to_number is null or ranges.to_number >= ${number}
    union
    select r.* from (select id from make where starts_with(replace(slug, '-', ''), ${prefix.toLowerCase()})
      limit ${maxMachines}) mk cross join lateral (
        select r.* from serial_range r where r.make_id = mk.id and ${holds(number)} limit ${maxMatches}) r
  )`

/** All makes by name, as drop-down lists offer them. */
export const listMakeChoices = (db: Db): Promise<MakeChoice[]> =>
  selectRows(db)<MakeChoice>`select name, slug from make order by lower(name), id`

/** The same, as a column of JSON. */
export const makeChoicesJson = sql`coalesce((
  select json_agg(json_build_object('name', name, 'slug', slug) order by lower(name), id) from make), '[]')`

/** All makes by name, without their models, as the JSON of a list of `Manufacturer`: 2,000 need not be parsed and formatted again. */
export const getShallowMakesJson = (db: Db): Promise<string> =>
  getValue(db)<string>`
    select '[' || coalesce(string_agg(row_to_json(m)::text, ',' order by lower(m.name), m.id), '') || ']'
    from (
      select mk.id, mk.name, mk.slug, coalesce(n.serials, 0)::int as serial_numbers_count, mk.show_mach_number
      from make mk left join (
        select make_id, count(*) as serials from serial_range where kind = 'serial' group by make_id
      ) n on n.make_id = mk.id) m`

/** Each make with all its models and variants, by name; only the make of this slug unless it is null. */
export const getMakeTrees = (db: Db, slug: string | null): Promise<Manufacturer[]> =>
  listValues(db)<Manufacturer>`
    select json_build_object('id', mk.id, 'name', mk.name, 'slug', mk.slug,
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
        select count(*) from serial_range r where r.make_id = mk.id and r.kind = 'serial'),
      'show_mach_number', mk.show_mach_number) as make
    from make mk where ${slug === null ? sql`true` : matchesSlug('mk', slug)}
    order by lower(mk.name), mk.id`

/** Whether a make (mk) or model (mo) has this slug, or this id where no make (no model of the make) has it as its slug. */
function matchesSlug(table: 'mk' | 'mo', slug: string): RawBuilder<unknown> {
  const row = sql.ref(table)
  const siblings =
    table === 'mk'
      ? sql`make o where o.slug = ${slug}`
      : sql`model o where o.make_id = mk.id and o.slug = ${slug}`
  if (!/^[1-9]\d{0,8}$/.test(slug)) return sql`${row}.slug = ${slug}`
  return sql`(${row}.slug = ${slug} or (${row}.id = ${Number(slug)} and not exists (select from ${siblings})))`
}
