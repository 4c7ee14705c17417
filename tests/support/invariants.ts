import { expect } from 'vitest'
import type { Shop } from './shop.ts'

const ended = `('lapsed', 'cancelled', 'superseded', 'payment_reversed')`

/** What must hold whatever happened (money, stock, vouchers, mails, history). Names what does not. */
export async function checkInvariants(shop: Shop): Promise<void> {
  const broken = {
    'one living order for a version of a basket': await shop.sql(
      `select basket_id, basket_version, array_agg(reference) as orders from orders
       where basket_id is not null and state not in ${ended} group by 1, 2 having count(*) > 1`,
    ),
    'a voucher used as often as it allows': await shop.sql(
      `select v.code, count(*) as uses, v.total_limit from voucher v
       join order_voucher ov on ov.voucher_id = v.id join orders o on o.id = ov.order_id
       where o.state not in ${ended} group by v.id having count(*) > v.total_limit`,
    ),
    'and by each customer as often as he may': await shop.sql(
      `select v.code, o.person_id from voucher v
       join order_voucher ov on ov.voucher_id = v.id join orders o on o.id = ov.order_id
       where o.state not in ${ended} and o.person_id is not null
       group by v.id, o.person_id having count(*) > v.customer_limit`,
    ),
    'totals that follow from the lines': await shop.sql(sumsThatDiffer),
    'one mail for each placed order, and none for others': await shop.sql(
      `select reference, state from orders o where (placed_at is not null or state = 'quote_requested') <>
         exists (select from mail_outbox where dedupe_key = 'order-received:' || o.reference)`,
    ),
    'a history without gaps': await shop.sql(historiesWithGaps),
    'stock that is what was counted less what orders took': await stockThatDiffers(shop),
    'money charged for placed orders only, to the penny': await moneyThatDiffers(shop),
    'no secret in the log': await secretsInLog(shop),
    'no failure of ours': newFailures(shop),
  }
  const found = Object.entries(broken).filter(([, rows]) => rows.length > 0)
  expect(Object.fromEntries(found)).toEqual({})
}

// Half-up to the penny, once on the whole (contract §5).
const sumsThatDiffer = `
  select o.reference from orders o
  cross join lateral (select coalesce(sum(unit_price * quantity), 0) as goods from order_line where order_id = o.id) l
  cross join lateral (select coalesce(sum(amount), 0) as off from order_voucher where order_id = o.id) v
  cross join lateral (select l.goods - v.off + coalesce(o.carriage, 0) as net) n
  where o.subtotal <> l.goods or o.discount <> v.off or o.total <> n.net + o.vat
    or o.vat <> floor((n.net * o.vat_rate_bp + 5000) / 10000)`

const historiesWithGaps = `
  select o.reference, o.state, array_agg(h.to_state order by h.id) as history
  from orders o left join (
    select *, lag(to_state) over (partition by order_id order by id) as before,
      lead(id) over (partition by order_id order by id) is null as is_last from order_history
  ) h on h.order_id = o.id
  group by o.id
  having bool_or(h.id is null or h.from_state is distinct from h.before or h.actor = '' or h.why = ''
    or (h.is_last and h.to_state <> o.state))`

async function stockThatDiffers(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql<{
    id: number
    code: string
    available: number
    back_order: boolean
    taken: number
  }>(
    `select p.id, p.code, s.available, s.back_order, coalesce((select sum(l.quantity)::int from order_line l
       join orders o on o.id = l.order_id where l.product_id = p.id and o.holds_stock), 0) as taken
     from product p join stock s on s.product_id = p.id`,
  )
  const holders = await shop.sql(
    `select reference, state, method, holds_stock from orders where holds_stock <>
      (state in ('saved', 'awaiting_payment', 'placed') and method not in ('quote', 'approval'))`,
  )
  const wrong = rows.filter(
    row => row.available !== shop.counted.get(row.id)! - row.taken || (row.available < 0 && !row.back_order),
  )
  return [...holders, ...wrong.map(row => ({ ...row, counted: shop.counted.get(row.id) }))]
}

async function moneyThatDiffers(shop: Shop): Promise<unknown[]> {
  const ledger = shop.sandbox.control.entries()
  const orders = await shop.sql<{ reference: string; state: string; total: number; codes: string[] }>(
    `select o.reference, o.state, o.total, coalesce(array_agg(a.vendor_tx_code) filter (where a.id is not null), '{}') as codes
     from orders o left join payment_attempt a on a.order_id = o.id where o.method = 'sagepay' group by o.id`,
  )
  const known = new Set(orders.flatMap(order => order.codes))
  const strangers = ledger.filter(entry => entry.charged > 0 && !known.has(entry.vendorTxCode))
  const wrong = orders.flatMap(order => {
    const charged = ledger
      .filter(entry => order.codes.includes(entry.vendorTxCode))
      .reduce((total, entry) => total + entry.charged - entry.refunded, 0)
    return charged === (order.state === 'placed' ? order.total : 0) ? [] : [{ ...order, charged }]
  })
  return [...strangers, ...wrong]
}

async function secretsInLog(shop: Shop): Promise<string[]> {
  const rows = await shop.sql<{ secret: string }>(
    `select security_key as secret from payment_attempt where security_key is not null
     union select 'filters-2026' union select 'guest-password-1' union select '4929000000006'`,
  )
  return shop.log().filter(line => rows.some(({ secret }) => line.includes(secret)))
}

const seenLines = new WeakMap<Shop, number>()

// Told once, in the test where it happened.
function newFailures(shop: Shop): string[] {
  const lines = shop.log().slice(seenLines.get(shop) ?? 0)
  seenLines.set(shop, shop.log().length)
  return lines.filter(line => /"level":(50|60)/.test(line) && /"msg":"failed"/.test(line))
}
