import { type FileImporter, removeRows } from '../file-importer.server.ts'
import { executeAndCount, handleDuplicates, queryCount } from '../staging.server.ts'
import { type ImportedFitment, parseFitment } from '../validation/rows.ts'
import {
  createMakeLookup,
  markUnknownMachines,
  markUnknownProducts,
  variantJoinSql,
} from './lookups.server.ts'

const table = 'staged_fitment'

const stagedRows = `from ${table} s ${variantJoinSql} join product p on p.code = s.product_code`

const unlistedRows = `
  from fitment f join variant fv on fv.id = f.variant_id join product o on o.id = f.product_id
  where f.imported and not exists (
    select ${stagedRows} where v.id = f.variant_id and p.id = f.product_id and s.position = f.position)`

/** fitments.csv: the products that fit a machine, with position and quantity. */
export const fitments: FileImporter<ImportedFitment> = {
  file: 'fitments.csv',
  tablesToVacuum: ['fitment'],
  staging: {
    table,
    columns: [
      { name: 'make', type: 'text', getValue: row => row.make },
      { name: 'model', type: 'text', getValue: row => row.model },
      { name: 'variant', type: 'text', getValue: row => row.variant },
      { name: 'product_code', type: 'text', getValue: row => row.productCode },
      { name: 'quantity', type: 'int', getValue: row => row.quantity },
      { name: 'position', type: 'text', getValue: row => row.position },
    ],
  },
  parseRow: parseFitment,
  async checkRows({ client }) {
    await createMakeLookup(client, table)
    await markUnknownMachines(client, table)
    await markUnknownProducts(client, table)
    return handleDuplicates(client, table, ['lower(make)', 'model', 'variant', 'product_code', 'position'])
  },
  async write({ client }) {
    const total = await queryCount(client, `select count(*) from ${table}`)
    const changed = await executeAndCount(
      client,
      `update fitment f set quantity = s.quantity ${stagedRows}
       where f.variant_id = v.id and f.product_id = p.id and f.position = s.position and f.quantity <> s.quantity`,
    )
    const added = await executeAndCount(
      client,
      `insert into fitment (variant_id, product_id, position, quantity, imported)
       select v.id, p.id, s.position, coalesce(s.quantity, 1), true ${stagedRows}
       where not exists (
         select from fitment f where f.variant_id = v.id and f.product_id = p.id and f.position = s.position)
       order by v.id on conflict do nothing`,
    )
    return { new: added, changed, same: total - added - changed }
  },
  removeUnlisted: ({ client }) =>
    removeRows(client, {
      unlistedRows,
      label: `o.code || ' on ' || fv.name || case when f.position = '' then '' else ' (' || f.position || ')' end`,
      remove: `delete from fitment where (variant_id, product_id, position) in (
        select f.variant_id, f.product_id, f.position ${unlistedRows})`,
    }),
}
