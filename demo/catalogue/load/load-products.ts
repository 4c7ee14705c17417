import type pg from 'pg'
import { type DetailAttribute, formatDetails } from '../../../src/features/catalogue/details.ts'
import { hasEndView } from '../../product-pictures/draw-end-view.ts'
import { toLogoName } from '../../product-pictures/draw-logo.ts'
import { toViewName } from '../../product-pictures/picture-name.ts'
import type { Catalogue, DemoCrossReference, DemoKitComponent, DemoProduct } from '../rows.ts'
import { insertBatch, loadIdsByName, toBatches } from './batches.ts'

interface LookupTables {
  brands: Map<string, number>
  types: Map<string, number>
  attributes: Map<string, number>
  units: Map<string, string>
}

// 'B-07-3': aisle, bay and level, so that neighbours in the catalogue are neighbours in the warehouse.
const bin = `chr(65 + product / 240 % 12) || '-' || lpad((1 + product / 6 % 40)::text, 2, '0') || '-' || 1 + product % 6`

/** Loads products with stock, attributes, pictures, cross-references and kits. Returns product ids by code. */
export async function loadProducts(
  client: pg.PoolClient,
  catalogue: Catalogue,
): Promise<Map<string, number>> {
  const names = await loadLookupTables(client, catalogue)
  const ids = new Map<string, number>()
  const superseded: DemoProduct[] = []
  for (const batch of toBatches(catalogue.products)) {
    for (const { id, code } of await insertProducts(client, batch, names)) ids.set(code, id)
    await insertStock(client, batch, ids)
    await insertAttributes(client, batch, ids, names)
    await insertDrawings(client, batch)
    superseded.push(...batch.filter(product => product.supersededBy !== null))
  }
  // Linked last, because a successor may follow the product that it replaces.
  await linkSuccessors(client, superseded, ids)
  await loadCodes(client, catalogue.codes, ids)
  await loadKits(client, catalogue.kits, ids)
  return ids
}

async function loadLookupTables(client: pg.PoolClient, catalogue: Catalogue): Promise<LookupTables> {
  const [brands, types, attributes] = [[...catalogue.brands], [...catalogue.types], [...catalogue.attributes]]
  const nameColumns = (rows: { name: string; slug: string }[]) => [
    rows.map(row => row.name),
    rows.map(row => row.slug),
  ]
  await insertBatch(
    client,
    'insert into brand (name, slug, logo) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing',
    [...nameColumns(brands), brands.map(({ name }) => toLogoName(name))],
  )
  await insertBatch(
    client,
    'insert into product_type (name, slug) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    nameColumns(types),
  )
  await insertBatch(
    client,
    'insert into attribute (name, unit, position) select * from unnest($1::text[], $2::text[], $3::int[]) on conflict do nothing',
    [
      attributes.map(attribute => attribute.name),
      attributes.map(attribute => attribute.unit),
      attributes.map(attribute => attribute.position),
    ],
  )
  return {
    brands: await loadIdsByName(client, 'brand'),
    types: await loadIdsByName(client, 'product_type'),
    attributes: await loadIdsByName(client, 'attribute'),
    units: new Map(attributes.map(attribute => [attribute.name, attribute.unit])),
  }
}

function insertProducts(
  client: pg.PoolClient,
  batch: DemoProduct[],
  names: LookupTables,
): Promise<{ id: number; code: string }[]> {
  const column = <T>(value: (product: DemoProduct) => T) => batch.map(value)
  return insertBatch(
    client,
    `insert into product (code, path, title, description, details, brand_id, type_id, price, for_sale,
       availability_note, weight_g, image, popularity, demo, more_images, lead_time)
     select code, path, title, description, details, brand_id, type_id, price, for_sale, note, weight_g, image, popularity, true,
       array_remove(array[second_image], null), lead_time
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::bool[], $9::text[],
       $10::int[], $11::text[], $12::int[], $13::text[], $14::text[], $15::jsonb[])
       as t (code, path, title, description, brand_id, type_id, price, for_sale, note, weight_g, image, popularity,
         details, second_image, lead_time)
     -- Not the path, which follows from brand and code: writing a key column would lock the row against every
     -- basket that wants the product until all is loaded.
     on conflict (code) do update set title = excluded.title, description = excluded.description, details = excluded.details,
       brand_id = excluded.brand_id, type_id = excluded.type_id, price = excluded.price, for_sale = excluded.for_sale,
       availability_note = excluded.availability_note, weight_g = excluded.weight_g, image = excluded.image,
       popularity = excluded.popularity, more_images = excluded.more_images, lead_time = excluded.lead_time
     returning id, code`,
    [
      column(product => product.code),
      column(product => product.path),
      column(product => product.title),
      column(product => product.description),
      column(product => names.brands.get(product.brand)),
      column(product => names.types.get(product.type)),
      column(product => product.price),
      column(product => product.forSale),
      column(product => product.availabilityNote),
      column(product => product.weightG),
      column(product => product.image),
      column(product => product.popularity),
      column(product => formatDetails(detailAttributes(product, names))),
      column(getSecondImage),
      column(product => product.leadTime && JSON.stringify(product.leadTime)),
    ],
  )
}

