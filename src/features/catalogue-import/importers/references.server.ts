import type pg from 'pg'
import {
  type ColumnType,
  countRows,
  defineImporter,
  executeAndCount,
  type FileImporter,
  handleDuplicates,
  markUnknown,
  removeRows,
} from '../file-importer.server.ts'
import { databaseMessages } from '../messages.ts'
import type { CellReader } from '../validation/cells.ts'
import type { ImportFile } from '../validation/columns.ts'
import {
  parseBrand,
  parseCrossReference,
  parseFitment,
  parsePrice,
  parseSerialRange,
} from '../validation/rows.ts'
import { resolveNameIds } from './names.server.ts'

/** A file whose rows refer to products, machines or companies. SQL: s is a row of the file, t one of the shop's table. */
interface ReferenceFile<Column extends string> {
  file: ImportFile
  table: string
  /** Of `table`. */
  primaryKey: string
  columns: Record<Column, ColumnType>
  parseRow(cells: CellReader): Record<Column, unknown>
  /** Creates the temporary tables that `joins` needs. */
  prepare?(client: pg.PoolClient, stagingTable: string): Promise<void>
  /** What rows of the file that say the same have in common, over the staging table. */
  duplicateKey: readonly string[]
  /** From s to the rows it names. */
  joins: string
  /** Whether t is the row that s and its joins name. */
  isSame: string
  /** Of a new t: its columns and their values. */
  insert: Record<string, string>
  orderBy?: string
  /** The column of t that s may change; left out: the whole row is its key, so a row is new or the same. */
  changes?: string
  /** What --replace may remove: only what came by import, and never the demo's (R-DEMO-2). */
  removable: { joins: string; where: string; label: string }
}

function defineReferenceFile<Column extends string>({
  table,
  primaryKey,
  columns,
  joins,
  isSame,
  insert,
  orderBy,
  changes,
  removable,
  ...file
}: ReferenceFile<Column>): FileImporter {
  const stagingTable = `staged_${table}`
  const stagedRows = `from ${stagingTable} s ${joins}`
  const unlistedRows = `from ${table} t ${removable.joins}
    where ${removable.where} and not exists (select ${stagedRows} where ${isSame})`
  return defineImporter<Column>({
    file: file.file,
    tablesToVacuum: [table],
    staging: { table: stagingTable, columns },
    parseRow: file.parseRow,
    async checkRows({ client, refusedFiles }) {
      if ('make' in columns) await createMakeLookup(client, stagingTable)
      await markUnknownReferences(client, { table: stagingTable, columns, refusedFiles })
      return handleDuplicates(client, stagingTable, file.duplicateKey)
    },
    async write({ client }) {
      await file.prepare?.(client, stagingTable)
      const total = await countRows(client, `from ${stagingTable}`)
      const changed = changes
        ? await executeAndCount(
            client,
            `update ${table} t set ${changes} = s.${changes} ${stagedRows}
             where ${isSame} and t.${changes} <> s.${changes}`,
          )
        : 0
      const added = await executeAndCount(
        client,
        // `not exists`, because each insert with a conflict would use up an id.
        `insert into ${table} (${Object.keys(insert).join(', ')})
         select ${Object.values(insert).join(', ')} ${stagedRows}
         where not exists (select from ${table} t where ${isSame})
         ${orderBy ? `order by ${orderBy}` : ''} on conflict do nothing`,
      )
      return { new: added, changed, same: total - added - changed }
    },
    removeUnlisted: ({ client }) =>
      removeRows(client, {
        unlistedRows,
        label: removable.label,
        remove: `delete from ${table} where (${primaryKey}) in (
          select ${primaryKey.replace(/\w+/g, 't.$&')} ${unlistedRows})`,
      }),
  })
}

const machineColumns = { make: 'text', model: 'text', variant: 'text' } as const

const machineKey = ['lower(make)', 'model', 'variant']

/** The variant v of the machine that s names. Case does not count in makes (`createMakeLookup`), but in models and variants. */
const machineJoins = `
  join named_make nm on nm.name = s.make join model mo on mo.make_id = nm.id and mo.name = s.model
  join variant v on v.model_id = mo.id and v.name = s.variant`

const productJoin = 'join product p on p.code = s.product_code'

