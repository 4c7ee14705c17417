import type pg from 'pg'
import { type DetailAttribute, formatDetails } from '../../catalogue/details.ts'
import { kitSql, successorSql } from '../export/export-queries.server.ts'
import {
  type ColumnChange,
  defineImporter,
  type FileImporter,
  formatAssignments,
  formatDifference,
  handleDuplicates,
  markBadRows,
  markUnknown,
  removeRows,
  type WriteContext,
} from '../file-importer.server.ts'
import { databaseMessages } from '../messages.ts'
import type { RowReport } from '../report.ts'
import type { FileHeader } from '../validation/file-header.ts'
import { parseProduct } from '../validation/rows.ts'
import { resolveNameIds } from './names.server.ts'
import { attributesDifferSql, stageAttributes, writeAttributes } from './product-attributes.server.ts'

const table = 'staged_product'

/** Columns of the file with the column of `product` that they set, and the SQL of its new value (row s, product p). */
const updatableColumns: Record<string, ColumnChange> = {
  title: ['title', 's.title'],
  brand: ['brand_id', 's.brand_id'],
  type: ['type_id', 's.type_id'],
  description: ['description', 's.description'],
  price: ['price', 's.price'],
  availability_note: ['availability_note', `nullif(s.note, '')`],
  lead_time: ['lead_time', 's.lead_time'],
  weight_g: ['weight_g', 's.weight_g'],
  // An empty cell keeps the picture, because a file cannot name the pictures that the demo draws.
  image: ['image', `coalesce(nullif(s.image, ''), p.image)`],
  path: ['path', 'coalesce(s.path, p.path)'],
  more_images: ['more_images', `coalesce(string_to_array(nullif(s.more_images, ''), ' '), '{}')`],
  cost: ['cost', 's.cost'],
}

/** products.csv. Products that --replace removes are withdrawn, not deleted: orders and lists refer to them. */
export const products = defineImporter({
  file: 'products.csv',
  tablesToVacuum: ['product', 'product_attribute', 'stock'],
  staging: {
    table,
    columns: {
      code: 'text',
      title: 'text',
      brand: 'text',
      type: 'text',
      description: 'text',
      price: 'int',
      stock: 'int',
      back_order: 'bool',
      note: 'text',
      lead_time: 'jsonb',
      bin: 'text',
      low_stock: 'int',
      weight_g: 'int',
      image: 'text',
      more_images: 'text',
      path: 'text',
      cost: 'int',
      successor: 'text',
      kit: 'text',
      off_sale: 'bool',
      generated_path: 'text',
      attributes: 'text',
    },
    laterColumns: [
      ...['brand_id', 'type_id', 'product_id'].map(name => `${name} int`),
      ...['is_new', 'differs', 'links_differ', 'attributes_differ', 'stock_differs'].map(
        name => `${name} bool default false`,
      ),
      'details text',
    ],
  },
  parseRow: parseProduct,
  pictureColumns: ['image', 'more_images'],
  async checkRows({ client, header }) {
    const duplicates = await handleDuplicates(client, table, ['code'])
    await client.query(`update ${table} s set product_id = p.id from product p where p.code = s.code`)
    for (const name of ['title', 'brand', 'type']) {
      await markBadRows(
        client,
        table,
        databaseMessages.newWithout,
        [`'${name}'`],
        `s.product_id is null and s.${name} = ''`,
      )
    }
    await markTakenPaths(client)
    await markBadLinks(client, header)
    return duplicates
  },
  findWarnings: findSimilarCodes,
  async write(context) {
    const { client } = context
    await client.query(`create unique index on ${table} (line)`)
    await resolveNameIds(client, 'brand', { table, column: 'brand' }, 'named_brand')
    await resolveNameIds(client, 'product_type', { table, column: 'type' }, 'named_type')
    await stageAttributes(client, table, context.header)
    await classifyRows(context)
    const counts = await countProducts(client)
    await stageDetails(client)
    // Even a statement without rows sends a notification, which makes every process reload its catalogue.
    const stocked = counts.new > 0 ? await insertProducts(context) : 0
    if (counts.rewritten > 0) await updateProducts(context)
    if (counts.new + counts.rewritten > 0) await writeAttributes(client, table)
    await writeLinks(context)
    // Last, because placing an order waits while its stock rows are locked.
    const isWritten = !context.dryRun && counts.restocked > 0
    const restocked = stocked + (isWritten ? await writeStock(context) : 0)
    return { new: counts.new, changed: counts.changed, same: counts.same, restocked }
  },
  removeUnlisted({ client }) {
    const unlistedRows = `from product p where not p.demo and p.for_sale
      and not exists (select from ${table} s where s.product_id = p.id)`
    return removeRows(client, {
      unlistedRows,
      label: 'p.code',
      remove: `update product set for_sale = false, withdrawn = true, updated_at = now()
        where id in (select p.id ${unlistedRows})`,
    })
  },
})

