import type pg from 'pg'

// 200,000 orders for the benchmark of orders, with their lines, parcels, invoices, payments and history: the same for the
// same catalogue, but for the day on which they are written. Set-based SQL, because the shop's own code would take hours.

export const orderCount = 200_000
const companies = 5_000
const people = 20_000
/**
 * The newest of them are still to be despatched, those of five days; of these every eighth is held, and every tenth is sent
 * in part.
 */
const openOrders = 1_000
/** A buyer of the demo with one order in forty: the list of somebody who orders very often. */
export const frequentBuyer = 'trade@example.com'

/** Writes everything. `client` is a superuser's: triggers and foreign keys are off while the rows are written. */
export async function writeOrders(client: pg.ClientBase, report: (text: string) => void): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query('set work_mem = 256000')
  for (const [name, text] of statements) {
    report(name)
    await client.query(text)
  }
  await client.query('set session_replication_role = origin')
  // The plans of what follows are for tables of this size.
  report('Statistics')
  await client.query('analyze')
  report('Words for the search')
  await client.query('select refresh_order_search(array(select id from orders))')
  await client.query('vacuum (analyze)')
}

// A number from 0 to count - 1 that depends on n and the purpose.
const helpers = `
create function pg_temp.draw(n bigint, purpose int, count int) returns int language sql immutable
  return ((hashint8extended(n, purpose) & 2147483647) % count)::int;
create function pg_temp.word(words text[], n bigint, purpose int) returns text language sql immutable
  return words[1 + pg_temp.draw(n, purpose, cardinality(words))];
-- 40 bits as eight signs; an odd factor makes the numbers look random and keeps them different.
create function pg_temp.reference(n bigint) returns text language sql immutable
  return 'FH' || (select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
    1 + ((((n * 618970019641) & 1099511627775) >> (5 * i)) & 31)::int, 1), '') from generate_series(0, 7) i);
`

const words = {
  first:
    'Alan,Brenda,Colin,Deborah,Edward,Fiona,Graham,Helen,Ian,Janet,Keith,Linda,Martin,Nicola,Owen,Pamela,Raymond,Susan,Trevor,Wendy,John,Sarah,Priya,Mohammed,Agnieszka,Siobhan',
  last: 'Ackroyd,Barraclough,Cartwright,Dobson,Ellershaw,Fairbairn,Greenhalgh,Hargreaves,Illingworth,Jagger,Kershaw,Lockwood,Metcalfe,Naylor,Ogden,Pickersgill,Robertshaw,Sutcliffe,Thackray,Umpleby,Verity,Whitaker,Yeadon,Smith,Jones,Patel,Khan,Kowalski,Murphy,Taylor',
  place:
    'Aire,Beck,Calder,Dale,Esk,Fell,Grange,Humber,Ings,Kirk,Lofthouse,Moor,Nidd,Otter,Pennine,Quarry,Ribble,Swale,Tees,Ure,Vale,Wharfe,York,Zeal',
  trade:
    'Plant Hire,Aggregates,Haulage,Agricultural,Groundworks,Skip Hire,Quarries,Engineering,Fabrications,Drainage,Forestry,Farms,Coaches,Recycling,Civils,Marine',
  town: 'Leeds,Bradford,York,Hull,Sheffield,Wakefield,Halifax,Harrogate,Skipton,Doncaster,Ripon,Selby',
  area: 'LS,BD,YO,HU,S,WF,HX,HG,DN,HD,M,OL',
  street:
    'Mill Lane,Kirkstall Road,Station Road,Church Street,Low Moor Road,Canal Wharf,Quarry Hill,Dock Street',
}
const list = (name: keyof typeof words): string =>
  `'{${words[name]
    .split(',')
    .map(word => `"${word}"`)
    .join(',')}}'::text[]`

const address = (n: string, name: string, company: string): string => `jsonb_build_object(
  'firstname', split_part(${name}, ' ', 1), 'surname', split_part(${name}, ' ', 2), 'company', ${company},
  'address1', (1 + pg_temp.draw(${n}, 21, 240)) || ' ' || pg_temp.word(${list('street')}, ${n}, 22), 'address2', '',
  'town', pg_temp.word(${list('town')}, ${n}, 23), 'county', 'Yorkshire',
  'postcode', pg_temp.word(${list('area')}, ${n}, 24) || (1 + pg_temp.draw(${n}, 25, 29)) || ' ' || pg_temp.draw(${n}, 26, 10)
    || substr('ABDEFGHJLNPQRSTUWXYZ', 1 + pg_temp.draw(${n}, 27, 20), 1) || substr('ABDEFGHJLNPQRSTUWXYZ', 1 + pg_temp.draw(${n}, 28, 20), 1),
  'country', 'GB', 'telephone', '0' || (1130000000 + pg_temp.draw(${n}, 29, 799999999)))`