/** codes.csv: other makers' numbers for our products. */
export const crossReferences = defineReferenceFile({
  file: 'codes.csv',
  table: 'cross_reference',
  primaryKey: 'id',
  columns: { product_code: 'text', manufacturer: 'text', code: 'text' },
  parseRow: parseCrossReference,
  prepare: (client, table) =>
    resolveNameIds(client, 'maker', { table, column: 'manufacturer' }, 'named_maker'),
  duplicateKey: ['product_code', 'lower(manufacturer)', 'code'],
  joins: `${productJoin} join named_maker m on m.name = s.manufacturer`,
  isSame: 't.product_id = p.id and t.maker_id = m.id and t.code = s.code',
  insert: { product_id: 'p.id', maker_id: 'm.id', code: 's.code' },
  orderBy: 'p.id',
  removable: {
    joins: 'join maker k on k.id = t.maker_id join product o on o.id = t.product_id',
    where: 'not t.demo',
    label: `o.code || ': ' || k.name || ' ' || t.code`,
  },
})

/** fitments.csv: the products that fit a machine, with position and quantity. */
export const fitments = defineReferenceFile({
  file: 'fitments.csv',
  table: 'fitment',
  primaryKey: 'variant_id, product_id, position',
  columns: { ...machineColumns, product_code: 'text', quantity: 'int', position: 'text' },
  parseRow: parseFitment,
  duplicateKey: [...machineKey, 'product_code', 'position'],
  joins: `${machineJoins} ${productJoin}`,
  isSame: 't.variant_id = v.id and t.product_id = p.id and t.position = s.position',
  insert: {
    variant_id: 'v.id',
    product_id: 'p.id',
    position: 's.position',
    quantity: 'coalesce(s.quantity, 1)',
    imported: 'true',
  },
  orderBy: 'v.id',
  changes: 'quantity',
  removable: {
    joins: 'join variant fv on fv.id = t.variant_id join product o on o.id = t.product_id',
    where: 't.imported',
    label: `o.code || ' on ' || fv.name || case when t.position = '' then '' else ' (' || t.position || ')' end`,
  },
})

/** serials.csv: the ranges of serial and mach numbers of a variant. */
export const serialRanges = defineReferenceFile({
  file: 'serials.csv',
  table: 'serial_range',
  primaryKey: 'id',
  columns: { ...machineColumns, kind: 'text', prefix: 'text', from_number: 'bigint', to_number: 'bigint' },
  parseRow: parseSerialRange,
  duplicateKey: [...machineKey, 'kind', 'prefix', 'from_number', 'coalesce(to_number, -1)'],
  joins: machineJoins,
  isSame: `t.variant_id = v.id and t.kind = s.kind and t.prefix = s.prefix and t.from_number = s.from_number
    and t.to_number is not distinct from s.to_number`,
  insert: {
    variant_id: 'v.id',
    kind: 's.kind',
    prefix: 's.prefix',
    from_number: 's.from_number',
    to_number: 's.to_number',
    imported: 'true',
  },
  orderBy: 'v.id, s.from_number',
  removable: {
    joins: 'join variant rv on rv.id = t.variant_id',
    where: 't.imported',
    label: `rv.name || ': ' || t.kind || ' ' || t.prefix || t.from_number || '-' || coalesce(t.to_number::text, '')`,
  },
})

/** prices.csv: a company's own price of a product from a quantity on. */
export const customerPrices = defineReferenceFile({
  file: 'prices.csv',
  table: 'customer_price',
  primaryKey: 'company_id, product_id, min_quantity',
  columns: { account: 'text', product_code: 'text', price: 'int', min_quantity: 'int' },
  parseRow: parsePrice,
  duplicateKey: ['account', 'product_code', 'min_quantity'],
  joins: `join company c on c.account_number = s.account ${productJoin}`,
  isSame: 't.company_id = c.id and t.product_id = p.id and t.min_quantity = s.min_quantity',
  insert: {
    company_id: 'c.id',
    product_id: 'p.id',
    min_quantity: 's.min_quantity',
    price: 's.price',
    imported: 'true',
  },
  changes: 'price',
  removable: {
    joins: 'join company k on k.id = t.company_id join product o on o.id = t.product_id',
    where: 't.imported',
    label: `k.account_number || ': ' || o.code || ' from ' || t.min_quantity`,
  },
})