function detailAttributes(product: DemoProduct, { units }: LookupTables): DetailAttribute[] {
  const order = [...units.keys()]
  return Object.entries(product.attributes).map(([name, value]) => ({
    name,
    value: String(value),
    unit: units.get(name) ?? '',
    position: order.indexOf(name),
  }))
}

function getSecondImage({ image, recipe }: DemoProduct): string | null {
  return image && recipe ? toViewName(image, hasEndView(recipe) ? 'end' : 'plain') : null
}

async function insertStock(
  client: pg.PoolClient,
  batch: DemoProduct[],
  ids: Map<string, number>,
): Promise<void> {
  await insertBatch(
    client,
    `insert into stock (product_id, on_hand, available, back_order, bin)
     select product, stock, stock, back_order, ${bin}
     from unnest($1::int[], $2::int[], $3::bool[]) as one (product, stock, back_order) on conflict do nothing`,
    [
      batch.map(attribute => ids.get(attribute.code)),
      batch.map(attribute => attribute.stock),
      batch.map(attribute => attribute.backOrder),
    ],
  )
}

async function insertAttributes(
  client: pg.PoolClient,
  batch: DemoProduct[],
  ids: Map<string, number>,
  names: LookupTables,
): Promise<void> {
  const rows = batch.flatMap(product =>
    Object.entries(product.attributes).map(([name, value]) => ({ product, name, value })),
  )
  await insertBatch(
    client,
    `insert into product_attribute (product_id, attribute_id, value, number)
     select * from unnest($1::int[], $2::int[], $3::text[], $4::float8[])
     on conflict (product_id, attribute_id) do update set value = excluded.value, number = excluded.number`,
    [
      rows.map(row => ids.get(row.product.code)),
      rows.map(row => names.attributes.get(row.name)),
      rows.map(row => String(row.value)),
      rows.map(row => (typeof row.value === 'number' ? row.value : null)),
    ],
  )
}

async function insertDrawings(client: pg.PoolClient, batch: DemoProduct[]): Promise<void> {
  const productsWithRecipe = batch.filter(product => product.image && product.recipe)
  await insertBatch(
    client,
    `insert into drawing (filename, recipe) select * from unnest($1::text[], $2::jsonb[])
     on conflict (filename) do update set recipe = excluded.recipe`,
    [
      productsWithRecipe.map(product => product.image),
      productsWithRecipe.map(product => JSON.stringify(product.recipe)),
    ],
  )
}

async function linkSuccessors(
  client: pg.PoolClient,
  superseded: DemoProduct[],
  ids: Map<string, number>,
): Promise<void> {
  const loaded = superseded.filter(product => ids.has(product.supersededBy!))
  await insertBatch(
    client,
    `update product set superseded_by = t.successor from unnest($1::int[], $2::int[]) as t (id, successor)
     where product.id = t.id`,
    [loaded.map(product => ids.get(product.code)), loaded.map(product => ids.get(product.supersededBy!))],
  )
}

async function loadCodes(
  client: pg.PoolClient,
  codes: Iterable<DemoCrossReference>,
  ids: Map<string, number>,
): Promise<void> {
  const makers = new Map<string, number>()
  for (const batch of toBatches(codes)) {
    const newMakers = [...new Set(batch.map(row => row.maker))].filter(name => !makers.has(name))
    if (newMakers.length > 0)
      for (const [name, id] of await loadIdsByName(client, 'maker', newMakers)) makers.set(name, id)
    await insertBatch(
      client,
      `insert into cross_reference (product_id, maker_id, code, demo)
       select product_id, maker_id, code, true from unnest($1::int[], $2::int[], $3::text[]) as t (product_id, maker_id, code)
       on conflict do nothing`,
      [
        batch.map(row => ids.get(row.productCode)),
        batch.map(row => makers.get(row.maker)),
        batch.map(row => row.code),
      ],
    )
  }
}

async function loadKits(
  client: pg.PoolClient,
  kits: Iterable<DemoKitComponent>,
  ids: Map<string, number>,
): Promise<void> {
  for (const batch of toBatches(kits)) {
    await insertBatch(
      client,
      `insert into kit_component (kit_product_id, product_id, quantity)
       select * from unnest($1::int[], $2::int[], $3::int[])
       on conflict (kit_product_id, product_id) do update set quantity = excluded.quantity`,
      [
        batch.map(row => ids.get(row.kitCode)),
        batch.map(row => ids.get(row.productCode)),
        batch.map(row => row.quantity),
      ],
    )
  }
}
