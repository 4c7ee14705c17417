import { randomUUID } from 'node:crypto'
import { createGuestSend, leedsAddress, sendSave } from '../../tests/api/checkout-calls.ts'
import { createListForm, listsPath, sendList } from '../../tests/api/product-list-calls.ts'
import { getLastMessage, getSeenQuoteVersion } from '../../tests/api/quote-calls.ts'
import { getSeenReturnVersion } from '../../tests/api/return-calls.ts'
import {
  type Action,
  act,
  type Busy,
  draw,
  getDay,
  goods,
  onAnOrder,
  pick,
  pickRow,
  type Reply,
} from '../../tests/support/busy-shop.ts'
import { payByCard, type TestVisitor } from '../../tests/support/test-visitor.ts'
import { findMailLink } from './mail-links.ts'

/** What customers and staff do besides what a busy minute has of it. */

const isOk = ({ status }: { status: number }) => status === 200
const isDone = ({ body }: { body: Reply | undefined }) => body?.success === true

async function openCardForm(busy: Busy, code = pick(busy, goods)) {
  const visitor = busy.createVisitor()
  const product = await busy.shop.productId(code)
  await visitor.post('/basket/add/single', { product, quantity: 3 })
  const { body } = await sendSave(visitor, createGuestSend())
  return { visitor, reference: body?.reference ?? '', nextUrl: body?.next_url ?? null }
}

export const cancelPayment: Action = async busy => {
  const { visitor, reference } = await openCardForm(busy)
  await visitor.get(`/checkout/payment/${reference}`)
  return isOk(await visitor.post(`/checkout/payment/${reference}/cancel`))
}

export const lookUpOrder: Action = async busy => {
  const order = await pickRow<{ reference: string; postcode: string }>(
    busy,
    `select reference, delivery->>'postcode' as postcode from orders where placed_at is not null order by id desc limit 20`,
  )
  return order !== undefined && isDone(await busy.createVisitor().post<Reply>('/order/find', order))
}

export const listDelivery: Action = async busy => {
  const { country, postcode } = leedsAddress
  return isOk(await busy.createVisitor().post('/checkout/delivery', { country, postcode }))
}

export const search: Action = async busy => {
  const query = new URLSearchParams({
    query: pick(busy, goods),
    size: '10',
    scope: 'products,codes,makes_models',
  })
  return isOk(await busy.createVisitor().get(`/search?${query}`))
}

export const fillPad: Action = async busy => {
  const visitor = busy.createVisitor()
  const text = `${pick(busy, goods)} ${draw(busy, 3)}\nFH-OIL-1 x ${draw(busy, 3)}`
  const { body } = await visitor.post<{ pad?: { lines: object[] } }>('/order-pad', { text })
  return isDone(await visitor.post<Reply>('/order-pad/add', { lines: body?.pad?.lines }))
}

export const keepList: Action = async (busy, { visitor }) => {
  const form = await createListForm(busy.shop, { 'FH-OIL-1': 2, 'FH-AIR-1': 1 })
  await visitor.get(`${listsPath}/filters?variant=${form.model_variant_id}`)
  const { body } = await sendList(visitor, 'POST', listsPath, { ...form, name: randomUUID() })
  const list = body.product_list
  const path = `${listsPath}/${list.id}`
  await sendList(visitor, 'GET', path)
  await sendList(visitor, 'PUT', path, { ...form, name: 'Digger', version: list.version })
  await visitor.post(`${path}/basket`, { machines: '2' })
  return isOk(await sendList(visitor, 'DELETE', path))
}

export const writeAboutQuote: Action = async (busy, { visitor, email }) => {
  const quote = await pickRow<{ reference: string }>(
    busy,
    `select reference from orders o join person p on p.id = o.person_id where p.email = $1 and o.kind = 'quote'`,
    [email],
  )
  const body = { request: randomUUID(), text: 'When can it come?', change_request: busy.random() < 0.5 }
  return (
    quote !== undefined &&
    isDone(await visitor.post<Reply>(`/account/quotes/${quote.reference}/messages`, body))
  )
}

export const cancelReturn: Action = async (busy, { visitor, email }) => {
  const open = await pickRow<{ id: number }>(
    busy,
    `select r.id::int from return_request r join orders o on o.id = r.order_id join person p on p.id = o.person_id
     where p.email = $1 and r.state = 'requested'`,
    [email],
  )
  return (
    open !== undefined && isDone(await visitor.post<Reply>(`/account/returns/${toNumber(open.id)}/cancel`))
  )
}

