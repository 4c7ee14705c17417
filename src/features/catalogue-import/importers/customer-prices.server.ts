import { type FileImporter, removeRows } from '../file-importer.server.ts'
import { databaseMessages } from '../messages.ts'
import { executeAndCount, handleDuplicates, markBadRows, queryCount } from '../staging.server.ts'
import { type ImportedPrice, parsePrice } from '../validation/rows.ts'
import { markUnknownProducts } from './lookups.server.ts'

const table = 'staged_price'

const stagedRows = `from ${table} s join company c on c.account_number = s.account join product p on p.code = s.product_code`

const unlistedRows = `
  from customer_price q join company k on k.id = q.company_id join product o on o.id = q.product_id
  where q.imported and not exists (
    select ${stagedRows} where c.id = q.company_id and p.id = q.product_id and s.min_quantity = q.min_quantity)`

/** prices.csv: a company's own price of a product from a quantity on. */
export const customerPrices: FileImporter<ImportedPrice> = {
  file: 'prices.csv',
  tablesToVacuum: ['customer_price'],
  staging: {
    table,
    columns: [
      { name: 'account', type: 'text', getValue: row => row.account },
      { name: 'product_code', type: 'text', getValue: row => row.productCode },
      { name: 'price', type: 'int', getValue: row => row.price },
      { name: 'min_quantity', type: 'int', getValue: row => row.minQuantity },
    ],
  },
  parseRow: parsePrice,
  async checkRows({ client }) {
    await markBadRows(
      client,
      table,
      databaseMessages.unknownCustomer,
      ['s.account'],
      'not exists (select from company c where c.account_number = s.account)',
    )
    await markUnknownProducts(client, table)
    return handleDuplicates(client, table, ['account', 'product_code', 'min_quantity'])
  },
  async write({ client }) {
    const total = await queryCount(client, `select count(*) from ${table}`)
    const changed = await executeAndCount(
      client,
      `update customer_price q set price = s.price ${stagedRows}
       where q.company_id = c.id and q.product_id = p.id and q.min_quantity = s.min_quantity and q.price <> s.price`,
    )
    const added = await executeAndCount(
      client,
      `insert into customer_price (company_id, product_id, min_quantity, price, imported)
       select c.id, p.id, s.min_quantity, s.price, true ${stagedRows}
       where not exists (select from customer_price q
         where q.company_id = c.id and q.product_id = p.id and q.min_quantity = s.min_quantity)
       on conflict do nothing`,
    )
    return { new: added, changed, same: total - added - changed }
  },
  removeUnlisted: ({ client }) =>
    removeRows(client, {
      unlistedRows,
      label: `k.account_number || ': ' || o.code || ' from ' || q.min_quantity`,
      remove: `delete from customer_price where (company_id, product_id, min_quantity) in (
        select q.company_id, q.product_id, q.min_quantity ${unlistedRows})`,
    }),
}
