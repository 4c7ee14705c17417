import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pence } from '../../src/lib/money.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, type TestVisitor } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderRow,
  leedsAddress,
  sendSave,
} from './checkout-calls.ts'

import { createDelivery, createTotalCalls } from './risen-total-calls.ts'

let shop: TestShop
const delivery = createDelivery()
const {
  setOilPrice,
  setCompanyPrice,
  createVoucher,
  createGuest,
  signInWith,
  listOptions,
  expectOneRefusal,
  expectAccepted,
} = createTotalCalls(() => shop)

beforeAll(async () => {
  shop = await startTestShop({ delivery })
})
beforeEach(async () => {
  delivery.prices.ND = pence(8_00)
  await setOilPrice(1250)
})
afterAll(() => shop.close())

describe('a total that rose since it was displayed is not charged before it was displayed again', () => {
  test('B03: when the price of a product rose', async () => {
    const guest = await createGuest()
    await setOilPrice(1300)
    const body = await expectOneRefusal(guest, createGuestSend(), '£40.80')
    expect(shop.simulator.control.entries().at(-1)).toMatchObject({ amount: 4080 })
    await payByCard(body.next_url!)
  })

  test('B03: when it rose after a first order that was not paid', async () => {
    const guest = await createGuest()
    const first = await expectAccepted(guest, createGuestSend(), '£39.60')
    await setOilPrice(1300)
    // The same order again costs what it did; another is a new one.
    const { body } = await sendSave(guest, createGuestSend())
    expect(body.error).toContain('£40.80')
    expect(await getOrderRow(shop, first.reference)).toMatchObject({ state: 'awaiting_payment', total: 3960 })
    await payByCard(first.next_url!)
  })

  test('when delivery became dearer', async () => {
    const guest = await createGuest()
    await listOptions(guest)
    delivery.prices.ND = pence(9_00)
    await expectOneRefusal(guest, createGuestSend(), '£40.80')
  })

  test('when delivery is no longer free, because the goods became cheaper', async () => {
    const guest = await createGuest(10)
    expect((await guest.getPage('/basket')).text).toContain('FREE')
    await setOilPrice(1240)
    await expectOneRefusal(guest, createGuestSend(), '£158.40')
  })

  test('when VAT rose', async () => {
    const guest = await createGuest()
    await shop.sql(`update basket set displayed_prices = displayed_prices || '{"vat": 1750}'
      where id = (select max(id) from basket)`)
    await expectOneRefusal(guest, createGuestSend(), '£39.60')
  })

  test('B05: when its voucher ended: the sentence names it and the new total', async () => {
    await createVoucher('ENDS', 'fixed', 300)
    await createVoucher('ENDSTOO', 'free_delivery', 0)
    const guest = await createGuest()
    for (const code of ['ENDS', 'ENDSTOO']) await guest.post('/basket/discount', { code })
    expect((await getBasket(guest)).discounted_total).toBe(26.4)
    await shop.sql(`update voucher set ends_at = $1 where code in ('ENDS', 'ENDSTOO')`, [shop.clock.now()])
    const error =
      'ENDS was removed from your basket: the offer has ended. ENDSTOO was removed from your basket: the offer has ended. ' +
      'The total is now £39.60. Please check it and place the order again.'
    const { body } = await sendSave(guest, createGuestSend())
    expect(body).toMatchObject({ error, errors: { total: error }, reference: null })
    await expectAccepted(guest, createGuestSend(), '£39.60')
  })

  test('when its voucher takes off less', async () => {
    await createVoucher('LESS', 'percentage', 2000)
    const guest = await createGuest()
    await guest.post('/basket/discount', { code: 'LESS' })
    await getBasket(guest)
    await shop.sql(`update voucher set amount = 1000 where code = 'LESS'`)
    await expectOneRefusal(guest, createGuestSend(), '£36.60')
  })

  test('when a company loses its price for a quantity', async () => {
    await setCompanyPrice(900, 5)
    const trade = await signInWith('trade@example.com', 5)
    await shop.sql('delete from customer_price where min_quantity = 5')
    await expectOneRefusal(trade, createMemberSend('account'), '£84.60')
    await completeOrder(trade)
  })

  test('when a guest signs in to a company that pays more', async () => {
    await (await shop.signIn('trade@example.com')).delete('/basket')
    const buyer = await createGuest()
    await setCompanyPrice(1300)
    await buyer.post('/login', { email: 'trade@example.com', password: 'filters-2026' })
    await expectOneRefusal(buyer, createMemberSend('account'), '£40.80')
    await completeOrder(buyer)
    await shop.sql(`delete from customer_price where price = 1300`)
  })

  test('when it rose after the basket of the account displayed it, and before that of the guest who signs in', async () => {
    await signInWith('trade@example.com', 1)
    await setOilPrice(1300)
    const guest = await createGuest(1)
    await guest.post('/login', { email: 'trade@example.com', password: 'filters-2026' })
    await expectOneRefusal(guest, createMemberSend('account'), '£40.80')
    await completeOrder(guest)
  })

  test('when it rose while a voucher was entered, which displays no total', async () => {
    const guest = await createGuest()
    await setOilPrice(1300)
    await guest.post('/basket/discount', { code: 'SAVE10' })
    await expectOneRefusal(guest, createGuestSend(), '£37.68')
  })

  test('when a product was added concurrently with another', async () => {
    for (let round = 0; round < 6; round++) {
      const guest = shop.createVisitor()
      await fillBasket(shop, guest, { 'FH-HYD-1': 1 })
      await Promise.all([
        fillBasket(shop, guest, { 'FH-OIL-1': 1 }),
        fillBasket(shop, guest, { 'FH-SEAL-1': 1 }),
      ])
      await setOilPrice(1300)
      expect((await sendSave(guest, createGuestSend())).body.errors).toHaveProperty('total')
      await setOilPrice(1250)
    }
  })

  test('when it rose after the order pad added it', async () => {
    const guest = shop.createVisitor()
    const { pad } = (await guest.post<{ pad: { lines: object[] } }>('/order-pad', { text: 'FH-OIL-1 2' }))
      .body
    const { basket } = (await guest.post('/order-pad/add', { lines: pad.lines })).body
    expect(basket).toEqual({ count: 2, subtotal: 25 })
    await setOilPrice(1300)
    await expectOneRefusal(guest, createGuestSend(), '£40.80')
  })

  test('when delivery was displayed concurrently with the basket', async () => {
    for (let round = 0; round < 6; round++) {
      const guest = await createGuest()
      await setOilPrice(1300)
      await Promise.all([getBasket(guest), listOptions(guest)])
      delivery.prices.ND = pence(9_00)
      expect((await sendSave(guest, createGuestSend())).body.error).toContain('it is now £42.00.')
      await setOilPrice(1250)
      delivery.prices.ND = pence(8_00)
    }
  })
})