const toNumber = (id: number) => `RMA-${String(id).padStart(6, '0')}`

/** Ends a return in this state without a credit. */
const endReturn =
  (states: readonly string[], step: 'refuse' | 'close'): Action =>
  async (busy, { visitor }) => {
    const open = await pickRow<{ id: number }>(
      busy,
      'select id::int from return_request where state = any($1)',
      [states],
    )
    if (!open) return false
    const number = toNumber(open.id)
    const seen = await getSeenReturnVersion(visitor, number)
    const body = { seen, request: randomUUID(), reason: 'They have been fitted.' }
    return isDone(await visitor.post<Reply>(`/admin/returns/${number}/${step}`, body))
  }
export const refuseReturn = endReturn(['requested'], 'refuse')
export const closeReturn = endReturn(['authorised', 'received', 'inspected'], 'close')

const setFault = async (busy: Busy, fault: string) => {
  const [row] = await busy.shop.sql<{ url: string }>(
    'select payment_page_url as url from payment_attempt where payment_page_url is not null order by id desc limit 1',
  )
  await fetch(new URL('/_control/fault', row!.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault }),
  })
}

/** A guest's order that a card has paid. */
async function payOrder(
  busy: Busy,
  code?: string,
): Promise<{ reference: string; visitor: TestVisitor } | null> {
  const { visitor, reference, nextUrl } = await openCardForm(busy, code)
  if (nextUrl === null) return null
  await payByCard(nextUrl)
  return { visitor, reference }
}

/** The card provider refuses a refund, and staff ask again. */
export const repeatRefund: Action = async (busy, { visitor }) => {
  const order = await payOrder(busy)
  if (!order) return false
  await setFault(busy, 'refund_refused')
  const refund = { amount: '1.50', reason: 'A goodwill gesture', confirm: true }
  await act(busy, visitor, order.reference, 'refund', refund)
  const [refused] = await busy.shop.sql<{ id: number }>(
    `select r.id::int from payment_refund r join payment_attempt a on a.id = r.attempt_id join orders o on o.id = a.order_id
     where o.reference = $1 and r.state = 'refused'`,
    [order.reference],
  )
  return refused !== undefined && act(busy, visitor, order.reference, `refunds/${refused.id}/send-again`, {})
}

/** Staff make a paid order dearer, and the customer pays the rest by the link. */
export const payRest: Action = async (busy, { visitor }) => {
  const order = await payOrder(busy, 'FH-SEAL-1')
  if (!order) return false
  const lines = [{ position: 1, quantity: 3, code: 'FH-OIL-1' }]
  const url = `/admin/orders/${order.reference}`
  const { text } = await visitor.getPage(url)
  const form = { seen: /name="seen" value="([\d.]+)"/.exec(text)?.[1] ?? '', request: randomUUID(), lines }
  const { body } = await visitor.post<{ sums?: { after: { total: number } } }>(`${url}/correct`, form)
  await visitor.post(`${url}/correct`, { ...form, confirm: body?.sums?.after.total.toFixed(2) })
  await act(busy, visitor, order.reference, 'payment-link', {})
  const [due] = await busy.shop.sql<{ email: string; amount: string }>(
    `select contact->>'email' as email, (total - (select sum(amount) from payment_attempt a where a.order_id = o.id
       and a.state = 'paid')) / 100.0 as amount from orders o where reference = $1`,
    [order.reference],
  )
  const link = await findMailLink(busy, due!.email, /\/order\/\w+\/pay\?key=[\w-]+/)
  if (link === null) return false
  await order.visitor.post(link, { amount: Number(due!.amount).toFixed(2) })
  return isOk(await order.visitor.get(link.replace('/pay?', '/pay/status?')))
}

