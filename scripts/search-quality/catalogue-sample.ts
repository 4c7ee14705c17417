import type pg from 'pg'
import type { Random } from '../../demo/catalogue/random.ts'
import { type Kind, kinds } from './kinds.ts'

// Rows of the catalogue from which questions are drawn.

export interface SampledNumber {
  code: string
  key: string
  /** The brand of an own number. */
  maker: string
  productId: number
}

export interface SampledMachine {
  makeId: number
  make: string
  makeSlug: string
  modelId: number
  model: string
  modelSlug: string
  variantId: number
  variant: string
  /** Null where the catalogue does not say. */
  years: { from: number; to: number | null } | null
  engine: string | null
  /** Kinds of which a product fits this variant. */
  kinds: Kind[]
}

export interface SampledPart {
  productId: number
  typeId: number
  brand: string
  attributes: Record<string, { value: string; number: number | null; unit: string }>
  kinds: Kind[]
}

export interface SampledPlate {
  kind: 'serial' | 'mach'
  prefix: string
  from: number
  to: number | null
  make: string
  makeSlug: string
}

export interface CatalogueSample {
  pool: pg.Pool
  numbers: SampledNumber[]
  ownNumbers: SampledNumber[]
  machines: SampledMachine[]
  /** Machines of makes that have an abbreviation, in any catalogue. */
  abbreviatedMachines: SampledMachine[]
  parts: SampledPart[]
  plates: SampledPlate[]
  /** Kinds that the catalogue has, with the ids of their types. */
  typeIds: Map<Kind, number[]>
  /** The words of everything that the search knows, in lower case. */
  words: ReadonlySet<string>
}

const sampleSize = { numbers: 3000, ownNumbers: 1000, variants: 600, parts: 1500, plates: 300 }

export const abbreviatedMakes: Readonly<Record<string, readonly string[]>> = {
  cat: ['Caterpillar'],
  jd: ['John Deere'],
  deere: ['John Deere'],
  mf: ['Massey Ferguson'],
  massey: ['Massey Ferguson'],
  nh: ['New Holland Ag', 'New Holland CE'],
  'new holland': ['New Holland Ag', 'New Holland CE'],
  volvo: ['Volvo CE', 'Volvo Trucks'],
  merc: ['Mercedes-Benz Trucks'],
  mercedes: ['Mercedes-Benz Trucks'],
  renault: ['Renault Trucks'],
  hyundai: ['Hyundai CE'],
  case: ['Case CE', 'Case IH'],
}

/** The same random numbers draw the same rows of the same catalogue. */
export async function sampleCatalogue(pool: pg.Pool, random: Random): Promise<CatalogueSample> {
  const typeIds = await getTypeIds(pool)
  const toKinds = (ids: number[]) =>
    [...typeIds].filter(([, types]) => ids.some(id => types.includes(id))).map(([kind]) => kind)
  const variantIds = await drawIds(pool, 'variant', sampleSize.variants, random)
  const { rows: abbreviated } = await pool.query<{ id: number }>(
    `select v.id from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
     where mk.name = any($1) order by v.id`,
    [[...new Set(Object.values(abbreviatedMakes).flat())]],
  )
  return {
    pool,
    numbers: await getNumbers(pool, await drawIds(pool, 'cross_reference', sampleSize.numbers, random)),
    ownNumbers: await getOwnNumbers(pool, await drawIds(pool, 'product', sampleSize.ownNumbers, random)),
    machines: await getMachines(pool, variantIds, toKinds),
    abbreviatedMachines: await getMachines(
      pool,
      abbreviated.map(({ id }) => id),
      toKinds,
    ),
    parts: await getParts(pool, await drawIds(pool, 'product', sampleSize.parts, random), toKinds),
    plates: await getPlates(pool, await drawIds(pool, 'serial_range', sampleSize.plates, random)),
    typeIds,
    words: await listWords(pool),
  }
}

// Some drawn ids are not in the table: more are drawn than are needed.
async function drawIds(pool: pg.Pool, table: string, count: number, random: Random): Promise<number[]> {
  const { rows } = await pool.query<{ lowest: number; highest: number }>(
    `select coalesce(min(id), 0) as lowest, coalesce(max(id), 0) as highest from ${table}`,
  )
  const { lowest, highest } = rows[0]!
  return [...new Set(Array.from({ length: count }, () => random.between(lowest, highest)))]
}

