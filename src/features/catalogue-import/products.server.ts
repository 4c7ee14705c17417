import type pg from 'pg'
import { type FileKind, gone, type Writing } from './kinds.server.ts'
import { shopWords } from './messages.ts'
import { settleNames } from './names.server.ts'
import { attributesDiffer, settleAttributes, writeAttributes } from './product-attributes.server.ts'
import { describeRows } from './product-details.server.ts'
import { madePaths, markPaths } from './product-paths.server.ts'
import { stockDiffers, writeStock } from './product-stock.server.ts'
import { type ProductRow, readProduct } from './rows.ts'
import { mark, markTwice } from './staging.server.ts'

const table = 'staged_product'

/** Columns of the file that are columns of the table too, with the value a row gives (as s, b, t) and the present one. */
const own: Record<string, { column: string; value: string }> = {
  title: { column: 'title', value: 's.title' },
  brand: { column: 'brand_id', value: 's.brand_id' },
  type: { column: 'type_id', value: 's.type_id' },
  description: { column: 'description', value: 's.description' },
  price: { column: 'price', value: 's.price' },
  availability_note: { column: 'availability_note', value: `nullif(s.note, '')` },
  weight_g: { column: 'weight_g', value: 's.weight_g' },
  // An empty cell leaves the picture as it is: those the shop draws itself have no name that a file could give.
  image: { column: 'image', value: `coalesce(nullif(s.image, ''), p.image)` },
  path: { column: 'path', value: 'coalesce(s.path, p.path)' },
}

/** products.csv. Products that are no longer named are withdrawn, never deleted: orders and lists speak of them. */
export const products: FileKind<ProductRow> = {
  file: 'products.csv',
  tables: ['product', 'product_attribute', 'stock'],
  staging: {
    table,
    columns: [
      { name: 'code', type: 'text', of: row => row.code },
      { name: 'title', type: 'text', of: row => row.title },
      { name: 'brand', type: 'text', of: row => row.brand },
      { name: 'type', type: 'text', of: row => row.type },
      { name: 'description', type: 'text', of: row => row.description },
      { name: 'price', type: 'int', of: row => row.price },
      { name: 'stock', type: 'int', of: row => row.stock },
      { name: 'back_order', type: 'bool', of: row => row.backOrder },
      { name: 'note', type: 'text', of: row => row.note },
      { name: 'weight_g', type: 'int', of: row => row.weightG },
      { name: 'image', type: 'text', of: row => row.image },
      { name: 'path', type: 'text', of: row => row.path },
      { name: 'made_path', type: 'text', of: row => row.madePath },
      { name: 'attributes', type: 'text', of: row => JSON.stringify(row.attributes) },
      // Found out while the rows are looked at together.
      ...(['brand_id', 'type_id', 'product_id'] as const).map(name => ({
        name,
        type: 'int' as const,
        of: () => null,
      })),
      ...(['is_new', 'differs', 'attributes_differ', 'stock_differs'] as const).map(name => ({
        name,
        type: 'bool' as const,
        of: () => false,
      })),
      { name: 'details', type: 'text', of: () => null },
    ],
  },
  read: readProduct,
  pictureOf: row => row.image,
  async judge({ client }) {
    await markTwice(client, table, ['code'])
    await client.query(`update ${table} s set product_id = p.id from product p where p.code = s.code`)
    for (const name of ['title', 'brand', 'type']) {
      await mark(
        client,
        table,
        shopWords.newWithout,
        [`'${name}'`],
        `s.product_id is null and s.${name} = ''`,
      )
    }
    await markPaths(client, table)
  },
  async write(writing) {
    const { client } = writing
    await client.query(`create unique index on ${table} (line)`)
    await settleNames(client, 'brand', { table, column: 'brand' }, 'named_brand')
    await settleNames(client, 'product_type', { table, column: 'type' }, 'named_type')
    await settleAttributes(client, table, writing.header)
    await classify(writing)
    const found = await countRows(client)
    await describeRows(client, table)
    // Nothing to write, nothing said: a statement without rows would make every process read its catalogue again.
    if (found.new > 0) await insertNew(writing)
    if (found.reworked > 0) await updateKnown(writing)
    if (found.new + found.reworked > 0) await writeAttributes(client, table)
    // Last: buyers wait for stock rows that are held.
    if (!writing.dryRun && found.restocked > 0) await writeStock(client, table)
    return { new: found.new, changed: found.changed, same: found.same }
  },
  removeOthers({ client }) {
    const others = `from product p where not p.demo and p.for_sale
      and not exists (select from ${table} s where s.product_id = p.id)`
    return gone(client, {
      others,
      label: 'p.code',
      remove: `update product set for_sale = false, withdrawn = true, updated_at = now()
        where id in (select p.id ${others})`,
    })
  },
}

/** Says of each row whether it is new, and what of it is not as it stands. */
async function classify({ client, header }: Writing): Promise<void> {
  const given = Object.entries(own).filter(([column]) => header.columns.has(column))
  const differing = (columns: typeof given) =>
    columns.map(([, { column, value }]) => `p.${column} is distinct from ${value}`).join(' or ') || 'false'
  await client.query(
    `update ${table} s set is_new = s.product_id is null, brand_id = x.brand_id, type_id = x.type_id
     from (select r.line, b.id as brand_id, t.id as type_id from ${table} r
       left join named_brand b on b.name = r.brand left join named_type t on t.name = r.type) x
     where x.line = s.line`,
  )
  await client.query(`analyze ${table}`)
  await client.query(
    `update ${table} s set
       differs = p.withdrawn or ${differing(given)},
       attributes_differ = ${attributesDiffer},
       stock_differs = ${stockDiffers}
     from product p join stock st on st.product_id = p.id left join stock_held h on h.product_id = p.id
     where p.id = s.product_id`,
  )
}

interface Found {
  new: number
  changed: number
  same: number
  reworked: number
  restocked: number
}

async function countRows(client: pg.PoolClient): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select count(*) filter (where is_new) as new,
       count(*) filter (where not is_new and (differs or attributes_differ or stock_differs)) as changed,
       count(*) filter (where not (is_new or differs or attributes_differ or stock_differs)) as same,
       count(*) filter (where differs or attributes_differ) as reworked,
       count(*) filter (where stock_differs) as restocked
     from ${table}`,
  )
  return rows[0]!
}

async function insertNew({ client }: Writing): Promise<void> {
  await client.query(
    `insert into product (code, path, title, description, details, brand_id, type_id, price, availability_note,
       weight_g, image)
     select s.code, ${madePaths(table)}, s.title, s.description, s.details, s.brand_id, s.type_id, s.price,
       nullif(s.note, ''), s.weight_g, nullif(s.image, '')
     from ${table} s where s.is_new order by s.line`,
  )
  await client.query(
    `update ${table} s set product_id = p.id from product p where s.is_new and p.code = s.code`,
  )
  await client.query(
    `insert into stock (product_id, available, back_order)
     select product_id, coalesce(stock, 0), coalesce(back_order, false) from ${table} where is_new order by product_id`,
  )
}

async function updateKnown({ client, header }: Writing): Promise<void> {
  const given = Object.entries(own).filter(([column]) => header.columns.has(column))
  const sets = given.map(([, { column, value: given }]) => `${column} = ${given}`)
  await client.query(
    `update product p set ${[...sets, ''].join(', ')}
       details = coalesce(s.details, p.details), updated_at = now(), withdrawn = false,
       for_sale = p.for_sale or p.withdrawn
     from ${table} s
     where p.id = s.product_id and not s.is_new and (s.differs or s.attributes_differ)`,
  )
}
