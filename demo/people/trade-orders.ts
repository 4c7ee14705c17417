import { randomBytes } from 'node:crypto'
import { createOrderReference } from '../../src/features/orders/order.ts'

/** Runs one statement. */
export type RunQuery = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** The demo's open trade orders: a priced quote and an order that awaits approval. */
export interface TradeOrders {
  quoteId: number
  approvalId: number
}

const findOpenSql = `
  select (select max(o.id) from orders o join person p on p.id = o.person_id join quote_offer q on q.order_id = o.id
      where p.email = 'trade@example.com' and o.state = 'quote_approved' and q.expires_at > now() + interval '1 day'
        and not exists (select from orders other where other.source_id = o.id
          and order_is_open(other.state))) as quote,
    (select max(o.id) from orders o join person p on p.id = o.person_id
      where p.email = 'apprentice@example.com' and o.state = 'awaiting_approval'
        and not exists (select from orders other where other.source_id = o.id
          and order_is_open(other.state))) as approval`

/** Creates the quote or the approval request when it is missing, because someone has ordered it. */
export async function ensureTradeOrders(query: RunQuery): Promise<TradeOrders> {
  const { rows } = await query(findOpenSql, [])
  const { quote, approval } = rows[0] as { quote: number | null; approval: number | null }
  return {
    quoteId: quote ?? (await insertOrder(query, quoteSql)),
    approvalId: approval ?? (await insertOrder(query, approvalSql)),
  }
}

async function insertOrder(query: RunQuery, text: string): Promise<number> {
  const { rows } = await query(text, [createOrderReference(randomBytes(8))])
  return (rows[0] as { id: number }).id
}

const addressJson = `'{"firstname": "Tom", "surname": "Rade", "company": "Northfield Plant Hire",
  "address1": "Unit 4, Northfield Yard", "address2": "Kirkstall Road", "town": "Leeds", "county": "West Yorkshire",
  "postcode": "LS3 1LH", "country": "GB", "telephone": "0113 496 0101"}'::jsonb`

/** The order, its lines at the catalogue's prices and its history as one statement, and therefore atomic. */
const orderSql = (order: {
  email: string
  state: string
  kind: string
  code: string
  title: string
  deliveryCost: string
  date: string
  note: string
  lines: string
}) => `
  who as materialized (
    select p.id, p.company_id, jsonb_build_object('name', p.name, 'email', p.email, 'telephone',
      coalesce(p.telephone, ''), 'vat', coalesce(c.vat_registration, '')) as contact
    from person p join company c on c.id = p.company_id where p.email = '${order.email}'
  ), goods as materialized (
    select row_number() over () as position, p.id, p.code, p.title, p.price, w.quantity
    from (values ${order.lines}) as w (code, quantity) join product p on p.code = w.code
  ), sums as (
    select g.subtotal, ${order.deliveryCost} as carriage,
      round((g.subtotal + coalesce(${order.deliveryCost}, 0)) * 0.2)::int as vat
    from (select sum(price * quantity)::int as subtotal from goods) g
  ), made as (
    insert into orders (reference, kind, state, basket_version, person_id, company_id, contact, request_hash,
      delivery, billing, delivery_code, delivery_title, delivery_date, purchase_order, delivery_instructions, subtotal,
      discount, delivery_cost, vat, total, vat_rate_bp, terms_version, terms_accepted_at)
    select $1::text, '${order.kind}', '${order.state}', 0, who.id, who.company_id, who.contact, 'demo ' || $1::text,
      ${addressJson}, ${addressJson}, '${order.code}', '${order.title}', ${order.date}, '${order.note}', 'Ring the bell at gate 2',
      subtotal, 0, carriage, vat, subtotal + coalesce(carriage, 0) + vat, 2000, 'demo', now() from who, sums
    returning id, person_id
  ), lines as (
    insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total)
    select made.id, position, goods.id, code, title, price, quantity, price * quantity from made, goods
    returning order_id, position, unit_price
  )`

const approvalSql = `with ${orderSql({
  email: 'apprentice@example.com',
  state: 'awaiting_approval',
  kind: 'approval_request',
  code: 'ND',
  title: 'Next working day',
  deliveryCost: '800',
  date: 'null::date',
  note: 'PO-7741',
  lines: `('FH-OIL-1', 4), ('FH-SEAL-1', 4)`,
})}, history as (
    insert into order_history (order_id, actor, from_state, to_state, why)
    select id, 'person ' || person_id, h.* from made, (values (null, 'saved', 'saved at the checkout'),
      ('saved', 'awaiting_approval', 'sent for approval by the buyer')) h
  ) select id::int from made`

const quoteSql = `with ${orderSql({
  email: 'trade@example.com',
  state: 'quote_approved',
  kind: 'quote',
  code: 'quote',
  title: 'Ask for a quote',
  deliveryCost: 'null::int',
  date: 'null::date',
  note: 'PO-7802',
  // Products with plenty of stock, so that the quote can always be ordered.
  lines: `('FH-OIL-1', 20), ('FH-SEAL-1', 2)`,
})}, history as (
    insert into order_history (order_id, actor, from_state, to_state, why)
    select id, h.* from made, (values ('demo', null, 'saved', 'saved at the checkout'),
      ('demo', 'saved', 'quote_requested', 'completed by the buyer'),
      ('demo', 'quote_requested', 'quote_approved', 'priced')) h
  ), offer as (
    insert into quote_offer (order_id, delivery_cost, note, expires_at, priced_at)
    select id, 1200, 'Delivered to one address, in one parcel', now() + interval '30 days', now() from made
    returning order_id
  ), prices as (
    -- Ten per cent off the list.
    insert into quote_offer_line (order_id, position, unit_price)
    select lines.order_id, position, round(unit_price * 0.9)::int from lines join offer using (order_id)
  ) select id::int from made`
