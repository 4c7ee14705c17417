import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendForApproval } from '../api/approval-calls.ts'
import {
  type CompletionReply,
  createGuestSend,
  createMemberSend,
  type SaveCallReply,
  sendSave,
} from '../api/checkout-calls.ts'
import { createQuoteSend, loadQuote } from '../api/quote-calls.ts'
import {
  type Action,
  type Busy,
  draw,
  getEndedMonth,
  goods,
  pick,
  pickRow,
  pressTwiceSometimes,
  type Reply,
} from './busy-shop.ts'
import { payByCard, type TestVisitor } from './test-visitor.ts'

/** What guests, buyers, apprentices and head buyers do. */

/** Adds one or two parts, as far as there is enough of them. */
async function fill(busy: Busy, visitor: TestVisitor): Promise<void> {
  for (let nth = draw(busy, 2); nth > 0; nth--) {
    const product = await busy.shop.productId(pick(busy, goods))
    await visitor.post('/basket/add/single', { product, quantity: draw(busy, 4) })
  }
}

/** Mostly by courier. */
const drawMethod = ({ random }: Busy) => (random() < 0.25 ? 'COL' : 'ND')

/** Most visitors look around more than they buy. */
export const readProduct: Action = async (busy, { visitor }) => {
  const { status } = await visitor.getPage(`/filterhouse/${pick(busy, goods).toLowerCase()}`)
  await sleep(busy.random() * 2_000)
  return status === 200
}

export const orderAsGuest: Action = async busy => {
  const visitor = busy.createVisitor()
  await fill(busy, visitor)
  const { body } = await sendSave(visitor, createGuestSend({ delivery_method: drawMethod(busy) }))
  if (body?.error !== false || !body.next_url || !body.reference) return false
  await payByCard(body.next_url)
  busy.orders.push(body.reference)
  return true
}

/** The final send of a member's new basket. Null: it was refused. */
async function sendBasket(busy: Busy, visitor: TestVisitor, send: object): Promise<string | null> {
  // What was refused stays in it, and may have become too much.
  if (busy.random() < 0.3) await visitor.delete('/basket')
  await fill(busy, visitor)
  return getReference((await sendSave(visitor, send)).body)
}

const getReference = (reply: SaveCallReply | undefined): string | null =>
  reply?.error === false ? reply.reference : null

/** A double click. True: the order is placed. */
async function complete(visitor: TestVisitor): Promise<boolean> {
  const press = () => visitor.post<CompletionReply>('/checkout/complete')
  const replies = await Promise.all([press(), press()])
  return replies.some(({ body }) => body?.error === false)
}

async function orderBy(busy: Busy, visitor: TestVisitor, delivery_method: string): Promise<boolean> {
  const reference = await sendBasket(busy, visitor, createMemberSend('account', { delivery_method }))
  if (reference === null || !(await complete(visitor))) return false
  busy.orders.push(reference)
  return true
}

export const orderOnAccount: Action = (busy, { visitor }) => orderBy(busy, visitor, 'ND')
export const orderToCollect: Action = (busy, { visitor }) => orderBy(busy, visitor, 'COL')

export const requestQuote: Action = async (busy, { visitor }) => {
  const send = createMemberSend('quote', { delivery_method: 'quote' })
  return (await sendBasket(busy, visitor, send)) !== null && complete(visitor)
}

/** Orders one of their quotes at its prices. */
export const orderQuote: Action = async (busy, { visitor, email }) => {
  const quote = await pickRow<{ id: number }>(
    busy,
    `select o.id::int from orders o join person p on p.id = o.person_id where p.email = $1 and o.state = 'quote_approved'`,
    [email],
  )
  if (!quote) return false
  await loadQuote(visitor, quote.id)
  const reference = getReference((await sendSave(visitor, createQuoteSend('account', quote.id))).body)
  if (reference === null || !(await complete(visitor))) return false
  busy.orders.push(reference)
  return true
}

export const requestApproval: Action = async (busy, { visitor }) => {
  const sent = await sendBasket(busy, visitor, createMemberSend('approval', { purchase_order: 'PO-77' }))
  return sent !== null && (await sendForApproval(visitor))?.error === false
}

const pickRequest = (busy: Busy) =>
  pickRow<{ id: number }>(busy, `select id::int from orders where state = 'awaiting_approval'`)

export const approveRequest: Action = async (busy, { visitor }) => {
  const request = await pickRequest(busy)
  if (!request) return false
  const press = () => visitor.post<Reply & { reference?: string }>(`/account/approvals/${request.id}/approve`)
  const replies = await Promise.all([press(), press()])
  const approved = replies.find(({ body }) => body?.success)?.body
  if (!approved) return false
  if (approved.reference) busy.orders.push(approved.reference)
  return true
}

export const rejectRequest: Action = async (busy, { visitor }) => {
  const request = await pickRequest(busy)
  if (!request) return false
  const url = `/account/approvals/${request.id}/reject`
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(url, { reason: 'Too dear' }))
}

export const readOrders: Action = async (_busy, { visitor }) =>
  (await visitor.getPage('/account/orders')).status === 200

export const readStatement: Action = async (busy, { visitor }) => {
  const { status, headers } = await visitor.getFile(`/account/statements/${getEndedMonth(busy)}.pdf`)
  return status === 200 && headers.get('content-type') === 'application/pdf'
}

/** Of one of their orders that has left. */
export const requestReturn: Action = async (busy, { visitor, email }) => {
  const order = await pickRow<{ reference: string; position: number }>(
    busy,
    `select o.reference, l.position from orders o join person p on p.id = o.person_id join order_line l on l.order_id = o.id
     where p.email = $1 and l.despatched_quantity > 0 and o.kind = 'order'`,
    [email],
  )
  if (!order) return false
  const body = {
    request: randomUUID(),
    lines: [{ position: order.position, quantity: '1' }],
    reason: 'faulty',
    details: 'It leaks.',
  }
  return pressTwiceSometimes(busy, () =>
    visitor.post<Reply>(`/account/orders/${order.reference}/return`, body),
  )
}
