import type { OldShopWriter } from './rows.ts'

/** As the release of that schema did: numbered when the order was placed, or issued. */
export async function insertInvoices(shop: OldShopWriter): Promise<void> {
  if (shop.has('orders', 'invoiced_at')) await insertInvoice(shop)
  else if (shop.has('orders', 'invoice_number')) await numberOrders(shop)
}

async function numberOrders(shop: OldShopWriter): Promise<void> {
  const { pool } = shop
  const { rowCount } = await pool.query(
    `update orders o set invoice_number = n.nth from (
       select id, row_number() over (order by id) as nth from orders where placed_at is not null) n
     where o.id = n.id`,
  )
  await pool.query('update invoice_counter set last = $1', [rowCount])
  if (shop.has('sales_document_counter'))
    await pool.query(`update sales_document_counter set last = $1 where kind = 'invoice'`, [rowCount])
}

async function insertInvoice(shop: OldShopWriter): Promise<void> {
  const { pool, companyId, productId } = shop
  const { rows } = await pool.query<{ id: number }>(
    `update orders set invoiced_at = placed_at where id = (
       select min(id) from orders where state = 'placed') returning id`,
  )
  const order_id = rows[0]!.id
  const sums = { net: 3300, vat: 660, total: 3960, vat_rate_bp: 2000 }
  const days = { issued_at: '2026-11-20T10:00:00Z', issued_on: '2026-11-20', tax_point: '2026-11-20' }
  const invoice = { kind: 'invoice', number: 1, order_id, company_id: companyId, on_account: true }
  const content = { kind: 'Invoice', number: 'INV-000001' }
  const document_id = await shop.insert('sales_document', {
    ...invoice,
    ...sums,
    ...days,
    reason: '',
    content,
  })
  const goods = { kind: 'goods', position: 1, product_id: productId, code: 'FH-OIL-1' }
  const line = { document_id, title: 'Oil filter' }
  await shop.insert('sales_document_line', { ...line, ...goods, nth: 1, quantity: 2, net: 2500, vat: 500 })
  const delivery = { kind: 'delivery', code: '', nth: 2, quantity: 1, net: 800, vat: 160 }
  await shop.insert('sales_document_line', { ...line, ...delivery })
  await pool.query(`update sales_document_counter set last = 1 where kind = 'invoice'`)
}