const draft = `
create temp table drafts as
select n, 1000000 + n as id,
  case when n > ${orderCount} - ${openOrders} then
      case when pg_temp.draw(n, 2, 10) = 0 then 'part_despatched' when pg_temp.draw(n, 3, 60) = 0 then 'awaiting_payment' else 'placed' end
    when share < 860 then 'despatched' when share < 890 then 'collected' when share < 900 then 'cancelled'
    when share < 930 then 'lapsed' when share < 945 then 'superseded' when share < 947 then 'payment_reversed'
    when share < 952 then 'approved' when share < 954 then 'rejected'
    when share < 974 then 'quote_accepted' when share < 986 then 'quote_expired' when share < 988 then 'quote_requested'
    when share < 990 then 'quote_approved' else 'despatched' end as state,
  date_trunc('day', now()) - make_interval(days => ((${orderCount} - n) * 1000 / ${orderCount})::int)
    + make_interval(secs => 28800 + (n % 200) * 180 - 86400) as at,
  -- Few customers order often.
  1000000 + (${people} * power(pg_temp.draw(n, 4, 1000000) / 1000000.0, 2))::int as buyer,
  case when pg_temp.draw(n, 5, 2) = 0 then 'account' else 'card' end as wish,
  1 + pg_temp.draw(n, 6, 5) as line_count
from (select n, pg_temp.draw(n, 1, 1000) as share from generate_series(1::bigint, ${orderCount}) n) each;
create unique index on drafts (id);
analyze drafts`

