import { expect } from 'vitest'
import { demoSettings } from '../../src/infra/demo-settings.ts'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { fillBasket, getOrderRow, sendSave } from './checkout-calls.ts'

/** Delivery prices that a test can raise as the next release would. */
export const createDelivery = () => ({
  ...demoSettings.delivery,
  prices: { ...demoSettings.delivery.prices },
})

/** Changes of prices, and final sends with what is expected of them. */
export function createTotalCalls(getShop: () => TestShop) {
  const setOilPrice = (price: number) =>
    getShop().sql(`update product set price = $1 where code = 'FH-OIL-1'`, [price])

  const setCompanyPrice = (price: number, minQuantity = 1) =>
    getShop().sql(
      `insert into customer_price (company_id, product_id, price, min_quantity)
     select c.id, p.id, $1, $2 from company c, product p where c.account_number = 'NPH001' and p.code = 'FH-OIL-1'
     on conflict (company_id, product_id, min_quantity) do update set price = excluded.price`,
      [price, minQuantity],
    )

  const createVoucher = (code: string, kind: string, amount: number) =>
    getShop().sql(`insert into voucher (code, kind, amount) values ($1, $2, $3)`, [code, kind, amount])

  async function createGuest(quantity = 2): Promise<TestVisitor> {
    const guest = getShop().createVisitor()
    await fillBasket(getShop(), guest, { 'FH-OIL-1': quantity })
    return guest
  }

  async function signInWith(email: string, quantity: number): Promise<TestVisitor> {
    const visitor = await getShop().signIn(email)
    await visitor.delete('/basket')
    await fillBasket(getShop(), visitor, { 'FH-OIL-1': quantity })
    return visitor
  }

  /**
   * The final send of a page that displays `displayed` is refused with the new total and orders nothing; the next one, of the
   * page that displays the new total, is accepted.
   */
  async function expectOneRefusal(visitor: TestVisitor, send: object, displayed: string, total: string) {
    const before = await getShop().sql('select id from orders')
    const refused = (await sendSave(visitor, { ...send, shown_total: displayed })).body
    expect(refused).toMatchObject({ reference: null, next_url: null, errors: { total: refused.error } })
    expect(refused.error).toContain(`it is now ${total}. Please check it and place the order again.`)
    expect(await getShop().sql('select id from orders')).toEqual(before)
    return expectAccepted(visitor, { ...send, shown_total: total.replace('£', '') }, total)
  }

  async function expectAccepted(visitor: TestVisitor, send: object, total: string) {
    const { body } = await sendSave(visitor, send)
    expect(body.error).toBe(false)
    const order = await getOrderRow(getShop(), body.reference)
    expect(`£${(Number(order.total) / 100).toFixed(2)}`).toBe(total)
    return body
  }
  return {
    setOilPrice,
    setCompanyPrice,
    createVoucher,
    createGuest,
    signInWith,
    expectOneRefusal,
    expectAccepted,
  }
}