/** Staff make a quote for a caller, who writes, asks for nothing more and accepts; or it is withdrawn. */
export const quoteForCaller: Action = async (busy, { visitor }) => {
  const email = `caller-${randomUUID().slice(0, 8)}@example.org`
  const contact = { request_key: randomUUID(), customer: 'new', email, ...leedsAddress }
  const { body } = await visitor.post<Reply & { url?: string }>('/admin/orders/new', {
    ...{ ...contact, deliver_to: 'new', lines: `${pick(busy, goods)} x 3`, end: 'quote', step: 'place' },
  })
  const url = body?.url
  if (!url) return false
  await visitor.post(`${url}/copy`, { request_key: randomUUID(), prices: 'current' })
  const reference = url.split('/').at(-1)!
  const seen = await getSeenQuoteVersion(visitor, reference)
  const offer = { seen, prices: ['7.50'], carriage: '12.50', valid_until: getDay(busy, 7), note: '' }
  await visitor.post(`${url}/offer`, offer)
  const link = await findMailLink(busy, email, /\/quote\/\w+\?key=[\w-]+/)
  if (link === null) return false
  const caller = busy.createVisitor()
  await caller.post(link.replace('?', '/messages?'), { request: randomUUID(), text: 'Thank you.' })
  if (busy.random() < 0.5) {
    const seen = await getSeenQuoteVersion(visitor, reference)
    return isDone(await visitor.post<Reply>(`${url}/withdraw`, { seen, reason: 'Sold out', confirm: true }))
  }
  return isDone(
    await caller.post<Reply>(link.replace('?', '/accept?'), { password: `three quiet ${randomUUID()}` }),
  )
}

/** Notes that name a colleague are ticked off by who is named. */
export const tickNote: Action = async (busy, { visitor, email }) => {
  const order = await pickRow<{ reference: string }>(
    busy,
    `select reference from orders where placed_at is not null`,
  )
  if (!order) return false
  const [person] = await busy.shop.sql<{ name: string }>('select name from person where email = $1', [email])
  const body = { request: randomUUID(), text: `@${person!.name} please check` }
  await visitor.post(`/admin/orders/${order.reference}/notes`, body)
  const { text } = await visitor.getPage('/admin')
  const path = /\/admin\/notes\/\d+\/done/.exec(text)?.[0]
  return path !== undefined && isOk(await visitor.post(path))
}

/** The latest message of a customer is answered or taken off the list. */
export const dismissMessages: Action = async (busy, { visitor }) => {
  const message = await pickRow<{ reference: string; kind: string }>(
    busy,
    `select distinct o.reference, o.kind from order_message m join orders o on o.id = m.order_id`,
  )
  if (!message) return false
  const path = `/admin/${message.kind === 'quote' ? 'quotes' : 'orders'}/${message.reference}`
  const { text } = await visitor.getPage(path)
  const last_message = /name="last_message" value="(\d+)"/.exec(text)?.[1] ?? ''
  return isDone(await visitor.post<Reply>(`${path}/messages/dismiss`, { last_message }))
}

/** A guest leaves at the card form, and staff release what is reserved for the order. */
export const releaseReserved: Action = async (busy, { visitor }) => {
  const { reference } = await openCardForm(busy)
  const { text } = await visitor.getPage('/admin/reserved-stock')
  const form = text.slice(text.indexOf(`${reference}/release`))
  const seen = /name="seen" value="([\d.]+)"/.exec(form)?.[1] ?? ''
  return isDone(await visitor.post<Reply>(`/admin/reserved-stock/${reference}/release`, { seen }))
}

/** The promised day of an order moves, and staff say that no e-mail is needed. */
export const checkPromise = onAnOrder(async (busy, staff, reference) => {
  await act(busy, staff, reference, 'delay', { choice: 'unknown' })
  return act(busy, staff, reference, 'promise-checked', {})
})

export const writeAboutOrder = onAnOrder(async (_busy, staff, reference) =>
  isDone(
    await staff.post<Reply>(`/admin/orders/${reference}/messages`, {
      ...{ request: randomUUID(), text: 'It has left us.' },
      last_message: await getLastMessage(staff, `/admin/orders/${reference}`),
    }),
  ),
)

/** A credit note goes to the oldest invoices of its account. */
export const allocateCredit: Action = async (busy, { visitor }) => {
  const credit = await pickRow<{ number: number; account: string }>(
    busy,
    `select d.number, c.account_number as account from sales_document d join company c on c.id = d.company_id
     where d.kind = 'credit_note' and d.on_account`,
  )
  if (!credit) return false
  const account = `/admin/accounts/${credit.account}`
  const { text } = await visitor.getPage(account)
  const seen = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''
  const url = `${account}/credit-notes/${credit.number}/allocation`
  return isDone(await visitor.post<Reply>(url, { seen, oldest: true }))
}