const brandTable = 'staged_brand'

/** Case does not count in brands, as in products.csv. */
const stagedBrands = `from ${brandTable} s join brand b on lower(b.name) = lower(s.brand)`

const unlistedBrands = `from brand k
  where k.logo_imported and not exists (select ${stagedBrands} where b.id = k.id)`

/** brands.csv: the logo of each brand. Brands themselves come with products.csv. */
export const brandLogos = defineImporter({
  file: 'brands.csv',
  tablesToVacuum: ['brand'],
  staging: { table: brandTable, columns: { brand: 'text', logo: 'text' } },
  parseRow: parseBrand,
  pictureColumns: ['logo'],
  async checkRows({ client, refusedFiles }) {
    await markUnknownReferences(client, { table: brandTable, columns: { brand: 'text' }, refusedFiles })
    return handleDuplicates(client, brandTable, ['lower(brand)'])
  },
  async write({ client }) {
    const total = await countRows(client, `from ${brandTable}`)
    const added = await countRows(client, `${stagedBrands} where b.logo is null and s.logo <> ''`)
    const written = await executeAndCount(
      client,
      `update brand k set logo = nullif(s.logo, ''), logo_imported = s.logo <> '' ${stagedBrands}
       where k.id = b.id and k.logo is distinct from nullif(s.logo, '')`,
    )
    return { new: added, changed: written - added, same: total - written }
  },
  removeUnlisted: ({ client }) =>
    removeRows(client, {
      unlistedRows: unlistedBrands,
      label: 'k.name',
      remove: `update brand set logo = null, logo_imported = false where id in (select k.id ${unlistedBrands})`,
    }),
})

/** Creates the temporary table `named_make` (name, id) of the file's makes that exist. */
async function createMakeLookup(client: pg.PoolClient, table: string): Promise<void> {
  await client.query('drop table if exists named_make')
  await client.query(
    `create temp table named_make on commit drop as
     select distinct on (s.make) s.make as name, m.id
     from (select distinct make from ${table}) s join make m on lower(m.name) = lower(s.make)
     order by s.make, m.name <> s.make, m.id`,
  )
  await client.query('analyze named_make')
}

/** What rows name, by the last column of the name: the shop's rows of that name, the file that adds them, and the message when there is none. */
const references: { columns: string[]; rows: string; file?: ImportFile; unknown: string }[] = [
  {
    columns: ['brand'],
    rows: 'brand b where lower(b.name) = lower(s.brand)',
    file: 'products.csv',
    unknown: databaseMessages.unknownBrand,
  },
  {
    columns: ['account'],
    rows: 'company c where c.account_number = s.account',
    unknown: databaseMessages.unknownCustomer,
  },
  {
    columns: ['make'],
    rows: 'named_make nm where nm.name = s.make',
    file: 'machines.csv',
    unknown: databaseMessages.unknownMake,
  },
  {
    columns: ['make', 'model'],
    rows: `named_make nm join model mo on mo.make_id = nm.id where nm.name = s.make and mo.name = s.model`,
    file: 'machines.csv',
    unknown: databaseMessages.unknownModel,
  },
  {
    columns: ['make', 'model', 'variant'],
    rows: `named_make nm join model mo on mo.make_id = nm.id join variant v on v.model_id = mo.id
      where nm.name = s.make and mo.name = s.model and v.name = s.variant`,
    file: 'machines.csv',
    unknown: databaseMessages.unknownVariant,
  },
  {
    columns: ['product_code'],
    rows: 'product p where p.code = s.product_code',
    file: 'products.csv',
    unknown: databaseMessages.unknownProduct,
  },
]

/** Marks the rows that name a brand, customer, machine or product that does not exist. */
async function markUnknownReferences(
  client: pg.PoolClient,
  {
    table,
    columns,
    refusedFiles,
  }: { table: string; columns: Record<string, ColumnType>; refusedFiles: readonly ImportFile[] },
): Promise<void> {
  for (const { columns: names, rows, file, unknown } of references) {
    if (!names.every(column => column in columns)) continue
    await markUnknown(client, {
      table,
      isUnknown: `not exists (select from ${rows})`,
      message: unknown,
      values: names.map(column => `s.${column}`),
      refusedFile: refusedFiles.find(refused => refused === file),
    })
  }
}
