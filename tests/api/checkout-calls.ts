import type { addToBasket, BasketReply } from '../../src/features/basket/schemas.ts'
import type { saveCheckout } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'

export type SaveCallReply = ReplyOf<typeof saveCheckout>
export type AddReply = ReplyOf<typeof addToBasket>
export interface CompletionReply {
  error: false | string
  next_url: string | null
}

export const leedsAddress = {
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

/** Payment by card as the checkout calls name it; inside the shop it is 'card' (src/features/checkout/payment-method.ts). */
export const cardMethod = 'sagepay'

let guests = 0

/** The contact of a new customer. */
export function createGuestContact() {
  guests += 1
  const email = `guest-${process.pid}-${guests}@example.org`
  return { name: 'Sam Okafor', email, password: 'guest-password-1', telephone: '0113 496 0999', vat: '' }
}

export async function getBasket(visitor: TestVisitor): Promise<BasketReply> {
  return (await visitor.get<BasketReply>('/basket')).body
}

/** Adds quantities by product code; throws when the shop refuses one. */
export async function fillBasket(
  shop: Pick<TestShop, 'productId'>,
  visitor: TestVisitor,
  goods: Record<string, number>,
): Promise<void> {
  for (const [code, quantity] of Object.entries(goods)) {
    const product = await shop.productId(code)
    const { body } = await visitor.post<AddReply>('/basket/add/single', { product, quantity })
    if (!body.success) throw new Error(`${code}: ${body.messages[0]}`)
  }
}

/** The final send of a guest who pays by card, with delivery to Leeds; `changes` replace single fields. */
export function createGuestSend(changes: Record<string, unknown> = {}) {
  return {
    contact: createGuestContact(),
    delivery: leedsAddress,
    billing: leedsAddress,
    delivery_method: 'ND',
    payment_method: cardMethod,
    purchase_order: '',
    delivery_instructions: '',
    ...changes,
  }
}

/** The final send of a customer who is signed in. */
export function createMemberSend(payment_method: string, changes: Record<string, unknown> = {}) {
  const { contact: _, ...rest } = createGuestSend()
  return { ...rest, payment_method, ...changes }
}

export function sendSave(visitor: TestVisitor, body: object): Promise<TestResponse<SaveCallReply>> {
  return visitor.post<SaveCallReply>('/checkout/save', body)
}

export async function completeOrder(visitor: TestVisitor): Promise<CompletionReply> {
  return (await visitor.post<CompletionReply>('/checkout/complete')).body
}

/** A guest whose final send with these goods was accepted: the browser, the body that was sent, and the card form. */
export async function openGuestPayment(
  shop: Pick<TestShop, 'productId' | 'createVisitor'>,
  goods: Record<string, number>,
  changes: Record<string, unknown> = {},
) {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, goods)
  const sent = createGuestSend(changes)
  const { body } = await sendSave(visitor, sent)
  if (body.error !== false || !body.next_url || !body.reference)
    throw new Error(`not saved: ${JSON.stringify(body)}`)
  return { visitor, sent, nextUrl: body.next_url, reference: body.reference }
}

/** The row of an order, its columns as the database names them. */
export async function getOrderRow(
  shop: TestShop,
  reference: string | null,
): Promise<Record<string, unknown>> {
  const [row] = await shop.sql<Record<string, unknown>>('select * from orders where reference = $1', [
    reference,
  ])
  return row!
}

export async function getOrderState(shop: TestShop, reference: string): Promise<string | undefined> {
  const [row] = await shop.sql<{ state: string }>('select state from orders where reference = $1', [
    reference,
  ])
  return row?.state
}

export async function getStock(shop: TestShop, code: string): Promise<number> {
  const [row] = await shop.sql<{ available: number }>(
    'select available from stock s join product p on p.id = s.product_id where code = $1',
    [code],
  )
  return row!.available
}
