import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { waitForMail } from './captured-emails.ts'
import { placeAccountOrder } from './shoppers.ts'

const address = '5 Dock Road, Hull, HU1 1AA'
const hours = 'Open Monday to Friday 8:00–15:00'
let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({
    worker: true,
    env: {
      DELIVERY_PRICES: 'ND=8.00',
      DELIVERY_CUT_OFF: '14:30',
      COLLECTION_POINT: 'Hull counter',
      COLLECTION_ADDRESS: address,
      COLLECTION_HOURS: 'Monday to Friday 8:00–15:00',
    },
  })
})
afterAll(() => shop.close())

const toText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('who collects reads address and hours of the counter before and after the order (R-DELIVERY-12)', async () => {
  const visitor = shop.createVisitor()
  const { body } = await visitor.post<{ options: { code: string; subtitle: string; caption: string }[] }>(
    '/checkout/delivery',
    { country: 'GB', postcode: 'LS1 4DY' },
  )
  const option = body.options.find(({ code }) => code === 'COL')!
  expect(option.subtitle).toMatch(/^Hull counter, /)
  expect(option.caption).toBe(`${address}. ${hours}. Bring your order number. Questions? 0113 496 0000`)

  const changes = { delivery_method: 'COL' }
  const { visitor: buyer, reference } = await placeAccountOrder(
    shop,
    'trade@example.com',
    { 'FH-OIL-1': 1 },
    changes,
  )
  for (const path of [`/order/${reference}/confirmation`, `/account/orders/${reference}`])
    expect(toText((await buyer.getPage(path)).text), path).toContain(`Hull counter ${address} ${hours}`)
  const mail = await waitForMail(shop, 'trade@example.com', 'received')
  const text = mail.replace(/=\r?\n/g, '').replaceAll('=E2=80=93', '–')
  expect(text).toContain(address)
  expect(text).toContain(hours)
})

test('who has it delivered reads nothing of the counter', async () => {
  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  expect((await visitor.getPage(`/account/orders/${reference}`)).text).not.toContain(hours)
})
