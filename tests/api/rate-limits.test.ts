import { expect, test } from 'vitest'
import { startTestShop } from '../support/shop.ts'
import { createTestVisitor, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
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

test('R-PAD-4: the lines that one network sends to the order pad are counted, whatever they are sent as', async () => {
  const shop = await startTestShop({ env: { LIMIT_PAD_LINES_PER_MINUTE: '10' } })
  const text = (lines: number) => ({ text: 'FH-OIL-1 2\n'.repeat(lines) })
  const lines = (count: number) => ({ lines: Array.from({ length: count }, () => ({ code: 'FH-OIL-1' })) })
  const getStatuses = async (bodies: [string, unknown][]) => {
    const visitor = shop.createVisitor()
    const statuses: number[] = []
    for (const [path, body] of bodies) statuses.push((await visitor.post(path, body)).status)
    return statuses
  }
  const pad = '/order-pad'
  expect(
    await getStatuses([
      [pad, text(10)],
      [pad, text(1)],
    ]),
  ).toEqual([200, 429])
  expect(
    await getStatuses([
      [pad, lines(10)],
      [pad, lines(1)],
    ]),
  ).toEqual([200, 429])
  expect(
    await getStatuses([
      [`${pad}/add`, lines(10)],
      [`${pad}/add`, lines(1)],
    ]),
  ).toEqual([200, 429])
  expect(await getStatuses([[pad, { text: 'FH-OIL-1 '.repeat(50) }]])).toEqual([429])
  await shop.close()
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

test('R-CHECKOUT-9: a colleague who has checked ten addresses leaves the others of the office their own', async () => {
  const shop = await startTestShop()
  const ip = '10.9.9.9'
  const check = (visitor: TestVisitor, name: string) =>
    visitor.post('/account/exists', { email: `${name}@example.org` })
  const openCheckout = async () => {
    const visitor = shop.createVisitor(ip)
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    await visitor.post('/checkout/load')
    return visitor
  }
  const colleague = await openCheckout()
  const checks = await runConcurrently(14, nth => check(colleague, `nobody-${nth}`))
  expect(checks.filter(({ status }) => status === 429)).toHaveLength(4)
  // A refused check is not one of the network.
  for (let nth = 0; nth < 60; nth++) expect((await check(colleague, 'again')).status).toBe(429)
  for (let nth = 0; nth < 5; nth++) {
    const other = await openCheckout()
    for (let nth = 0; nth < 10; nth++) expect((await check(other, 'mine')).status).toBe(200)
  }
  const refused = await check(await openCheckout(), 'mine')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await check(shop.createVisitor(), 'mine')).status).toBe(200)
  shop.clock.advance(1)
  expect((await check(colleague, 'mine')).body).toBe(false)
  await shop.close()
})

test('E05: R-CHECKOUT-9: a client that drops its cookies, or makes them up, is limited by its network', async () => {
  const shop = await startTestShop()
  const email = 'retail@example.com'
  const inventCookies = (nth: number) => ({
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      cookie: `session=${nth}; basket=${nth}`,
    },
    body: JSON.stringify({ email }),
  })
  for (const [network, ask] of [
    ['10.9.9.1', (visitor: TestVisitor) => visitor.post('/account/exists', { email })],
    [
      '10.9.9.2',
      (visitor: TestVisitor, nth: number) => visitor.request('POST', '/account/exists', inventCookies(nth)),
    ],
  ] as const) {
    const statuses = []
    for (let nth = 0; nth < 62; nth++) statuses.push((await ask(shop.createVisitor(network), nth)).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
  }
  // A browser that keeps its cookies is known from its first check on.
  const browser = shop.createVisitor()
  const answers = []
  for (let nth = 0; nth < 11; nth++) answers.push(await browser.post('/account/exists', { email }))
  expect(answers.filter(({ text }) => text === 'true')).toHaveLength(10)
  expect(answers.at(-1)!.status).toBe(429)
  await shop.close()
})

test('E05: R-CHECKOUT-9: a stage of the checkout answers whether addresses have an account as rarely as the call', async () => {
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
  for (const email of probes)
    expect((await sendSave(visitor, { contact: { ...sent.contact, email } })).status).toBe(200)
  const refused = await visitor.post('/checkout/save', {
    contact: { ...contact, email: 'another@example.org' },
    purchase_order: 'PO 7',
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text).toContain('Too many checks from your address')
  expect((await visitor.post('/account/exists', { email: 'retail@example.com' })).status).toBe(429)
  expect((await visitor.get('/basket')).body).toMatchObject({ count: 1 })
  const drafts = await shop.sql<{ draft: { delivery: object; purchaseOrder: string } }>(
    `select draft from checkout_draft where draft->>'purchaseOrder' <> ''`,
  )
  expect(drafts).toMatchObject([{ draft: { delivery: { surname: 'Okafor' }, purchaseOrder: 'PO 7' } }])
  await shop.close()
})

test('R-CHECKOUT-9: the limit never stops an order, and an order that is refused does not tell who has an account', async () => {
  const shop = await startTestShop({ env: { LIMIT_EXISTS_PER_MINUTE: '3', LIMIT_EXISTS_PER_SESSION: '2' } })
  const ip = '10.9.9.9'
  const sendOrder = async (email: string, change: object = {}) => {
    const guest = shop.createVisitor(ip)
    await fillBasket(shop, guest, { 'FH-OIL-1': 1 })
    const sent = createGuestSend()
    const send = () => sendSave(guest, { ...sent, contact: { ...sent.contact, email }, ...change })
    return { guest, send, sent, answer: await send() }
  }
  const orders = await runConcurrently(20, nth => sendOrder(`guest-${nth}@example.org`))
  expect(orders.map(({ answer }) => [answer.status, answer.body.error])).toEqual(
    orders.map(() => [200, false]),
  )

  const busy = shop.createVisitor(ip)
  await fillBasket(shop, busy, { 'FH-OIL-1': 1 })
  const check = (email: string) => busy.post('/account/exists', { email })
  for (const name of ['a', 'b', 'c']) await check(`${name}@example.org`)
  await shop.createVisitor(ip).post('/account/exists', { email: 'c@example.org' })
  expect((await shop.createVisitor(ip).post('/account/exists', { email: 'd@example.org' })).status).toBe(429)
  const placed = await sendSave(busy, createGuestSend())
  expect([placed.status, placed.body.error]).toEqual([200, false])

  // Whatever else is wrong with an order comes first, for every address.
  for (const email of ['retail@example.com', 'nobody@example.org']) {
    const { answer, guest, sent } = await sendOrder(email, { shown_total: 1 })
    expect([email, answer.status, Object.keys(answer.body.errors)]).toEqual([email, 200, ['total']])
    // Nor does a later stage answer, although the address was stored with the refused order.
    expect((await sendSave(guest, { contact: { ...sent.contact, email } })).status).toBe(429)
  }
  const { answer, send } = await sendOrder('retail@example.com')
  const taken = [200, { email: 'Email address already exists.' }]
  expect([answer.status, answer.body.errors]).toEqual(taken)
  const again = await send()
  expect([again.status, again.body.errors]).toEqual(taken)
  await shop.close()
})

test('R-CHECKOUT-9: an order that is refused because its address has an account counts as a check', async () => {
  const shop = await startTestShop({ env: { LIMIT_EXISTS_PER_SESSION: '3' } })
  const guest = shop.createVisitor()
  await fillBasket(shop, guest, { 'FH-OIL-1': 1 })
  for (const email of ['retail@example.com', 'trade@example.com', 'head@example.com']) {
    const sent = createGuestSend()
    const { body } = await sendSave(guest, { ...sent, contact: { ...sent.contact, email } })
    expect(body.errors).toEqual({ email: 'Email address already exists.' })
  }
  expect((await guest.post('/account/exists', { email: 'staff@example.com' })).status).toBe(429)
  await shop.close()
})
