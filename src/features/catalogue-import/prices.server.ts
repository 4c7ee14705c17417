import { type FileKind, gone } from './kinds.server.ts'
import { shopWords } from './messages.ts'
import { type PriceRow, readPrice } from './rows.ts'
import { count, mark, markTwice, written } from './staging.server.ts'

const table = 'staged_price'

const rows = `from ${table} s join company c on c.account_number = s.account join product p on p.code = s.product_code`

const others = `
  from customer_price q join company k on k.id = q.company_id join product o on o.id = q.product_id
  where q.imported and not exists (
    select ${rows} where c.id = q.company_id and p.id = q.product_id and s.min_quantity = q.min_quantity)`

/** prices.csv: what one company pays for a product, from a quantity on. */
export const prices: FileKind<PriceRow> = {
  file: 'prices.csv',
  tables: ['customer_price'],
  staging: {
    table,
    columns: [
      { name: 'account', type: 'text', of: row => row.account },
      { name: 'product_code', type: 'text', of: row => row.productCode },
      { name: 'price', type: 'int', of: row => row.price },
      { name: 'min_quantity', type: 'int', of: row => row.minQuantity },
    ],
  },
  read: readPrice,
  async judge({ client }) {
    await mark(
      client,
      table,
      shopWords.unknownCustomer,
      ['s.account'],
      'not exists (select from company c where c.account_number = s.account)',
    )
    await mark(
      client,
      table,
      shopWords.unknownProduct,
      ['s.product_code'],
      'not exists (select from product p where p.code = s.product_code)',
    )
    await markTwice(client, table, ['account', 'product_code', 'min_quantity'])
  },
  async write({ client }) {
    const total = await count(client, `select count(*) from ${table}`)
    const changed = await written(
      client,
      `update customer_price q set price = s.price ${rows}
       where q.company_id = c.id and q.product_id = p.id and q.min_quantity = s.min_quantity and q.price <> s.price`,
    )
    const added = await written(
      client,
      `insert into customer_price (company_id, product_id, min_quantity, price, imported)
       select c.id, p.id, s.min_quantity, s.price, true ${rows}
       where not exists (select from customer_price q
         where q.company_id = c.id and q.product_id = p.id and q.min_quantity = s.min_quantity)
       on conflict do nothing`,
    )
    return { new: added, changed, same: total - added - changed }
  },
  removeOthers: ({ client }) =>
    gone(client, {
      others,
      label: `k.account_number || ': ' || o.code || ' from ' || q.min_quantity`,
      remove: `delete from customer_price where (company_id, product_id, min_quantity) in (
        select q.company_id, q.product_id, q.min_quantity ${others})`,
    }),
}