/** stock.csv: a count of products that exist, in the columns of products.csv. */
export const stockCounts: FileImporter = {
  file: 'stock.csv',
  tablesToVacuum: ['stock'],
  staging: products.staging,
  parseRow: parseProduct,
  async checkRows({ client, refusedFiles }) {
    const duplicates = await handleDuplicates(client, table, ['code'])
    await client.query(`update ${table} s set product_id = p.id from product p where p.code = s.code`)
    await markUnknown(client, {
      table,
      isUnknown: 's.product_id is null',
      message: databaseMessages.unknownCode,
      values: ['s.code'],
      refusedFile: refusedFiles.find(refused => refused === 'products.csv'),
    })
    return duplicates
  },
  write: products.write,
  // What was not counted stays.
  removeUnlisted: async () => ({ count: 0, examples: [] }),
}

/** Sets for each row whether it is new, and what it changes of an existing product. */
async function classifyRows({ client, header }: WriteContext): Promise<void> {
  await client.query(
    `update ${table} s set is_new = s.product_id is null, brand_id = x.brand_id, type_id = x.type_id
     from (select r.line, b.id as brand_id, t.id as type_id from ${table} r
       left join named_brand b on b.name = r.brand left join named_type t on t.name = r.type) x
     where x.line = s.line`,
  )
  await client.query(`analyze ${table}`)
  await client.query(
    `update ${table} s set
       differs = ${isOnSaleSql(header)} <> p.for_sale or ${formatDifference('p', columnsInFile(header))},
       links_differ = ${formatLinksDiffer(header)},
       attributes_differ = ${attributesDifferSql},
       stock_differs = ${formatStockDiffers(header)}
     from product p join stock st on st.product_id = p.id
     where p.id = s.product_id`,
  )
}

/** SQL: whether product p is sold after the import of row s. A file lists again what an import withdrew; a count does not. */
const isOnSaleSql = ({ file, columns }: FileHeader): string => {
  const otherwise = file === 'stock.csv' ? 'p.for_sale' : '(p.for_sale or p.withdrawn)'
  return columns.has('off_sale') ? `coalesce(not s.off_sale, ${otherwise})` : otherwise
}

/** SQL over row s of the existing product p: true when the row changes its successor or what is in the kit. */
const formatLinksDiffer = ({ columns }: FileHeader): string =>
  [
    'false',
    ...(columns.has('successor') ? [`s.successor <> ${successorSql}`] : []),
    ...(columns.has('kit') ? [`s.kit <> ${kitSql}`] : []),
  ].join(' or ')

/** SQL: the parts of the kit s. */
const kitPartsSql = `regexp_split_to_table(s.kit, ' [|] ') e (part)
  cross join lateral regexp_match(e.part, '^(.*) x ([0-9]+)$') m`

/** Products may name others of the same file. */
async function markBadLinks(client: pg.PoolClient, { columns }: FileHeader): Promise<void> {
  const isUnknown = (code: string) =>
    `not exists (select from product p where p.code = ${code}) and not exists (select from ${table} o where o.code = ${code})`
  if (columns.has('successor')) {
    const isNamed = `s.successor <> '' and ${isUnknown('s.successor')}`
    await markBadRows(client, table, databaseMessages.unknownSuccessor, ['s.successor'], isNamed)
    await client.query(
      `with recursive step as materialized (
         select code, successor from ${table} where successor <> ''
         union all
         select p.code, o.code from product p join product o on o.id = p.superseded_by
         where not exists (select from ${table} s where s.code = p.code)
       ), walk as (
         select code as start, successor as at, 1 as steps from ${table} where successor <> ''
         union all
         select w.start, s.successor, w.steps + 1 from walk w join step s on s.code = w.at
         where w.at <> w.start and w.steps < ${maxSteps}
       )
       update ${table} s set bad = format($1::text, s.successor) from walk w
       where w.start = s.code and w.at = s.code and s.bad is null`,
      [databaseMessages.successorCircle],
    )
  }
  if (!columns.has('kit')) return
  await client.query(
    `update ${table} r set bad = format($1::text, x.code) from (
       select s.line, min(m[1]) as code from ${table} s cross join ${kitPartsSql}
       where s.kit <> '' and (m[1] = s.code or ${isUnknown('m[1]')}) group by s.line) x
     where x.line = r.line and r.bad is null`,
    [databaseMessages.unknownPart],
  )
}

/** Of successors, until the last. */
const maxSteps = 50

