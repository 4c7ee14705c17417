import type pg from 'pg'
import type { ExpectedMachine } from './question.ts'

// What is right, by SQL alone.

const numbers = `(select id as product_id, code_key, brand_id, null::int as maker_id from product
  union all select product_id, code_key, null, maker_id from cross_reference)`

async function listIds(pool: pg.Pool, text: string, values: unknown[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(text, values)
  return rows.map(({ id }) => id)
}

export function findByKeys(pool: pg.Pool, keys: string[]): Promise<number[]> {
  return listIds(pool, `select distinct n.product_id as id from ${numbers} n where n.code_key = any($1)`, [
    keys,
  ])
}

export function findByOwnKey(pool: pg.Pool, key: string): Promise<number[]> {
  return listIds(pool, 'select id from product where code_key = $1', [key])
}

/** Products with this number of this maker or brand. */
export function findByMakersKey(pool: pg.Pool, key: string, maker: string): Promise<number[]> {
  return listIds(
    pool,
    `select distinct n.product_id as id from ${numbers} n left join brand b on b.id = n.brand_id
       left join maker m on m.id = n.maker_id
     where n.code_key = $1 and coalesce(b.name, m.name) = $2`,
    [key, maker],
  )
}

export interface PartCondition {
  maker?: string
  typeIds?: number[]
  variantIds?: number[]
}

/** Products with a number, of this maker or brand, that contains the part; of these types, and fitting these variants. */
export function findByPart(pool: pg.Pool, part: string, condition: PartCondition): Promise<number[]> {
  const { maker = null, typeIds = null, variantIds = null } = condition
  return listIds(
    pool,
    `select distinct n.product_id as id from ${numbers} n join product p on p.id = n.product_id
       left join brand b on b.id = n.brand_id left join maker m on m.id = n.maker_id
     where n.code_key like '%' || $1 || '%' and ($2::text is null or coalesce(b.name, m.name) = $2)
       and ($3::int[] is null or p.type_id = any($3))
       and ($4::int[] is null or exists (select from fitment f where f.product_id = p.id and f.variant_id = any($4)))`,
    [part, maker, typeIds, variantIds],
  )
}

/** A machine that the product fits. */
export async function findMachineOf(
  pool: pg.Pool,
  productId: number,
): Promise<{ make: string; model: string; modelId: number } | null> {
  const { rows } = await pool.query<{ make: string; model: string; modelId: number }>(
    `select mk.name as make, mo.name as model, mo.id as "modelId" from fitment f join variant v on v.id = f.variant_id
       join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
     where f.product_id = $1 order by f.variant_id limit 1`,
    [productId],
  )
  return rows[0] ?? null
}

/** Those of the keys that some product has. */
export async function filterKeys(pool: pg.Pool, keys: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select code_key as key from product where code_key = any($1)
     union select code_key from cross_reference where code_key = any($1) order by key`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

/** Whether the key is the beginning of a number, or a whole one. */
export async function isBeginning(pool: pg.Pool, key: string): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select exists (select from product where code_key >= $1 and code_key < $1 || '~')
       or exists (select from cross_reference where code_key >= $1 and code_key < $1 || '~') as exists`,
    [key],
  )
  return rows[0]!.exists
}

export interface FittingCondition {
  modelIds?: number[]
  variantIds?: number[]
  /** Null: of any kind. */
  typeIds: number[] | null
}

export function findFitting(pool: pg.Pool, condition: FittingCondition): Promise<number[]> {
  const { modelIds, variantIds, typeIds } = condition
  return listIds(
    pool,
    `select distinct p.id from fitment f join product p on p.id = f.product_id
     where f.variant_id = any(${modelIds ? 'array(select id from variant where model_id = any($1))' : '$1'})
       and ($2::int[] is null or p.type_id = any($2))`,
    [modelIds ?? variantIds, typeIds],
  )
}

/** Models of these makes whose name has the same letters and digits. Null: of any make. */
export function findModels(pool: pg.Pool, makes: readonly string[] | null, model: string): Promise<number[]> {
  return listIds(
    pool,
    `select mo.id from model mo join make mk on mk.id = mo.make_id
     where code_key(mo.name) = code_key($1) and ($2::text[] is null or mk.name = any($2)) order by mo.id`,
    [model, makes],
  )
}

export function findVariantsWithEngine(pool: pg.Pool, engine: string, modelId: number): Promise<number[]> {
  return listIds(pool, 'select id from variant where model_id = $2 and engine = $1 order by id', [
    engine,
    modelId,
  ])
}

