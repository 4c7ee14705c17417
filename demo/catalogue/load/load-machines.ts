import type pg from 'pg'
import type { Catalogue, DemoFitment, DemoSerialRange, DemoVariant } from '../rows.ts'
import { insertBatch, loadIdsByName, toBatches } from './batches.ts'

type VariantIds = (row: { make: string; model: string; variant: string }) => number

/** Loads makes, models, variants, fitments and serial ranges. `products`: ids by code. */
export async function loadMachines(
  client: pg.PoolClient,
  catalogue: Catalogue,
  products: Map<string, number>,
): Promise<void> {
  const makes = await loadMakes(client, catalogue)
  const models = await loadModels(client, catalogue, makes)
  const variantOf = await loadVariants(client, catalogue.variants, models)
  await loadFitments(client, catalogue.fitments, variantOf, products)
  await loadRanges(client, catalogue.serialRanges, variantOf)
}

async function loadMakes(client: pg.PoolClient, catalogue: Catalogue): Promise<Map<string, number>> {
  const makes = [...catalogue.makes]
  await insertBatch(
    client,
    `insert into make (name, slug, show_mach_number) select * from unnest($1::text[], $2::text[], $3::bool[])
     on conflict do nothing`,
    [makes.map(make => make.name), makes.map(make => make.slug), makes.map(make => make.showMachNumber)],
  )
  return loadIdsByName(client, 'make')
}

async function loadModels(
  client: pg.PoolClient,
  catalogue: Catalogue,
  makes: Map<string, number>,
): Promise<Map<string, number>> {
  const types = await loadIdsByName(client, 'model_type', [...catalogue.modelTypes])
  const ids = new Map<string, number>()
  for (const batch of toBatches(catalogue.models)) {
    // "do update", so that existing models are returned too.
    const rows = await insertBatch<{ id: number; make_id: number; name: string }>(
      client,
      `insert into model (make_id, model_type_id, name, slug)
       select * from unnest($1::int[], $2::int[], $3::text[], $4::text[])
       on conflict (make_id, name) do update set slug = excluded.slug
       returning id, make_id, name`,
      [
        batch.map(row => makes.get(row.make)),
        batch.map(row => types.get(row.modelType)),
        batch.map(row => row.name),
        batch.map(row => row.slug),
      ],
    )
    const names = new Map(batch.map(row => [makes.get(row.make)!, row.make]))
    for (const row of rows) ids.set(`${names.get(row.make_id)}|${row.name}`, row.id)
  }
  return ids
}

async function loadVariants(
  client: pg.PoolClient,
  variants: Iterable<DemoVariant>,
  models: Map<string, number>,
): Promise<VariantIds> {
  const ids = new Map<string, number>()
  const modelOf = (row: { make: string; model: string }) => models.get(`${row.make}|${row.model}`)!
  for (const batch of toBatches(variants)) {
    const rows = await insertBatch<{ id: number; model_id: number; name: string }>(
      client,
      `insert into variant (model_id, name, engine, year_from, year_to)
       select * from unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::int[])
       on conflict (model_id, name) do update
         set engine = excluded.engine, year_from = excluded.year_from, year_to = excluded.year_to
       returning id, model_id, name`,
      [
        batch.map(modelOf),
        batch.map(row => row.name),
        batch.map(row => row.engine),
        batch.map(row => row.yearFrom),
        batch.map(row => row.yearTo),
      ],
    )
    for (const row of rows) ids.set(`${row.model_id}|${row.name}`, row.id)
  }
  return row => ids.get(`${modelOf(row)}|${row.variant}`)!
}

async function loadFitments(
  client: pg.PoolClient,
  fitments: Iterable<DemoFitment>,
  variantOf: VariantIds,
  products: Map<string, number>,
): Promise<void> {
  for (const batch of toBatches(fitments)) {
    await insertBatch(
      client,
      `insert into fitment (variant_id, product_id, position, quantity)
       select * from unnest($1::int[], $2::int[], $3::text[], $4::int[]) on conflict do nothing`,
      [
        batch.map(variantOf),
        batch.map(row => products.get(row.productCode)),
        batch.map(row => row.position),
        batch.map(row => row.quantity),
      ],
    )
  }
}

async function loadRanges(
  client: pg.PoolClient,
  ranges: Iterable<DemoSerialRange>,
  variantOf: VariantIds,
): Promise<void> {
  for (const batch of toBatches(ranges)) {
    await insertBatch(
      client,
      `insert into serial_range (variant_id, kind, prefix, from_number, to_number)
       select * from unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) on conflict do nothing`,
      [
        batch.map(variantOf),
        batch.map(row => row.kind),
        batch.map(row => row.prefix),
        batch.map(row => row.from),
        batch.map(row => row.to),
      ],
    )
  }
}
