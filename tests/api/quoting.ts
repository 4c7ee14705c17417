import type { Answer, Visitor } from '../support/client.ts'
import type { Shop } from '../support/shop.ts'
import { complete, fill, memberSend, save } from './buying.ts'

export interface Asked {
  buyer: Visitor
  id: number
  reference: string
}

/** One of the cast fills his basket and asks for a quote. */
export async function askForQuote(
  shop: Shop,
  email: string,
  goods: Record<string, number>,
  { voucher }: { voucher?: string } = {},
): Promise<Asked> {
  const buyer = await shop.signedIn(email)
  await buyer.delete('/basket')
  await fill(shop, buyer, goods)
  if (voucher) await buyer.post('/basket/discount', { code: voucher })
  const { body } = await save(buyer, memberSend('quote', { delivery_method: 'quote' }))
  if (body.error !== false || !body.reference) throw new Error(`not saved: ${JSON.stringify(body)}`)
  const done = await complete(buyer)
  if (done.error !== false) throw new Error(done.error)
  const [row] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
    body.reference,
  ])
  return { buyer, id: row!.id, reference: body.reference }
}

export interface Told {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** The version of the quote that the staff's page shows. */
export async function seenAt(staff: Visitor, reference: string): Promise<string> {
  const { text } = await staff.page(`/admin/quotes/${reference}`)
  return /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''
}

export const offered = (seen: string, prices: string[], changes: Record<string, unknown> = {}) => ({
  seen,
  prices,
  carriage: '12.50',
  valid_until: '2026-12-01',
  note: 'On one pallet.',
  ...changes,
})

/** Staff look at the quote and send these prices. */
export async function price(
  staff: Visitor,
  reference: string,
  prices: string[],
  changes: Record<string, unknown> = {},
): Promise<Answer<Told>> {
  const seen = await seenAt(staff, reference)
  return staff.post<Told>(`/admin/quotes/${reference}/offer`, offered(seen, prices, changes))
}

export const load = (visitor: Visitor, quote_id: number) =>
  visitor.post<{
    status: string
    delivery_code: string
    items: { price: number; qty: number }[]
    payment_methods: { value: string }[]
  }>('/checkout/load', { quote_id })

/** The final send that orders a quote as it was quoted. */
export const quoteSend = (method: string, quote_id: number, changes: Record<string, unknown> = {}) =>
  memberSend(method, { quote_id, delivery_method: 'QTD', ...changes })