/** Variants of the model and, when it is an engine ('kubota v2403'), of the machines that have it. */
export function findVariantsOfModel(pool: pg.Pool, modelId: number): Promise<number[]> {
  return listIds(
    pool,
    `select v.id from variant v where v.model_id = $1 or v.engine = (
       select mk.name || ' ' || mo.name from model mo join make mk on mk.id = mo.make_id where mo.id = $1)`,
    [modelId],
  )
}

/**
 * Machines with an engine whose name starts so, and those that are the engine themselves: 'perkins 1104c' is in backhoe
 * loaders and a model of Perkins, 'perkins' both a make and the maker of engines.
 */
export function findVariantsByEngineName(pool: pg.Pool, name: string): Promise<number[]> {
  return listIds(
    pool,
    `select v.id from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
     where v.engine = $1 or starts_with(v.engine, $1 || ' ') or right(v.engine, length($1) + 1) = ' ' || $1
       or mk.name = $1 or mo.name = $1 or starts_with(mk.name || ' ' || mo.name, $1) order by v.id`,
    [name],
  )
}

/** Variants of the model that were built in this year. */
export function findVariantsOfYear(pool: pg.Pool, modelId: number, year: number): Promise<number[]> {
  return listIds(
    pool,
    `select v.id from variant v where v.model_id = $1
       and v.year_from <= $2 and coalesce(v.year_to, $2) >= $2 order by v.id`,
    [modelId, year],
  )
}

export function findByType(pool: pg.Pool, typeIds: number[], brand: string | null): Promise<number[]> {
  return listIds(
    pool,
    `select p.id from product p join brand b on b.id = p.brand_id
     where p.type_id = any($1) and ($2::text is null or b.name = $2)`,
    [typeIds, brand],
  )
}

export function findByText(
  pool: pg.Pool,
  attribute: string,
  value: string,
  typeIds: number[] | null,
): Promise<number[]> {
  return listIds(
    pool,
    `select p.id from product p join product_attribute pa on pa.product_id = p.id
       join attribute a on a.id = pa.attribute_id
     where a.name = $1 and pa.value = $2 and ($3::int[] is null or p.type_id = any($3))`,
    [attribute, value, typeIds],
  )
}

export interface Measure {
  /** Null: any attribute of this unit, a different one for each measure. */
  attributes: string[] | null
  unit: string
  from: number
  to: number
}

/** Products that have all measures. */
export function findByMeasures(
  pool: pg.Pool,
  measures: Measure[],
  typeIds: number[] | null,
): Promise<number[]> {
  const values: unknown[] = [typeIds]
  const add = (value: unknown) => `$${values.push(value)}`
  const joins = measures.map(({ attributes, unit, from, to }, nth) => {
    const different = measures
      .slice(0, nth)
      .map((_, other) => `pa${nth}.attribute_id <> pa${other}.attribute_id`)
    const conditions = [
      `pa${nth}.product_id = p.id`,
      `pa${nth}.number between ${add(from)} and ${add(to)}`,
      `pa${nth}.attribute_id in (select id from attribute where unit = ${add(unit)}
         and (${add(attributes)}::text[] is null or name = any($${values.length})))`,
      ...different,
    ]
    return `join product_attribute pa${nth} on ${conditions.join(' and ')}`
  })
  return listIds(
    pool,
    `select distinct p.id from product p ${joins.join(' ')} where $1::int[] is null or p.type_id = any($1)`,
    values,
  )
}

/** Machines with this number on their plate. Null: of either kind, with any prefix, of any make. */
export async function findMachinesOfPlate(
  pool: pg.Pool,
  {
    kind,
    prefix,
    number,
    makeSlug,
  }: {
    kind: 'serial' | 'mach' | null
    prefix: string | null
    number: number
    makeSlug: string | null
  },
): Promise<ExpectedMachine[]> {
  const { rows } = await pool.query<ExpectedMachine>(
    `select mk.slug as "makeSlug", mo.slug as "modelSlug", v.id as "variantId", r.prefix || $3::text as plate
     from serial_range r join variant v on v.id = r.variant_id join model mo on mo.id = v.model_id
       join make mk on mk.id = mo.make_id
     where ($1::text is null or r.kind = $1) and ($2::text is null or r.prefix = $2) and r.from_number <= $3::bigint
       and coalesce(r.to_number, 999999999999) >= $3::bigint and ($4::text is null or mk.slug = $4)`,
    [kind, prefix, number, makeSlug],
  )
  return rows
}