/** Successors and kits, once all products of the file are there. */
async function writeLinks({ client, header: { columns } }: WriteContext): Promise<void> {
  const rows = `${table} s where s.is_new or s.links_differ`
  if (columns.has('successor'))
    await client.query(
      `update product p set superseded_by = x.id
       from (select s.product_id, o.id from ${table} s left join product o on o.code = s.successor
         where s.links_differ or (s.is_new and s.successor <> '')) x
       where p.id = x.product_id and p.superseded_by is distinct from x.id`,
    )
  if (!columns.has('kit')) return
  const parts = `select s.product_id, o.id, m[2]::int as quantity from ${table} s cross join ${kitPartsSql}
    join product o on o.code = m[1] where s.kit <> '' and (s.is_new or s.links_differ)`
  await client.query(`delete from kit_component where kit_product_id in (select s.product_id from ${rows})`)
  await client.query(`insert into kit_component (kit_product_id, product_id, quantity) ${parts}`)
}

function columnsInFile({ columns }: FileHeader): ColumnChange[] {
  return Object.entries(updatableColumns)
    .filter(([name]) => columns.has(name) || (name === 'lead_time' && columns.has('lead_time_days')))
    .map(([, change]) => change)
}

interface ProductCounts {
  new: number
  changed: number
  same: number
  rewritten: number
  restocked: number
}

async function countProducts(client: pg.PoolClient): Promise<ProductCounts> {
  const { rows } = await client.query<ProductCounts>(
    `select count(*) filter (where is_new) as new,
       count(*) filter (where not is_new and (differs or links_differ or attributes_differ or stock_differs)) as changed,
       count(*) filter (where not (is_new or differs or links_differ or attributes_differ or stock_differs)) as same,
       count(*) filter (where differs or links_differ or attributes_differ) as rewritten,
       count(*) filter (where stock_differs) as restocked
     from ${table}`,
  )
  return rows[0]!
}

/** Returns how many of them are on hand. */
async function insertProducts({ client }: WriteContext): Promise<number> {
  await client.query(
    `insert into product (code, path, title, description, details, brand_id, type_id, price, availability_note,
       lead_time, weight_g, image, more_images, cost, for_sale)
     select s.code, ${newPathSql}, s.title, s.description, s.details, s.brand_id, s.type_id, s.price,
       nullif(s.note, ''), s.lead_time, s.weight_g, nullif(s.image, ''),
       ${updatableColumns.more_images![1]}, s.cost, s.off_sale is not true
     from ${table} s where s.is_new order by s.line`,
  )
  await client.query(
    `update ${table} s set product_id = p.id from product p where s.is_new and p.code = s.code`,
  )
  await client.query(
    `insert into stock (product_id, on_hand, available, back_order, bin, low_stock)
     select product_id, coalesce(stock, 0), coalesce(stock, 0), coalesce(back_order, false), bin, low_stock
       from ${table} where is_new order by product_id`,
  )
  const { rowCount } = await client.query(
    `insert into stock_movement (product_id, at, change, on_hand, reason)
     select product_id, now(), stock, stock, 'import' from ${table} where is_new and stock > 0 order by product_id`,
  )
  return rowCount ?? 0
}

async function updateProducts({ client, header }: WriteContext): Promise<void> {
  const changes: ColumnChange[] = [...columnsInFile(header), ['details', 'coalesce(s.details, p.details)']]
  await client.query(
    `update product p set ${formatAssignments(changes)}, updated_at = now(), withdrawn = p.withdrawn and not ${isOnSaleSql(header)},
       for_sale = ${isOnSaleSql(header)}
     from ${table} s
     where p.id = s.product_id and not s.is_new and (s.differs or s.links_differ or s.attributes_differ)`,
  )
}

const batchRows = 2000

interface StagedAttributes {
  line: number
  attributes: DetailAttribute[]
}

/**
 * Sets the details text of each row that is new or changes attributes. It is made of all attributes: those of the file
 * and the product's others.
 */
async function stageDetails(client: pg.PoolClient): Promise<void> {
  let afterLine = 0
  for (;;) {
    const { rows } = await client.query<StagedAttributes>(
      `select s.line, coalesce((
         select json_agg(json_build_object('name', a.name, 'value', m.value, 'unit', a.unit, 'position', a.position)
           order by a.position, a.name)
         from (
           select attribute_id, value from staged_attribute sa where sa.line = s.line and sa.value <> ''
           union all
           select pa.attribute_id, pa.value from product_attribute pa
           where pa.product_id = s.product_id and not exists (
             select from staged_attribute sa where sa.line = s.line and sa.attribute_id = pa.attribute_id)
         ) m join attribute a on a.id = m.attribute_id), '[]') as attributes
       from ${table} s where (s.is_new or s.attributes_differ) and s.line > $1 order by s.line limit ${batchRows}`,
      [afterLine],
    )
    if (rows.length === 0) return
    await client.query(
      `update ${table} s set details = d.details
       from unnest($1::int[], $2::text[]) as d (line, details) where d.line = s.line`,
      [rows.map(({ line }) => line), rows.map(({ attributes }) => formatDetails(attributes))],
    )
    afterLine = rows.at(-1)!.line
  }
}