async function getTypeIds(pool: pg.Pool): Promise<Map<Kind, number[]>> {
  const typeIds = new Map<Kind, number[]>()
  for (const kind of kinds) {
    const { rows } = await pool.query<{ id: number }>(
      `select t.id from product_type t where t.name like any($1)
       and exists (select from product p where p.type_id = t.id) order by t.id`,
      [kind.types],
    )
    if (rows.length > 0)
      typeIds.set(
        kind,
        rows.map(({ id }) => id),
      )
  }
  return typeIds
}

async function getNumbers(pool: pg.Pool, ids: number[]): Promise<SampledNumber[]> {
  const { rows } = await pool.query<SampledNumber>(
    `select x.code, x.code_key as key, m.name as maker, x.product_id as "productId"
     from cross_reference x join maker m on m.id = x.maker_id where x.id = any($1) order by x.id`,
    [ids],
  )
  return rows
}

async function getOwnNumbers(pool: pg.Pool, ids: number[]): Promise<SampledNumber[]> {
  const { rows } = await pool.query<SampledNumber>(
    `select p.code, p.code_key as key, b.name as maker, p.id as "productId"
     from product p join brand b on b.id = p.brand_id where p.id = any($1) order by p.id`,
    [ids],
  )
  return rows
}

type MachineRow = Omit<SampledMachine, 'kinds' | 'years'> & {
  yearFrom: number | null
  yearTo: number | null
  typeIds: number[]
}

async function getMachines(
  pool: pg.Pool,
  ids: number[],
  toKinds: (typeIds: number[]) => Kind[],
): Promise<SampledMachine[]> {
  const { rows } = await pool.query<MachineRow>(
    `select mk.id as "makeId", mk.name as make, mk.slug as "makeSlug", mo.id as "modelId", mo.name as model,
       mo.slug as "modelSlug", v.id as "variantId", v.name as variant,
       v.year_from as "yearFrom", v.year_to as "yearTo", v.engine,
       array(select distinct p.type_id from fitment f join product p on p.id = f.product_id
         where f.variant_id = v.id order by 1) as "typeIds"
     from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
     where v.id = any($1) order by v.id`,
    [ids],
  )
  return rows
    .filter(({ typeIds }) => typeIds.length > 0)
    .map(({ yearFrom, yearTo, typeIds, ...machine }) => ({
      ...machine,
      years: yearFrom === null ? null : { from: yearFrom, to: yearTo },
      kinds: toKinds(typeIds),
    }))
    .filter(machine => machine.kinds.length > 0)
}

async function getParts(
  pool: pg.Pool,
  ids: number[],
  toKinds: (typeIds: number[]) => Kind[],
): Promise<SampledPart[]> {
  const { rows } = await pool.query<Omit<SampledPart, 'kinds'>>(
    `select p.id as "productId", p.type_id as "typeId", b.name as brand,
       (select coalesce(json_object_agg(a.name, json_build_object('value', pa.value, 'number', pa.number, 'unit', a.unit)), '{}')
        from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = p.id) as attributes
     from product p join brand b on b.id = p.brand_id where p.id = any($1) order by p.id`,
    [ids],
  )
  return rows.map(part => ({ ...part, kinds: toKinds([part.typeId]) }))
}

async function getPlates(pool: pg.Pool, ids: number[]): Promise<SampledPlate[]> {
  const { rows } = await pool.query<SampledPlate>(
    `select r.kind, r.prefix, r.from_number as from, r.to_number as to, mk.name as make, mk.slug as "makeSlug"
     from serial_range r join variant v on v.id = r.variant_id join model mo on mo.id = v.model_id
       join make mk on mk.id = mo.make_id
     where r.id = any($1) order by r.id`,
    [ids],
  )
  return rows
}

async function listWords(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ word: string }>(`
    select distinct word from (
      select name as text from product_type union all select name from brand union all select name from maker
      union all select name from make union all select name from model union all select name from variant
      union all select name from attribute union all select name from model_type
      union all select distinct value from product_attribute
      union all select distinct title from product union all select distinct description from product
      union all select word from search_synonym union all select means from search_synonym
    ) texts, regexp_split_to_table(lower(text), '[^[:alnum:]]+') word
    where word <> ''`)
  return new Set(rows.map(({ word }) => word))
}
