import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

export interface QuoteRequest {
  buyer: TestVisitor
  id: number
  reference: string
}

/** A person of the demo data requests a quote. */
export async function requestQuote(
  shop: TestShop,
  email: string,
  goods: Record<string, number>,
  { voucher }: { voucher?: string } = {},
): Promise<QuoteRequest> {
  const buyer = await shop.signIn(email)
  await buyer.delete('/basket')
  await fillBasket(shop, buyer, goods)
  if (voucher) await buyer.post('/basket/discount', { code: voucher })
  const { body } = await sendSave(buyer, createMemberSend('quote', { delivery_method: 'quote' }))
  if (body.error !== false || !body.reference) throw new Error(`not saved: ${JSON.stringify(body)}`)
  const done = await completeOrder(buyer)
  if (done.error !== false) throw new Error(done.error)
  const [row] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
    body.reference,
  ])
  return { buyer, id: row!.id, reference: body.reference }
}

export interface QuoteChangeReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** The version of the quote that the staff's page shows. */
export async function getSeenQuoteVersion(staff: TestVisitor, reference: string): Promise<string> {
  const { text } = await staff.getPage(`/admin/quotes/${reference}`)
  return /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''
}

export const createOffer = (seen: string, prices: string[], changes: Record<string, unknown> = {}) => ({
  seen,
  prices,
  carriage: '12.50',
  valid_until: '2026-12-01',
  note: 'On one pallet.',
  ...changes,
})

/** Id of the last message that a page of the staff shows. */
export async function getLastMessage(staff: TestVisitor, path: string): Promise<string> {
  const { text } = await staff.getPage(path)
  return /name="last_message" value="(\d+)"/.exec(text)?.[1] ?? ''
}

/** Staff open the quote and send these prices. */
export async function priceQuote(
  staff: TestVisitor,
  reference: string,
  prices: string[],
  changes: Record<string, unknown> = {},
): Promise<TestResponse<QuoteChangeReply>> {
  const path = `/admin/quotes/${reference}`
  const seen = await getSeenQuoteVersion(staff, reference)
  const offer = createOffer(seen, prices, { last_message: await getLastMessage(staff, path), ...changes })
  return staff.post<QuoteChangeReply>(`${path}/offer`, offer)
}

export const loadQuote = (visitor: TestVisitor, quote_id: number) =>
  visitor.post<{
    status: string
    delivery_code: string
    offered_at?: string
    items: { price: number; qty: number }[]
    payment_methods: { value: string }[]
  }>('/checkout/load', { quote_id })

/** The final send that orders a quote at its prices and delivery. */
export const createQuoteSend = (method: string, quote_id: number, changes: Record<string, unknown> = {}) =>
  createMemberSend(method, { quote_id, delivery_method: 'QTD', ...changes })
