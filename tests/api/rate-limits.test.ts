import { expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
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
  await checkInvariants(limitedShop)
  await limitedShop.close()
})
