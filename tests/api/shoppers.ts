import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

/** A demo customer, signed in, whose basket holds exactly these goods. */
export async function signInWithBasket(
  shop: Pick<TestShop, 'productId' | 'signIn'>,
  email: string,
  goods: Record<string, number>,
): Promise<TestVisitor> {
  const visitor = await shop.signIn(email)
  await visitor.delete('/basket')
  await fillBasket(shop, visitor, goods)
  return visitor
}

/** A visitor who is not signed in, with these goods in the basket. */
export async function createGuestWithBasket(
  shop: TestShop,
  goods: Record<string, number>,
): Promise<TestVisitor> {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, goods)
  return visitor
}

/** A demo customer who has just placed an order for these goods on account, and the order's reference. */
export async function placeAccountOrder(
  shop: Pick<TestShop, 'productId' | 'signIn'>,
  email: string,
  goods: Record<string, number>,
  changes: Record<string, unknown> = {},
): Promise<{ visitor: TestVisitor; reference: string }> {
  const visitor = await signInWithBasket(shop, email, goods)
  const { body } = await sendSave(visitor, createMemberSend('account', changes))
  const { error } = await completeOrder(visitor)
  if (error !== false || !body.reference) throw new Error(`not placed: ${JSON.stringify(body)}, ${error}`)
  return { visitor, reference: body.reference }
}
