import { expect, test } from 'vitest'
import { startTestShop } from '../support/shop.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createGuestSend, fillBasket, sendSave } from './checkout-calls.ts'

test('C06: a guest who sends too many final saves or requests has to wait, and others are served', async () => {
  const limitedShop = await startTestShop({
    env: { LIMIT_SAVES_PER_MINUTE: '2', LIMIT_REQUESTS_PER_MINUTE: '30' },
  })
  const visitor = limitedShop.createVisitor()
  await fillBasket(limitedShop, visitor, { 'FH-OIL-1': 1 })
  const sent = createGuestSend()
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await sendSave(visitor, sent)).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await visitor.post('/checkout/save', { purchase_order: '1' })).status).toBe(200)
  const other = createTestVisitor(limitedShop.url, '192.0.2.7')
  const answers = []
  for (let i = 0; i < 32; i++) answers.push(await other.get('/basket'))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  const refused = answers.at(-1)!
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect((await limitedShop.createVisitor().get('/basket')).status).toBe(200)
  await limitedShop.close()
})

test('R-CALL-13: IPv6 addresses of one /64 share each limit, and IPv4 addresses are the same as IPv6', async () => {
  const shop = await startTestShop({
    env: {
      LIMIT_REQUESTS_PER_MINUTE: '5',
      LIMIT_EXISTS_PER_MINUTE: '1',
      LIMIT_RESETS_PER_HOUR: '1',
      LIMIT_VOUCHERS_PER_MINUTE: '1',
      LIMIT_PADS_PER_MINUTE: '1',
      LIMIT_NEWSLETTER_PER_MINUTE: '1',
      LIMIT_CONTACTS_PER_MINUTE: '1',
      LIMIT_LOGIN_FAILURES_PER_ADDRESS: '1',
    },
  })
  const email = 'nobody@example.com'
  const calls: [string, unknown][] = [
    ['/account/exists', { email }],
    ['/password/forgot', { email }],
    ['/basket/discount', { code: 'SAVE10' }],
    ['/order-pad', { text: 'FH-OIL-1 1' }],
    ['/newsletter', { email }],
    ['/checkout/save', { contact: { name: 'A', email } }],
    ['/login', { email, password: 'wrong' }],
  ]
  for (const [index, [path, body]] of calls.entries()) {
    const post = (ip: string) => createTestVisitor(shop.url, ip).post(path, body)
    const ips = [`2001:db8:0:${index}::1`, `2001:db8:0:${index}:ffff::2`, `2001:db8:1:${index}::1`] as const
    const [first, second, elsewhere] = [await post(ips[0]), await post(ips[1]), await post(ips[2])]
    expect([path, second.status]).toEqual([path, 429])
    expect([path, elsewhere.status]).toEqual([path, first.status])
  }
  const get = async (ip: string) => (await createTestVisitor(shop.url, ip).get('/basket')).status
  for (let host = 1; host <= 5; host++) expect(await get(`2001:db8:2::${host}`)).toBe(200)
  expect(await get('2001:db8:2::6')).toBe(429)
  expect(await get('2001:db8:2:1::6')).toBe(200)
  for (let i = 0; i < 5; i++) await get('198.51.100.7')
  expect(await get('::ffff:198.51.100.7')).toBe(429)
  await shop.close()
})

test('E05: R-CHECKOUT-9: the checkout answers whether addresses have an account as rarely as the call', async () => {
  const shop = await startTestShop()
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const sent = createGuestSend()
  expect((await sendSave(visitor, { contact: sent.contact, delivery: sent.delivery })).body.error).toBe(false)
  for (let i = 0; i < 4; i++) await visitor.post('/account/exists', { email: `asked-${i}@example.org` })
  // The page checks an address before it is sent.
  const contact = { ...sent.contact, email: 'asked-3@example.org' }
  expect((await sendSave(visitor, { contact })).status).toBe(200)
  // Five are new; an address that was just answered is not counted again.
  const probes = ['a', 'b', 'c', 'retail', 'd', 'a', 'retail'].map(name => `${name}@example.com`)
  for (const email of probes) {
    const other = shop.createVisitor(visitor.ip)
    expect((await sendSave(other, { contact: { ...sent.contact, email } })).status).toBe(200)
  }
  const refused = await visitor.post('/checkout/save', {
    contact: { ...contact, email: 'another@example.org' },
    purchase_order: 'PO 7',
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text).toContain('Too many checks from your address')
  expect((await visitor.post('/account/exists', { email: 'retail@example.com' })).status).toBe(429)

  // Basket and draft are complete: the order needs no further check.
  expect((await visitor.get('/basket')).body).toMatchObject({ count: 1 })
  const drafts = await shop.sql<{ draft: { delivery: object; purchaseOrder: string } }>(
    `select draft from checkout_draft where draft->>'purchaseOrder' <> ''`,
  )
  expect(drafts).toMatchObject([
    { draft: { contact: { email: contact.email }, delivery: { surname: 'Okafor' }, purchaseOrder: 'PO 7' } },
  ])
  const placed = await sendSave(visitor, { ...sent, contact })
  expect([placed.status, placed.body.error]).toEqual([200, false])
  shop.clock.advance(1)
  expect((await visitor.post('/account/exists', { email: 'retail@example.com' })).body).toBe(true)
  await shop.close()
})

test('R-CHECKOUT-9: many guests of one network can order in a minute, a refused order counts as a check', async () => {
  const shop = await startTestShop({ env: { LIMIT_EXISTS_PER_MINUTE: '3' } })
  const ip = '10.9.9.9'
  const sendOrder = async (name: string, change: object = {}) => {
    const guest = shop.createVisitor(ip)
    await fillBasket(shop, guest, { 'FH-OIL-1': 1 })
    const sent = createGuestSend()
    return sendSave(guest, { ...sent, contact: { ...sent.contact, email: `${name}@example.org` }, ...change })
  }
  const orders = await Promise.all(Array.from({ length: 20 }, (_, index) => sendOrder(`guest-${index}`)))
  expect(orders.map(({ status, body }) => [status, body.error])).toEqual(orders.map(() => [200, false]))

  for (const name of ['a', 'b', 'c']) {
    const refused = await sendOrder(name, { shown_total: 1 })
    expect([refused.status, refused.body.reference]).toEqual([200, null])
  }
  expect((await sendOrder('d', { shown_total: 1 })).status).toBe(429)
  expect((await sendOrder('e')).status).toBe(429)
  await shop.close()
})