const statements: [name: string, text: string][] = [
  ['Helpers', helpers],
  [
    'Companies and people',
    `
insert into company (id, account_number, name, on_stop) overriding system value
select 1000000 + n, 'B' || lpad(n::text, 6, '0'), pg_temp.word(${list('place')}, n, 11) || pg_temp.word('{dale,ford,ley,by,thwaite,ham}', n, 12)
  || ' ' || pg_temp.word(${list('trade')}, n, 13), n % 200 = 0
from generate_series(1, ${companies}) n;
insert into person (id, company_id, email, name, telephone, password_hash, permissions, verified_at) overriding system value
select 1000000 + n, case when n % 5 < 3 then 1000000 + 1 + n % ${companies} end,
  lower(first || '.' || last || n || '@' || pg_temp.word('{example.com,example.org,example.net}', n, 16)), first || ' ' || last,
  '0' || (1130000000 + pg_temp.draw(n, 17, 799999999)), (select password_hash from person where email = 'trade@example.com'),
  case when n % 5 < 3 then '{full_customer,account_orders}'::text[] else '{}' end, now()
from (select n, pg_temp.word(${list('first')}, n, 14) as first, pg_temp.word(${list('last')}, n, 15) as last
  from generate_series(0, ${people}) n) each`,
  ],
  ['Which orders', draft],
  [
    'Lines',
    `
create temp table goods as
select row_number() over (order by popularity desc, code) - 1 as nth, id, code, title, price
from product where for_sale and price > 0 and superseded_by is null;
create unique index on goods (nth);
analyze goods;
insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total, despatched_quantity, is_ended)
select d.id, l.position, g.id, g.code, g.title, g.price, q.quantity, g.price * q.quantity,
  case when d.state in ('despatched', 'collected') then q.quantity
    when d.state = 'part_despatched' and l.position = 1 then q.quantity else 0 end,
  d.state not in ('placed', 'awaiting_payment', 'part_despatched', 'despatched', 'collected')
from drafts d cross join lateral generate_series(1, greatest(line_count, case when state = 'part_despatched' then 2 else 1 end)) l(position)
  cross join lateral (select 1 + pg_temp.draw(d.n * 10 + l.position, 7, 8) as quantity) q
  -- A few parts are in very many orders.
  join goods g on g.nth = ((select count(*) from goods) * power(pg_temp.draw(d.n * 10 + l.position, 8, 1000000) / 1000000.0, 2.5))::int`,
  ],
  [
    'Orders',
    `
insert into orders (id, reference, kind, state, method, basket_version, person_id, company_id, contact, request_hash,
  delivery, billing, delivery_code, delivery_title, delivery_date, delivery_facts, purchase_order, on_stop, subtotal, discount,
  delivery_cost, vat, total, vat_rate_bp, terms_version, terms_accepted_at, created_at, placed_at, hold_reason, hold_until)
overriding system value
select d.id, pg_temp.reference(d.n), kind, d.state, case when kind = 'order' then method end, 0, p.id, c.id,
  jsonb_build_object('name', p.name, 'email', p.email, 'telephone', p.telephone, 'vat', ''), 'bench ' || d.n,
  delivery, delivery, case when d.state = 'collected' then 'COL' else 'ND' end,
  case when d.state = 'collected' then 'Collect from the counter' else 'Next working day' end,
  d.at::date + 1, case when d.state = 'collected' then '{"counter": "counter"}' else '{}' end::jsonb, case when c.id is not null then 'PO' || to_char(d.at, 'YY') || '-' || lpad((d.n % 99991)::text, 5, '0') else '' end,
  kind = 'order' and d.state = 'placed' and d.n % 8 = 0, s.subtotal, 0, 800, s.vat, s.subtotal + 800 + s.vat, 2000, 'bench', d.at,
  d.at, case when d.state in ('placed', 'part_despatched', 'despatched', 'collected', 'cancelled', 'payment_reversed')
    then d.at + interval '4 minutes' end,
  case when kind = 'order' and d.state = 'placed' and d.n % 8 = 0 then 'Account on stop' else '' end,
  case when d.state = 'awaiting_payment' then now() + interval '1 year' end
from drafts d
  join lateral (select sum(line_total)::int as subtotal, round((sum(line_total) + 800) * 0.2)::int as vat
    from order_line l where l.order_id = d.id) s on true
  join person p on p.id = case when d.n % 40 = 0 then (select id from person where email = '${frequentBuyer}') else d.buyer end
  left join company c on c.id = p.company_id
  cross join lateral (select case when d.state like 'quote%' then 'quote' when d.state in ('approved', 'rejected')
      then 'approval_request' else 'order' end as kind,
    case when c.id is null then 'card' else d.wish end as method, ${address('p.id', 'p.name', "coalesce(c.name, '')")} as delivery) each
order by d.id;
delete from order_line l where not exists (select from orders o where o.id = l.order_id)`,
  ],
  [
    'Parcels',
    `
insert into parcel (id, order_id, number, request_key, carrier, tracking_number, collected_by, despatched_at)
overriding system value
select o.id * 2 + number - 1, o.id, number, 'bench ' || o.id || ' ' || number,
  case when o.state = 'collected' then '' else pg_temp.word('{dpd,royal-mail,ups}', o.id, 31) end,
  case when o.state = 'collected' then '' else pg_temp.word('{15976,JD00022,1Z999AA1}', o.id, 31) || lpad((o.id * 7919 * number % 1000000000)::text, 9, '0') end,
  case when o.state = 'collected' then o.contact->>'name' else '' end, o.placed_at + number * interval '6 hours'
from orders o cross join lateral generate_series(1, case when o.state = 'despatched' and o.id % 10 = 0
  and (select count(*) from order_line l where l.order_id = o.id) > 1 then 2 else 1 end) number
where o.request_hash like 'bench %' and o.state in ('part_despatched', 'despatched', 'collected');
insert into parcel_line (parcel_id, order_id, position, quantity)
select p.id, l.order_id, l.position, l.quantity
from parcel p join order_line l on l.order_id = p.order_id and l.despatched_quantity > 0
where p.request_key like 'bench %'
  and p.number = case when l.position = 1 then (select max(number) from parcel other where other.order_id = p.order_id) else 1 end`,
  ],
  [
    'Invoices',
    `
insert into sales_document (id, kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point, due_on,
  parcel_id, net, vat, total, vat_rate_bp, content)
overriding system value
select p.id, 'invoice', (select coalesce(max(number), 0) from sales_document) + row_number() over (order by p.despatched_at, p.id),
  o.id, o.company_id, o.method = 'account', p.despatched_at, p.despatched_at::date, p.despatched_at::date,
  case when o.method = 'account' then p.despatched_at::date + 30 end, p.id, s.net, s.vat, s.net + s.vat, 2000,
  jsonb_build_object('kind', 'Invoice', 'addresses', jsonb_build_array(o.delivery, o.billing))
from parcel p join orders o on o.id = p.order_id
  join lateral (select sum(l.unit_price * pl.quantity)::int as net, round(sum(l.unit_price * pl.quantity) * 0.2)::int as vat
    from parcel_line pl join order_line l on l.order_id = pl.order_id and l.position = pl.position where pl.parcel_id = p.id) s on s.net > 0
where p.request_key like 'bench %';
insert into sales_document_line (document_id, nth, kind, position, product_id, code, title, quantity, net, vat)
select pl.parcel_id, row_number() over (partition by pl.parcel_id order by pl.position), 'goods', l.position, l.product_id, l.code,
  l.title, pl.quantity, l.unit_price * pl.quantity, round(l.unit_price * pl.quantity * 0.2)::int
from parcel_line pl join order_line l on l.order_id = pl.order_id and l.position = pl.position
where pl.order_id > 1000000;
update orders o set invoiced_at = d.issued_at
from (select order_id, min(issued_at) as issued_at from sales_document group by order_id) d
where d.order_id = o.id and o.invoiced_at is null;
update sales_document_counter set last = (select max(number) from sales_document where kind = 'invoice') where kind = 'invoice'`,
  ],
  [
    'Payments',
    `
insert into payment_attempt (id, order_id, transaction_reference, amount, state, return_token, card_type, last_four, created_at, completed_at)
overriding system value
select o.id, o.id, 'bench-' || o.id, o.total, case when o.state = 'payment_reversed' then 'reversed' else 'paid' end, 'bench ' || o.id,
  'VISA', lpad(pg_temp.draw(o.id, 41, 10000)::text, 4, '0'), o.created_at, o.placed_at
from orders o where o.request_hash like 'bench %' and o.method = 'card' and o.placed_at is not null;
insert into payment_refund (attempt_id, kind, amount, transaction_reference, state, reason, created_at, completed_at)
select a.id, 'refund', a.amount, 'bench-refund-' || a.id, case when a.id % 100 = 0 then 'refused' else 'done' end, 'bench',
  o.placed_at + interval '1 day', o.placed_at + interval '1 day'
from payment_attempt a join orders o on o.id = a.order_id where o.request_hash like 'bench %' and o.state = 'cancelled';
update orders o set is_fully_refunded = true where o.request_hash like 'bench %' and o.state = 'cancelled' and not exists (
  select from payment_attempt a join payment_refund r on r.attempt_id = a.id where a.order_id = o.id and r.state <> 'done')`,
  ],
  [
    'Quotes',
    `
insert into quote_offer (order_id, delivery_cost, expires_at, priced_at)
select id, 800, case when state = 'quote_expired' then created_at else now() end + interval '30 days', created_at + interval '1 hour'
from orders where request_hash like 'bench %' and state in ('quote_approved', 'quote_accepted', 'quote_expired');
insert into quote_offer_line (order_id, position, unit_price)
select l.order_id, l.position, l.unit_price from order_line l join quote_offer q on q.order_id = l.order_id where l.order_id > 1000000`,
  ],
  [
    'History',
    `
insert into order_history (order_id, at, actor_kind, actor_id, from_state, to_state, why)
select o.id, o.created_at, 'person', o.person_id, null, 'saved', 'saved at the checkout' from orders o where o.request_hash like 'bench %'
union all
select o.id, o.placed_at, 'person', o.person_id, 'saved', 'placed', 'completed by the buyer' from orders o
  where o.request_hash like 'bench %' and o.placed_at is not null
union all
select o.id, coalesce(o.placed_at, o.created_at) + interval '6 hours', 'clock', null, 'placed', o.state, 'bench' from orders o
  where o.request_hash like 'bench %' and o.state not in ('placed', 'awaiting_payment')`,
  ],
  [
    'Stock and numbers',
    `
-- Of every fifteenth product half of what is ordered is on hand; half of its orders wait to be sent all together.
update stock s set on_hand = case when is_scarce then open.quantity / 2 else s.on_hand + open.quantity end,
  available = case when is_scarce then open.quantity / 2 - open.quantity else s.available end
from (select l.product_id, pg_temp.draw(l.product_id, 44, 15) = 0 as is_scarce, sum(l.quantity - l.despatched_quantity)::int as quantity
  from orders o join order_line l on l.order_id = o.id
  where o.request_hash like 'bench %' and o.kind = 'order' and order_holds_stock(o.state) group by l.product_id) open
where open.product_id = s.product_id;
update orders set consignments = case when id % 2 = 0 then 'together' else 'split' end
where state = 'placed' and request_hash like 'bench %'
  and id in (select l.order_id from order_line l join stock s on s.product_id = l.product_id where s.available < 0);
update stock set bin = chr(65 + pg_temp.draw(product_id, 41, 12)) || '-' || lpad(pg_temp.draw(product_id, 42, 40)::text, 2, '0')
  || '-' || 1 + pg_temp.draw(product_id, 43, 6) where bin = '';
select setval(pg_get_serial_sequence(name, 'id'), 3000000) from unnest('{orders,parcel,sales_document,payment_attempt,company,person}'::text[]) name;
drop table drafts, goods`,
  ],
]
