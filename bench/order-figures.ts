import type pg from 'pg'
import { frequentBuyer } from './order-data.ts'
import type { TimedRequest } from './timed-load.ts'
import { signIn } from './visitors.ts'

export interface OrderFigure {
  name: string
  requests: TimedRequest[]
}

/** Different questions of each kind, so that no answer is a repeated one. */
const questionsOfEachKind = 200

/** The requests to the shop with many orders, drawn from its database. */
export async function prepareOrderFigures(url: string, pool: pg.Pool): Promise<OrderFigure[]> {
  const getCookie = async (email: string) => (await signIn(url, email)).cookie
  const [staff, buyer] = await Promise.all([getCookie('staff@example.com'), getCookie(frequentBuyer)])
  const list = async (sql: string): Promise<string[]> =>
    (await pool.query<{ value: string }>(sql)).rows.map(({ value }) => value)
  const pages = (cookie: string, paths: readonly string[]) =>
    paths.map(path => ({ path, headers: { cookie, accept: 'text/html' } }))
  const numbered = (path: string, count = 10) =>
    Array.from({ length: count }, (_, nth) => `${path}page=${nth + 1}`)
  const draw = (value: string, from: string) =>
    list(`select value from (select distinct ${value} as value from ${from}) each
      where value <> '' order by md5(value) limit ${questionsOfEachKind}`)
  const search = async (name: string, value: string, from: string): Promise<OrderFigure> => ({
    name: `Search: ${name}`,
    requests: pages(
      staff,
      (await draw(value, from)).map(text => `/admin/orders?state=all&query=${encodeURIComponent(text)}`),
    ),
  })
  const references = await draw('reference', "orders where kind = 'order'")
  const ownReferences =
    await list(`select o.reference as value from orders o join person p on p.id = o.person_id
    where p.email = '${frequentBuyer}' and o.kind = 'order' and o.placed_at is not null order by md5(o.reference) limit 200`)
  const customers = await list(`select p.email as value from person p join orders o on o.person_id = p.id
    where o.request_hash like 'bench %' and p.email <> '${frequentBuyer}' group by p.id order by md5(p.email) limit 20`)
  const paid = "payment_attempt where state = 'paid'"
  return [
    { name: 'Overview of the back office', requests: pages(staff, ['/admin']) },
    { name: 'Queue: to despatch', requests: pages(staff, numbered('/admin/orders?state=placed&')) },
    {
      name: 'Queue: to pick',
      requests: pages(staff, [
        ...numbered('/admin/picking?'),
        ...['sort=age', 'sort=customer', 'service=ND', 'due=1'].flatMap(choice =>
          numbered(`/admin/picking?${choice}&`, 2),
        ),
        '/admin/picking?goods=part',
      ]),
    },
    {
      name: 'Queue: to pick, by location',
      requests: pages(staff, numbered('/admin/picking?sort=location&')),
    },
    { name: 'Orders: held', requests: pages(staff, numbered('/admin/orders?state=held&', 5)) },
    { name: 'Orders: despatched', requests: pages(staff, numbered('/admin/orders?state=despatched&')) },
    { name: 'Orders: all', requests: pages(staff, numbered('/admin/orders?state=all&')) },
    await search('order number', 'reference', "orders where kind = 'order'"),
    await search('PO number', 'purchase_order', 'orders'),
    await search('name', "contact->>'name'", 'orders'),
    await search('surname', "split_part(contact->>'name', ' ', 2)", 'orders'),
    await search('company', 'name', 'company'),
    await search('e-mail address', "contact->>'email'", 'orders'),
    await search('postcode', "delivery->>'postcode'", 'orders'),
    await search('telephone', "regexp_replace(contact->>'telephone', '^0', '+44 ')", 'orders'),
    await search('invoice', "'INV-' || lpad(number::text, 6, '0')", "sales_document where kind = 'invoice'"),
    await search('tracking number', 'tracking_number', 'parcel'),
    await search('part number', "lower(replace(code, '-', ' '))", 'order_line'),
    await search('last four of a card', 'last_four', paid),
    await search('date', "to_char(placed_at, 'DD/MM/YYYY')", 'orders where placed_at is not null'),
    await search('nothing found', 'md5(reference)', 'orders where id % 500 = 0'),
    {
      name: 'An order, staff',
      requests: pages(
        staff,
        references.map(reference => `/admin/orders/${reference}`),
      ),
    },
    { name: 'Quotes', requests: pages(staff, numbered('/admin/quotes?state=all&')) },
    {
      name: 'A customer’s orders',
      requests: (await Promise.all(customers.map(getCookie))).flatMap(cookie =>
        pages(cookie, ['/account/orders']),
      ),
    },
    {
      name: 'A customer’s orders, of somebody with 5,000',
      requests: pages(buyer, numbered('/account/orders?')),
    },
    {
      name: 'A customer’s orders: search, of somebody with 5,000',
      requests: pages(
        buyer,
        (await draw('purchase_order', 'orders where id % 40 = 0')).map(
          text => `/account/orders?query=${text}`,
        ),
      ),
    },
    {
      name: 'An order, customer',
      requests: pages(
        buyer,
        ownReferences.map(reference => `/account/orders/${reference}`),
      ),
    },
    { name: 'A customer’s account', requests: pages(buyer, ['/account']) },
  ]
}
