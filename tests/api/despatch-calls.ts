import { randomUUID } from 'node:crypto'
import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { getSeenOrderVersion, type OrderActionReply } from './order-admin-calls.ts'

/** What staff do so that the goods of an order leave. */

interface DespatchChanges {
  seen?: string
  request?: string
  carrier?: string
  carrier_name?: string
  tracking?: string
  collected_by?: string
  out_of_turn?: boolean
  part?: boolean
}

/** Sends pieces by the position of their line, with the page as it is now. */
export async function sendDespatch(
  staff: TestVisitor,
  reference: string,
  quantities: Record<number, number | string>,
  changes: DespatchChanges = {},
): Promise<TestResponse<OrderActionReply>> {
  const seen = changes.seen ?? (await getSeenOrderVersion(staff, reference))
  const lines = Object.entries(quantities).map(([position, quantity]) => ({
    position: Number(position),
    quantity,
  }))
  const body = { request: randomUUID(), carrier: 'dpd', tracking: '15501234567890', lines, ...changes, seen }
  return staff.post<OrderActionReply>(`/admin/orders/${reference}/despatch`, body)
}

export const despatch = async (...parameters: Parameters<typeof sendDespatch>): Promise<OrderActionReply> =>
  (await sendDespatch(...parameters)).body

/** Another call of the order's page: 'hold', 'release', 'ready', 'parcels/1'. */
export async function changeOrder(
  staff: TestVisitor,
  reference: string,
  call: string,
  body: object = {},
): Promise<TestResponse<OrderActionReply>> {
  const seen = await getSeenOrderVersion(staff, reference)
  return staff.post<OrderActionReply>(`/admin/orders/${reference}/${call}`, { seen, ...body })
}

export async function getOrderState(shop: Pick<TestShop, 'sql'>, reference: string): Promise<string> {
  const [row] = await shop.sql<{ state: string }>('select state from orders where reference = $1', [
    reference,
  ])
  return row!.state
}

/** What is in each parcel, as '3+1': the pieces by line. */
export async function listParcels(shop: Pick<TestShop, 'sql'>, reference: string) {
  return shop.sql<{ number: number; carrier: string; tracking: string; by: string; pieces: string }>(
    `select p.number, p.carrier, p.tracking_number as tracking, p.collected_by as by,
       string_agg(l.quantity::text, '+' order by l.position) as pieces
     from parcel p join orders o on o.id = p.order_id join parcel_line l on l.parcel_id = p.id
     where o.reference = $1 group by p.id order by p.number`,
    [reference],
  )
}

export const toText = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** Holds all orders that are still to go out, so that they wait for no goods. */
export async function holdAll(shop: Pick<TestShop, 'sql'>): Promise<void> {
  await shop.sql(
    `update orders set on_stop = true, hold_reason = 'Not now' where order_is_despatchable(state) and not on_stop`,
  )
}

/** Of FH-HYD-1, which can be ordered when there is none. */
export async function setOnHand(shop: TestShop, count: number): Promise<void> {
  const [stock] = await shop.sql<{ allocated: number }>(
    `select s.allocated from stock s join product p on p.id = s.product_id where p.code = 'FH-HYD-1'`,
  )
  await shop.setStock('FH-HYD-1', count - stock!.allocated)
}

/** The pieces of each e-mail about an order, and those it says are still to come. */
export const countEmails = async (shop: Pick<TestShop, 'sql'>, reference: string, kind: string) =>
  (
    await shop.sql<{ facts: { lines: { quantity: number }[]; toCome: { quantity: number }[] } }>(
      `select facts from mail_outbox where kind = $2 and dedupe_key like $2 || ':' || $1 || ':%' order by id`,
      [reference, kind],
    )
  ).map(({ facts }) => [facts.lines.map(({ quantity }) => quantity), facts.toCome.map(line => line.quantity)])

export const listAudit = (shop: Pick<TestShop, 'sql'>, reference: string) =>
  shop.sql<{ action: string; detail: string }>(
    `select action, detail from audit where subject = 'order ' || $1 order by id`,
    [reference],
  )
