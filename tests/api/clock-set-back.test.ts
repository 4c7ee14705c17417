import { expect, test } from 'vitest'
import { startTestShop } from '../support/shop.ts'

test('R-CALL-11: a limit that was reached before the clock was set back is over, and counts again', async () => {
  const shop = await startTestShop({
    env: { LIMIT_EXISTS_PER_MINUTE: '2', LIMIT_LOGIN_FAILURES_PER_PAIR: '2' },
  })
  const visitor = shop.createVisitor()
  const check = async () => (await visitor.post('/account/exists', { email: 'nobody@example.com' })).status
  const logIn = async () => {
    const credentials = { email: 'retail@example.com', password: 'not-the-password' }
    return (await visitor.post('/login', credentials)).status
  }
  const reachLimits = async () => {
    for (const call of [check, logIn]) {
      for (let nth = 0; nth < 2; nth++) expect(await call()).not.toBe(429)
      expect(await call()).toBe(429)
    }
  }
  await reachLimits()
  shop.clock.advance(-24 * 60)
  await reachLimits()
  // The clocks of two processes differ a little.
  shop.clock.set(new Date(shop.clock.now().getTime() - 2_000).toISOString())
  expect([await check(), await logIn()]).toEqual([429, 429])
  await shop.close()
})
