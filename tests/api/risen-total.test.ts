import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pence } from '../../src/lib/money.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderRow,
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

describe('a total that rose since the page displayed it is not charged before it was displayed again', () => {
  test('B03: when the price of a product rose', async () => {
    const guest = await createGuest()
    await setOilPrice(1300)
    const body = await expectOneRefusal(guest, createGuestSend(), '39.60', '£40.80')
    expect(shop.simulator.control.entries().at(-1)).toMatchObject({ amount: 4080 })
    await payByCard(body.next_url!)
  })

  test('B03: when it rose after a first order that was not paid', async () => {
    const guest = await createGuest()
    const first = await expectAccepted(guest, createGuestSend(), '£39.60')
    await setOilPrice(1300)
    // The same order again costs what it did; another is a new one.
    const { body } = await sendSave(guest, createGuestSend({ shown_total: 39.6 }))
    expect(body.error).toContain('£40.80')
    expect(await getOrderRow(shop, first.reference)).toMatchObject({ state: 'awaiting_payment', total: 3960 })
    await payByCard(first.next_url!)
  })

  test('when delivery became dearer', async () => {
    const guest = await createGuest()
    delivery.prices.ND = pence(9_00)
    await expectOneRefusal(guest, createGuestSend(), '39.60', '£40.80')
  })

  test('when delivery is no longer free, because the goods became cheaper', async () => {
    const guest = await createGuest(10)
    expect((await guest.getPage('/basket')).text).toContain('FREE')
    await setOilPrice(1240)
    await expectOneRefusal(guest, createGuestSend(), '150.00', '£158.40')
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
    const { body } = await sendSave(guest, createGuestSend({ shown_total: 26.4 }))
    expect(body).toMatchObject({ error, errors: { total: error }, reference: null })
    await expectAccepted(guest, createGuestSend({ shown_total: 39.6 }), '£39.60')
  })

  test('when its voucher takes off less', async () => {
    await createVoucher('LESS', 'percentage', 2000)
    const guest = await createGuest()
    await guest.post('/basket/discount', { code: 'LESS' })
    await shop.sql(`update voucher set amount = 1000 where code = 'LESS'`)
    await expectOneRefusal(guest, createGuestSend(), '33.60', '£36.60')
  })

  test('when a company loses its price for a quantity', async () => {
    await setCompanyPrice(900, 5)
    const trade = await signInWith('trade@example.com', 5)
    await shop.sql('delete from customer_price where min_quantity = 5')
    await expectOneRefusal(trade, createMemberSend('account'), '63.60', '£84.60')
    await completeOrder(trade)
  })

  test('when a guest signs in to a company that pays more', async () => {
    await (await shop.signIn('trade@example.com')).delete('/basket')
    const buyer = await createGuest()
    await setCompanyPrice(1300)
    await buyer.post('/login', { email: 'trade@example.com', password: 'filters-2026' })
    await expectOneRefusal(buyer, createMemberSend('account'), '39.60', '£40.80')
    await completeOrder(buyer)
    await shop.sql(`delete from customer_price where price = 1300`)
  })

  test('when another tab of the same customer put more into the basket', async () => {
    const tab = await createGuest()
    const otherTab = shop.createVisitor()
    otherTab.cookies.set('basket', tab.cookies.get('basket')!)
    await fillBasket(shop, otherTab, { 'FH-SEAL-1': 1 })
    await expectOneRefusal(tab, createGuestSend(), '39.60', '£44.40')
  })
})

describe('a final send is accepted', () => {
  test('at the lower total, when the total fell since the page displayed it', async () => {
    const guest = await createGuest()
    await setOilPrice(1000)
    delivery.prices.ND = pence(7_00)
    await expectAccepted(guest, createGuestSend({ shown_total: 39.6 }), '£32.40')
  })

  test('when one price rose and another fell by more', async () => {
    const guest = await createGuest()
    await fillBasket(shop, guest, { 'FH-SEAL-1': 10 })
    await setOilPrice(1300)
    await shop.sql(`update product set price = 350 where code = 'FH-SEAL-1'`)
    await expectAccepted(guest, createGuestSend({ shown_total: '87.60' }), '£82.80')
    await shop.sql(`update product set price = 400 where code = 'FH-SEAL-1'`)
  })

  test.each([{}, { shown_total: null }, { shown_total: 40.8 }])('with %o: nothing rose', async total => {
    const guest = await createGuest()
    await getBasket(guest)
    await setOilPrice(1300)
    await expectAccepted(guest, createGuestSend(total), '£40.80')
  })
})

describe('an open order that costs more than the page displays since', () => {
  const saveEarlier = async () => {
    const guest = await createGuest()
    const send = createGuestSend()
    const first = await expectAccepted(guest, send, '£39.60')
    await setOilPrice(1000)
    return { guest, send, first }
  }

  test('is not charged: the same send makes a new order', async () => {
    const { guest, send, first } = await saveEarlier()
    const next = await expectAccepted(guest, { ...send, shown_total: 33.6 }, '£33.60')
    expect(await getOrderRow(shop, first.reference)).toMatchObject({ state: 'superseded' })
    const repeated = await expectAccepted(guest, { ...send, shown_total: 33.6 }, '£33.60')
    expect(repeated.reference).toBe(next.reference)
    await payByCard(repeated.next_url!)
    expect(shop.simulator.control.entries().at(-1)).toMatchObject({ amount: 3360 })
  })

  test('is the answer to a repeated send that says no other total', async () => {
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
    await expectAccepted(trade, createMemberSend('account', { shown_total: 33.6 }), '£33.60')
    await completeOrder(trade)
  })
})

test('R-CHECKOUT-28: displaying a basket, its delivery and its checkout writes nothing to it', async () => {
  const guest = await createGuest()
  const getRow = () =>
    shop.sql(`select xmin::text, ctid::text from basket where id = (select max(id) from basket)`)
  const added = await getRow()
  await getBasket(guest)
  await guest.getPage('/basket')
  await guest.getPage('/checkout')
  await guest.post('/checkout/load')
  expect(await getRow()).toEqual(added)
})
