import type { addToBasket, BasketReply } from '../../src/features/basket/schemas.ts'
import type { saveCheckout } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/call.ts'
import type { Answer, Visitor } from '../support/client.ts'
import type { Shop } from '../support/shop.ts'

export type Saved = ReplyOf<typeof saveCheckout>
export type Added = ReplyOf<typeof addToBasket>
export interface Completed {
  error: false | string
  next_url: string | null
}

export const leeds = {
  firstname: 'Sam',
  surname: 'Okafor',
  company: '',
  address1: '88 Mill Lane',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS4 1AB',
  country: 'GB',
  telephone: '0113 496 0999',
}

let guests = 0

/** A customer that nobody knew before. */
export function newGuest() {
  guests += 1
  const email = `guest-${process.pid}-${guests}@example.org`
  return { name: 'Sam Okafor', email, password: 'guest-password-1', telephone: '0113 496 0999', vat: '' }
}

/** The basket as it stands. */
export async function basketOf(visitor: Visitor): Promise<BasketReply> {
  return (await visitor.get<BasketReply>('/basket')).body
}

/** Puts so many of these into the basket; fails when the shop refuses. */
export async function fill(shop: Shop, visitor: Visitor, goods: Record<string, number>): Promise<void> {
  for (const [code, quantity] of Object.entries(goods)) {
    const product = await shop.productId(code)
    const { body } = await visitor.post<Added>('/basket/add/single', { product, quantity })
    if (!body.success) throw new Error(`${code}: ${body.messages[0]}`)
  }
}

/** The final send of a guest who pays by card and has it brought to Leeds, but for what is said otherwise. */
export function guestSend(changes: Record<string, unknown> = {}) {
  return {
    contact: newGuest(),
    delivery: leeds,
    billing: leeds,
    delivery_method: 'ND',
    payment_method: 'sagepay',
    purchase_order: '',
    delivery_instructions: '',
    ...changes,
  }
}

/** The final send of somebody who is signed in. */
export function memberSend(payment_method: string, changes: Record<string, unknown> = {}) {
  const { contact: _, ...rest } = guestSend()
  return { ...rest, payment_method, ...changes }
}

export function save(visitor: Visitor, body: object): Promise<Answer<Saved>> {
  return visitor.post<Saved>('/checkout/save', body)
}

export async function complete(visitor: Visitor): Promise<Completed> {
  return (await visitor.post<Completed>('/checkout/complete')).body
}

/** A guest with these goods whose final send was taken: his browser, what he sent, and where his card frame is. */
export async function guestAtCard(
  shop: Shop,
  goods: Record<string, number>,
  changes: Record<string, unknown> = {},
) {
  const visitor = shop.visitor()
  await fill(shop, visitor, goods)
  const sent = guestSend(changes)
  const { body } = await save(visitor, sent)
  if (body.error !== false || !body.next_url || !body.reference)
    throw new Error(`not saved: ${JSON.stringify(body)}`)
  return { visitor, sent, nextUrl: body.next_url, reference: body.reference }
}

export async function stateOf(shop: Shop, reference: string): Promise<string | undefined> {
  const [row] = await shop.sql<{ state: string }>('select state from orders where reference = $1', [
    reference,
  ])
  return row?.state
}

export async function stockOf(shop: Shop, code: string): Promise<number> {
  const [row] = await shop.sql<{ available: number }>(
    'select available from stock s join product p on p.id = s.product_id where code = $1',
    [code],
  )
  return row!.available
}
