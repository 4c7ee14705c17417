import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { indexBuilder, type RestToIndex } from './index-builder.ts'
import { idsOf } from './index-parts.ts'
import { type NumberIndex, numberIndexBuilder } from './number-index.ts'
import { placesOfMake, placesOfModel } from './places.ts'

// Small enough that a page asked for meanwhile waits only some milliseconds.
const productsAtOnce = 500
const numbersAtOnce = 4000
const modelsAtOnce = 1000
// Characters that no value holds: control characters end where the import reads.
const [between, equals] = ['\u001e', '\u001f']

/** Reads the whole catalogue into an index, a piece at a time: requests are answered in between. */
export async function readCatalogue(db: Db): Promise<CatalogueIndex> {
  const numbers = await readNumbers(db)
  // One snapshot: what changes meanwhile is told of and read again.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await sql`set transaction read only`.execute(tx)
      const attributes = await sql<{ id: number; name: string; unit: string }>`
        select id, name, unit from attribute order by position, name`.execute(tx)
      const builder = indexBuilder(attributes.rows)
      await sql`declare catalogue cursor for
        select p.id, p.title, p.description, t.name as type, b.name as brand, p.price,
          p.for_sale and p.price is not null and (s.available > 0 or s.back_order) as "isBuyable",
          (select string_agg(a.attribute_id || ${equals} || a.value, ${between})
            from product_attribute a where a.product_id = p.id) as attributes
        from product p join product_type t on t.id = p.type_id join brand b on b.id = p.brand_id
          join stock s on s.product_id = p.id
        order by p.popularity desc, p.id`.execute(tx)
      for (;;) {
        const { rows } = await sql<ProductRow>`fetch ${sql.lit(productsAtOnce)} from catalogue`.execute(tx)
        if (rows.length === 0) break
        for (const row of rows) builder.add({ ...row, attributes: pairs(row.attributes) })
        await others()
      }
      const steps = builder.finish({ ...(await readRest(tx)), numbers })
      for (;;) {
        const step = steps.next()
        if (step.done) return step.value
        await others()
      }
    })
}

interface ModelRow {
  make: string
  makeSlug: string
  name: string
  slug: string
}

interface ProductRow {
  id: number
  title: string
  description: string
  type: string
  brand: string
  price: number | null
  isBuyable: boolean
  attributes: string | null
}

function pairs(text: string | null): { id: number; value: string }[] {
  if (text === null) return []
  return text.split(between).map(pair => {
    const at = pair.indexOf(equals)
    return { id: Number(pair.slice(0, at)), value: pair.slice(at + 1) }
  })
}

async function readRest(db: Db): Promise<Omit<RestToIndex, 'numbers'>> {
  const inOrder = await sql<{ ids: string | null }>`
    select string_agg(id::text, ' ' order by code_key, id) as ids from product`.execute(db)
  const makes = await sql<{ name: string; slug: string; ids: string }>`
    select mk.name, mk.slug, coalesce(string_agg(distinct f.product_id::text, ' '), '') as ids
    from make mk left join model mo on mo.make_id = mk.id left join variant v on v.model_id = mo.id
      left join fitment f on f.variant_id = v.id
    group by mk.id order by mk.name`.execute(db)
  await others()
  const models = await sql<ModelRow>`
    select mk.name as make, mk.slug as "makeSlug", mo.name, mo.slug
    from model mo join make mk on mk.id = mo.make_id order by mk.name, mo.name`.execute(db)
  const places = makes.rows.flatMap(({ name, slug }) => placesOfMake(name, slug))
  for (const [nth, { make, makeSlug, name, slug }] of models.rows.entries()) {
    places.push(...placesOfModel(make, makeSlug, name, slug))
    if (nth % modelsAtOnce === 0) await others()
  }
  const synonyms = await sql<{ word: string; means: string }>`
    select word, means from search_synonym order by word, means`.execute(db)
  return {
    makes: makes.rows,
    idsByCode: idsOf(inOrder.rows[0]?.ids ?? ''),
    places,
    synonyms: synonyms.rows,
  }
}

async function readNumbers(db: Db): Promise<NumberIndex> {
  const builder = numberIndexBuilder()
  let [key, id] = ['', 0]
  for (;;) {
    const { rows } = await sql<{ keys: string | null; ids: string | null }>`
      select string_agg(code_key, ' ' order by code_key, product_id) as keys,
        string_agg(product_id::text, ' ' order by code_key, product_id) as ids
      from (
        (select code_key, id as product_id from product
          where (code_key, id) > (${key}, ${id}) order by code_key, id limit ${numbersAtOnce})
        union all
        (select code_key, product_id from cross_reference
          where (code_key, product_id) > (${key}, ${id}) order by code_key, product_id limit ${numbersAtOnce})
        order by code_key, product_id limit ${numbersAtOnce}) n`.execute(db)
    const { keys, ids } = rows[0]!
    if (keys === null || ids === null) return builder.finish()
    const productIds = ids.split(' ')
    const list = keys.split(' ')
    for (const [nth, one] of list.entries()) builder.add(one, Number(productIds[nth]))
    ;[key, id] = [list.at(-1)!, Number(productIds.at(-1))]
    await others()
  }
}