describe('a final send without a total is accepted', () => {
  test('when the new price was displayed: by the basket, its page, another add, or the checkout', async () => {
    const displays = [
      getBasket,
      (guest: TestVisitor) => guest.getPage('/basket'),
      (guest: TestVisitor) => fillBasket(shop, guest, { 'FH-SEAL-1': 1 }),
      (guest: TestVisitor) => guest.post('/checkout/load'),
      (guest: TestVisitor) => guest.getPage('/checkout'),
    ]
    for (const [nth, display] of displays.entries()) {
      const guest = await createGuest()
      await setOilPrice(1300)
      await display(guest)
      await expectAccepted(guest, createGuestSend(), nth === 2 ? '£45.60' : '£40.80')
      await setOilPrice(1250)
    }
  })

  test('when another tab displayed the new price', async () => {
    const tab = await createGuest()
    await setOilPrice(1300)
    const otherTab = shop.createVisitor()
    otherTab.cookies.set('basket', tab.cookies.get('basket')!)
    await getBasket(otherTab)
    await expectAccepted(tab, createGuestSend(), '£40.80')
  })

  test('when a delivery price rose that was never displayed', async () => {
    const guest = await createGuest()
    delivery.prices.ND = pence(9_00)
    await expectAccepted(guest, createGuestSend(), '£40.80')
  })

  test('when it was displayed concurrently with the delivery options', async () => {
    for (let round = 0; round < 6; round++) {
      const guest = await createGuest()
      await setOilPrice(1300)
      await Promise.all([getBasket(guest), listOptions(guest)])
      await expectAccepted(guest, createGuestSend(), '£40.80')
      await setOilPrice(1250)
    }
  })

  test('when the basket is from a release that stored no displayed prices', async () => {
    const guest = await createGuest()
    await shop.sql(`update basket set displayed_prices = '{}'`)
    await setOilPrice(1300)
    await expectAccepted(guest, createGuestSend(), '£40.80')
  })

  test('when the total fell', async () => {
    const guest = await createGuest()
    await listOptions(guest)
    await setOilPrice(1000)
    delivery.prices.ND = pence(7_00)
    await expectAccepted(guest, createGuestSend(), '£32.40')
  })

  test('when one price rose and another fell by more', async () => {
    const guest = await createGuest()
    await fillBasket(shop, guest, { 'FH-SEAL-1': 10 })
    await setOilPrice(1300)
    await shop.sql(`update product set price = 350 where code = 'FH-SEAL-1'`)
    await expectAccepted(guest, createGuestSend(), '£82.80')
    await shop.sql(`update product set price = 400 where code = 'FH-SEAL-1'`)
  })

  test('when the customer orders more or less, with what that does to delivery', async () => {
    const guest = await createGuest(10)
    await listOptions(guest)
    const change = async (qty: number) => {
      const [row] = (await getBasket(guest)).items
      await guest.post('/basket', { updated_items: [{ rowId: row!.rowId, qty }] })
    }
    await change(3)
    await expectAccepted(guest, createGuestSend(), '£54.60')
    await change(20)
    await expectAccepted(guest, createGuestSend(), '£300.00')
  })

  test('when the customer chooses a destination with VAT and a dearer delivery', async () => {
    const guest = await createGuest()
    const dublin = { ...leedsAddress, country: 'IE', postcode: 'D02 AF30' }
    await sendSave(guest, { delivery: dublin, delivery_method: 'IE3' })
    await guest.getPage('/basket')
    await expectAccepted(guest, createGuestSend({ delivery_method: 'ND12' }), '£46.80')
  })
})

