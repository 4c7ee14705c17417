import { randomUUID } from 'node:crypto'
import { getOpen } from '../api/ledger-calls.ts'
import { getLastMessage, getSeenQuoteVersion } from '../api/quote-calls.ts'
import {
  type Action,
  type Busy,
  draw,
  getDay,
  getEndedMonth,
  goods,
  pick,
  pickRow,
  pressTwiceSometimes,
  type Reply,
} from './busy-shop.ts'

/** What staff do besides orders: stock, quotes, accounts. */

export const bookDelivery: Action = async (busy, { visitor }) => {
  const delivery = {
    request_key: randomUUID(),
    supplier: 'Donaldson',
    delivery_note: `DN ${randomUUID().slice(0, 8)}`,
    lines: `${pick(busy, goods)} ${draw(busy, 20)}`,
  }
  const read = await visitor.post<{ checked?: string }>('/admin/stock/goods-in', delivery)
  const booking = { ...delivery, checked: read.body?.checked }
  const press = () => visitor.post<Reply>('/admin/stock/goods-in', booking)
  const booked = await Promise.all([press(), press()])
  return booked.some(({ body }) => body?.success === true)
}

export const countStock: Action = async (busy, { visitor }) => {
  const code = pick(busy, goods)
  const { text } = await visitor.getPage(`/admin/stock/${code}`)
  const form = {
    seen: /\/adjust".*?name="seen" value="([^"]+)"/s.exec(text)?.[1] ?? '',
    request_key: randomUUID(),
    mode: 'change',
    quantity: String(draw(busy, 5)),
    reason: 'count',
    note: '',
  }
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(`/admin/stock/${code}/adjust`, form))
}

export const priceQuote: Action = async (busy, { visitor }) => {
  const quote = await pickRow<{ reference: string; lines: number }>(
    busy,
    `select reference, (select count(*)::int from order_line l where l.order_id = o.id) as lines
     from orders o where state = 'quote_requested' and request_hash not like 'demo %'`,
  )
  if (!quote) return false
  const path = `/admin/quotes/${quote.reference}`
  const offer = {
    seen: await getSeenQuoteVersion(visitor, quote.reference),
    last_message: await getLastMessage(visitor, path),
    prices: Array.from({ length: quote.lines }, () => `${draw(busy, 30)}.50`),
    carriage: '12.50',
    valid_until: getDay(busy, 7),
    note: '',
  }
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(`${path}/offer`, offer))
}

const accounts = ['NPH001', 'DAL002']

/** The version of the account that the page displays. */
async function getSeen({ visitor }: Parameters<Action>[1], account: string): Promise<string> {
  const { text } = await visitor.getPage(`/admin/accounts/${account}`)
  return /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''
}

export const enterPayment: Action = async (busy, person) => {
  const account = pick(busy, accounts)
  const form = {
    seen: await getSeen(person, account),
    request: randomUUID(),
    received_on: getDay(busy, -4),
    amount: `${draw(busy, 60)}.00`,
    method: 'bank_transfer',
    reference: `BACS ${randomUUID().slice(0, 8)}`,
    note: '',
    mode: pick(busy, ['oldest', 'none']),
  }
  return pressTwiceSometimes(busy, () =>
    person.visitor.post<Reply>(`/admin/accounts/${account}/payments`, form),
  )
}

interface StoredPayment {
  id: number
  account: string
  amount: number
}

const pickPayment = (busy: Busy, condition: string) =>
  pickRow<StoredPayment>(
    busy,
    `select p.id::int, c.account_number as account, p.amount from account_payment p join company c on c.id = p.company_id
     where p.cancelled_at is null and ${condition}`,
  )

const isAllocated =
  'exists (select from account_allocation a where a.payment_id = p.id and a.released_at is null)'

/** To the oldest invoices, or typed: a penny more of an invoice than is open of it, now and then. */
export const allocatePayment: Action = async (busy, person) => {
  const payment = await pickPayment(busy, `not ${isAllocated}`)
  if (!payment) return false
  const seen = await getSeen(person, payment.account)
  const open = await getOpen(busy.shop, payment.account)
  const [number, left] = pick(
    busy,
    Object.entries(open).length > 0 ? Object.entries(open) : ([['0', 0]] as const),
  )
  const invoice = await pickRow<{ id: number }>(
    busy,
    `select id::int from sales_document where kind = 'invoice' and number = $1`,
    [Number(number)],
  )
  const amount = ((Math.min(left, payment.amount) + draw(busy, 2) - 1) / 100).toFixed(2)
  const typed = invoice ? [{ id: invoice.id, amount }] : []
  const how = busy.random() < 0.5 ? { oldest: true } : { oldest: false, allocations: typed }
  const url = `/admin/accounts/${payment.account}/payments/${payment.id}/allocation`
  return pressTwiceSometimes(busy, () => person.visitor.post<Reply>(url, { seen, ...how }))
}

export const cancelPayment: Action = async (busy, person) => {
  const payment = await pickPayment(busy, isAllocated)
  if (!payment) return false
  const form = { seen: await getSeen(person, payment.account), reason: `Cheque returned ${randomUUID()}` }
  const url = `/admin/accounts/${payment.account}/payments/${payment.id}/cancel`
  return pressTwiceSometimes(busy, () => person.visitor.post<Reply>(url, form))
}

export const emailStatement: Action = async (busy, { visitor }) => {
  const url = `/admin/accounts/NPH001/statements/${getEndedMonth(busy)}/email`
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(url, { sent: '' }))
}
