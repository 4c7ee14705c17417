import { type FileImporter, removeRows } from '../file-importer.server.ts'
import { executeAndCount, handleDuplicates, queryCount } from '../staging.server.ts'
import { type ImportedCrossReference, parseCrossReference } from '../validation/rows.ts'
import { markUnknownProducts } from './lookups.server.ts'
import { resolveNameIds } from './names.server.ts'

const table = 'staged_code'

// Rows of the demo catalogue are never removed (R-DEMO-2).
const unlistedRows = `
  from cross_reference x join maker k on k.id = x.maker_id join product o on o.id = x.product_id
  where not x.demo and not exists (
    select from ${table} s join named_maker m on m.name = s.manufacturer join product p on p.code = s.product_code
    where p.id = x.product_id and m.id = x.maker_id and s.code = x.code)`

/** codes.csv: other makers' numbers for our products. The whole row is its key, so a row is new or the same. */
export const crossReferences: FileImporter<ImportedCrossReference> = {
  file: 'codes.csv',
  tablesToVacuum: ['cross_reference'],
  staging: {
    table,
    columns: [
      { name: 'product_code', type: 'text', getValue: row => row.productCode },
      { name: 'manufacturer', type: 'text', getValue: row => row.manufacturer },
      { name: 'code', type: 'text', getValue: row => row.code },
    ],
  },
  parseRow: parseCrossReference,
  async checkRows({ client }) {
    await markUnknownProducts(client, table)
    return handleDuplicates(client, table, ['product_code', 'lower(manufacturer)', 'code'])
  },
  async write({ client }) {
    await resolveNameIds(client, 'maker', { table, column: 'manufacturer' }, 'named_maker')
    const total = await queryCount(client, `select count(*) from ${table}`)
    const added = await executeAndCount(
      client,
      // `not exists`, because each insert with a conflict would use up an id.
      `insert into cross_reference (product_id, maker_id, code)
       select p.id, m.id, s.code
       from ${table} s join product p on p.code = s.product_code join named_maker m on m.name = s.manufacturer
       where not exists (
         select from cross_reference x where x.product_id = p.id and x.maker_id = m.id and x.code = s.code)
       order by p.id on conflict do nothing`,
    )
    return { new: added, changed: 0, same: total - added }
  },
  removeUnlisted: ({ client }) =>
    removeRows(client, {
      unlistedRows,
      label: `o.code || ': ' || k.name || ' ' || x.code`,
      remove: `delete from cross_reference where id in (select x.id ${unlistedRows})`,
    }),
}