describe('an open order that costs more than was displayed since', () => {
  const saveEarlier = async () => {
    const guest = await createGuest()
    const send = createGuestSend()
    const first = await expectAccepted(guest, send, '£39.60')
    await setOilPrice(1000)
    return { guest, send, first }
  }

  test.each([{}, { shown_total: 33.6 }])('is not charged when the same send has %o', async total => {
    const { guest, send, first } = await saveEarlier()
    await guest.post('/basket', { with_shipping: true })
    const next = await expectAccepted(guest, { ...send, ...total }, '£33.60')
    expect(await getOrderRow(shop, first.reference)).toMatchObject({ state: 'superseded' })
    const repeated = await expectAccepted(guest, { ...send, ...total }, '£33.60')
    expect(repeated.reference).toBe(next.reference)
    await payByCard(repeated.next_url!)
    expect(shop.simulator.control.entries().at(-1)).toMatchObject({ amount: 3360 })
  })

  test('is the answer to a repeated send when nothing was displayed since', async () => {
    const { guest, send, first } = await saveEarlier()
    for (const total of [{}, { shown_total: 39.6 }]) {
      const { reference } = await expectAccepted(guest, { ...send, ...total }, '£39.60')
      expect(reference).toBe(first.reference)
    }
  })

  test('is not completed on account', async () => {
    const trade = await signInWith('trade@example.com', 2)
    await expectAccepted(trade, createMemberSend('account'), '£39.60')
    await setOilPrice(1000)
    await trade.post('/basket', { with_shipping: true })
    await expectAccepted(trade, createMemberSend('account'), '£33.60')
    await completeOrder(trade)
  })
})

describe('a final send without a total is accepted when nothing rose', () => {
  /** An order of two pieces at £12.50, then one of five at the price for a quantity, which displays £9.00. */
  async function orderAtBothPrices() {
    const trade = await signInWith('trade@example.com', 2)
    const { reference } = await expectAccepted(trade, createMemberSend('account'), '£39.60')
    await completeOrder(trade)
    await setCompanyPrice(900, 5)
    await fillBasket(shop, trade, { 'FH-OIL-1': 5 })
    await trade.getPage('/basket')
    return { trade, reference }
  }
  afterEach(() => shop.sql('delete from customer_price where min_quantity = 5'))

  test('after an order at the price for a quantity, when fewer are ordered again', async () => {
    const { trade, reference } = await orderAtBothPrices()
    await expectAccepted(trade, createMemberSend('account'), '£63.60')
    await completeOrder(trade)
    await trade.post(`/account/orders/${reference}/reorder`)
    await expectAccepted(trade, createMemberSend('account', { purchase_order: 'AGAIN' }), '£39.60')
    await completeOrder(trade)
  })

  test('after an order that left another product in the basket', async () => {
    const { trade, reference } = await orderAtBothPrices()
    await expectAccepted(trade, createMemberSend('account'), '£63.60')
    await fillBasket(shop, trade, { 'FH-SEAL-1': 1 })
    await completeOrder(trade)
    await trade.post(`/account/orders/${reference}/reorder`)
    await expectAccepted(trade, createMemberSend('account', { purchase_order: 'AGAIN' }), '£44.40')
    await completeOrder(trade)
  })
})

test('displaying the same basket again writes nothing', async () => {
  const guest = await createGuest()
  const getRow = () =>
    shop.sql(
      `select xmin::text, ctid::text, displayed_prices from basket where id = (select max(id) from basket)`,
    )
  const added = await getRow()
  await getBasket(guest)
  expect(await getRow()).toEqual(added)
  await guest.getPage('/basket')
  await listOptions(guest)
  const displayed = await getRow()
  for (let round = 0; round < 2; round++) {
    await getBasket(guest)
    await guest.getPage('/basket')
    await listOptions(guest)
    await guest.post('/checkout/load')
    expect(await getRow()).toEqual(displayed)
  }
})
