import { type FileKind, gone } from './kinds.server.ts'
import { shopWords } from './messages.ts'
import { settleNames } from './names.server.ts'
import { type CodeRow, readCode } from './rows.ts'
import { count, mark, markTwice, written } from './staging.server.ts'

const table = 'staged_code'

// Rows that the demo brought are never taken out: they are always there (contract §7).
const others = `
  from cross_reference x join maker k on k.id = x.maker_id join product o on o.id = x.product_id
  where not x.demo and not exists (
    select from ${table} s join named_maker m on m.name = s.manufacturer join product p on p.code = s.product_code
    where p.id = x.product_id and m.id = x.maker_id and s.code = x.code)`

/** codes.csv: other makers' numbers for our products. All of a row is its key, so a row is new or the same. */
export const codes: FileKind<CodeRow> = {
  file: 'codes.csv',
  tables: ['cross_reference'],
  staging: {
    table,
    columns: [
      { name: 'product_code', type: 'text', of: row => row.productCode },
      { name: 'manufacturer', type: 'text', of: row => row.manufacturer },
      { name: 'code', type: 'text', of: row => row.code },
    ],
  },
  read: readCode,
  async judge({ client }) {
    await mark(
      client,
      table,
      shopWords.unknownProduct,
      ['s.product_code'],
      'not exists (select from product p where p.code = s.product_code)',
    )
    await markTwice(client, table, ['product_code', 'lower(manufacturer)', 'code'])
  },
  async write({ client }) {
    await settleNames(client, 'maker', { table, column: 'manufacturer' }, 'named_maker')
    const total = await count(client, `select count(*) from ${table}`)
    const added = await written(
      client,
      // Asked for first: an insert that meets a conflict would use up an id each time.
      `insert into cross_reference (product_id, maker_id, code)
       select p.id, m.id, s.code
       from ${table} s join product p on p.code = s.product_code join named_maker m on m.name = s.manufacturer
       where not exists (
         select from cross_reference x where x.product_id = p.id and x.maker_id = m.id and x.code = s.code)
       order by p.id on conflict do nothing`,
    )
    return { new: added, changed: 0, same: total - added }
  },
  removeOthers: ({ client }) =>
    gone(client, {
      others,
      label: `o.code || ': ' || k.name || ' ' || x.code`,
      remove: `delete from cross_reference where id in (select x.id ${others})`,
    }),
}