/** Marks rows whose path belongs to another product of the shop, or of an earlier row. */
async function markTakenPaths(client: pg.PoolClient): Promise<void> {
  await markBadRows(
    client,
    table,
    databaseMessages.pathTaken,
    ['s.path', '(select p.code from product p where p.path = s.path)'],
    `exists (select from product p where p.path = s.path and p.id is distinct from s.product_id)`,
  )
  await client.query(
    `update ${table} s set bad = format($1::text, s.path, d.first)
     from (select path, min(line) as first from ${table} where path is not null and bad is null
       group by path having count(*) > 1) d
     where d.path = s.path and s.line > d.first and s.bad is null`,
    [databaseMessages.pathTwice],
  )
}

/**
 * SQL: the path of a new product (row s). When the path generated from brand and code is taken ('A/1' and 'A-1' give the
 * same), a hash of the code is appended, so that the same code always gets the same path.
 */
const newPathSql = `coalesce(s.path, case
    when row_number() over (partition by s.path is null, s.generated_path order by s.line) = 1
      and not exists (select from product p where p.path = s.generated_path)
      and not exists (select from ${table} o where o.path = s.generated_path)
    then s.generated_path else s.generated_path || '-' || substr(md5(s.code), 1, 6) end)`

/**
 * The rows of products.csv whose code differs only in case or punctuation from that of an earlier row, or of a product
 * that the file does not list: customers who type one of them find both, and one may be a slip.
 */
async function findSimilarCodes(
  client: pg.PoolClient,
  maxListed: number,
): Promise<{ count: number; listed: RowReport[] }> {
  const { rows } = await client.query<RowReport & { count: number }>(
    `with staged as (select line, code, code_key(code) as key from ${table} where bad is null),
     earlier as (
       select line, code, first_value(code) over w as other, first_value(line) over w as other_line
       from staged window w as (partition by key order by line)
     ),
     stored as (
       select s.line, s.code, min(p.code) as other from staged s join product p on p.code_key = s.key
       where p.code <> s.code and not exists (select from staged t where t.code = p.code)
       group by s.line, s.code
     ),
     similar_code as (
       select line, format($1::text, code, other, 'on line ' || other_line) as reason from earlier where other <> code
       union all
       select line, format($1::text, code, other, 'in the shop') from stored
     )
     select line, reason, count(*) over () as count from similar_code order by line limit $2`,
    [databaseMessages.similarCode, maxListed],
  )
  return { count: rows[0]?.count ?? 0, listed: rows.map(({ line, reason }) => ({ line, reason })) }
}

/**
 * SQL: what is on hand of stock st after the import of row s. The file has what was counted; what orders are allocated of
 * it is not available. Without a number the stock stays as it is.
 */
const onHandSql = 'coalesce(s.stock, st.on_hand)'

/** The columns of stock st with their value after the import of row s. Bin and low-stock level follow an empty cell. */
const listStockChanges = ({ columns }: FileHeader): ColumnChange[] => [
  ['on_hand', onHandSql],
  ['back_order', 'coalesce(s.back_order, st.back_order)'],
  ...['bin', 'low_stock'].filter(name => columns.has(name)).map((name): ColumnChange => [name, `s.${name}`]),
]

/** SQL over stock st and row s: true when the row changes the stock. */
const formatStockDiffers = (header: FileHeader): string => formatDifference('st', listStockChanges(header))

/**
 * Sets the stock of the rows that differ. Locks by product id, the order in which orders lock stock too. Returns of how many
 * products what is on hand has changed.
 */
async function writeStock({ client, header }: WriteContext): Promise<number> {
  await client.query(
    `select from stock st where product_id in (select product_id from ${table} where stock_differs)
     order by product_id for update`,
  )
  // Compared again under the locks, because an order may have changed the stock meanwhile.
  const { rowCount } = await client.query(
    `with changed as (
       update stock st set ${formatAssignments(listStockChanges(header))}, available = ${onHandSql} - st.allocated
       from ${table} s join stock before on before.product_id = s.product_id
       where st.product_id = s.product_id and s.stock_differs and ${formatStockDiffers(header)}
       returning st.product_id, st.on_hand, st.on_hand - before.on_hand as change
     )
     insert into stock_movement (product_id, at, change, on_hand, reason)
     select product_id, now(), change, on_hand, 'import' from changed where change <> 0 order by product_id`,
  )
  return rowCount ?? 0
}
