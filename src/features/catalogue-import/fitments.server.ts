import { type FileKind, gone } from './kinds.server.ts'
import { findMakes, joinVariant, markUnknownMachines } from './machine-lookup.server.ts'
import { shopWords } from './messages.ts'
import { type FitmentRow, readFitment } from './rows.ts'
import { count, mark, markTwice, written } from './staging.server.ts'

const table = 'staged_fitment'

const rows = `from ${table} s ${joinVariant} join product p on p.code = s.product_code`

const others = `
  from fitment f join variant fv on fv.id = f.variant_id join product o on o.id = f.product_id
  where f.imported and not exists (
    select ${rows} where v.id = f.variant_id and p.id = f.product_id and s.position = f.position)`

/** fitments.csv: which product fits which machine, where in it and how many of them. */
export const fitments: FileKind<FitmentRow> = {
  file: 'fitments.csv',
  tables: ['fitment'],
  staging: {
    table,
    columns: [
      { name: 'make', type: 'text', of: row => row.make },
      { name: 'model', type: 'text', of: row => row.model },
      { name: 'variant', type: 'text', of: row => row.variant },
      { name: 'product_code', type: 'text', of: row => row.productCode },
      { name: 'quantity', type: 'int', of: row => row.quantity },
      { name: 'position', type: 'text', of: row => row.position },
    ],
  },
  read: readFitment,
  async judge({ client }) {
    await findMakes(client, table)
    await markUnknownMachines(client, table)
    await mark(
      client,
      table,
      shopWords.unknownProduct,
      ['s.product_code'],
      'not exists (select from product p where p.code = s.product_code)',
    )
    await markTwice(client, table, ['lower(make)', 'model', 'variant', 'product_code', 'position'])
  },
  async write({ client }) {
    const total = await count(client, `select count(*) from ${table}`)
    const changed = await written(
      client,
      `update fitment f set quantity = s.quantity ${rows}
       where f.variant_id = v.id and f.product_id = p.id and f.position = s.position and f.quantity <> s.quantity`,
    )
    const added = await written(
      client,
      `insert into fitment (variant_id, product_id, position, quantity, imported)
       select v.id, p.id, s.position, coalesce(s.quantity, 1), true ${rows}
       where not exists (
         select from fitment f where f.variant_id = v.id and f.product_id = p.id and f.position = s.position)
       order by v.id on conflict do nothing`,
    )
    return { new: added, changed, same: total - added - changed }
  },
  removeOthers: ({ client }) =>
    gone(client, {
      others,
      label: `o.code || ' on ' || fv.name || case when f.position = '' then '' else ' (' || f.position || ')' end`,
      remove: `delete from fitment where (variant_id, product_id, position) in (
        select f.variant_id, f.product_id, f.position ${others})`,
    }),
}
