import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpiredBaskets } from '../../src/features/basket/queries.ts'
import { deleteLapsedGuestPasswords, lapseOrders } from '../../src/features/orders/service.ts'
import { deleteExpiredAttempts } from '../../src/infra/rate-limit/attempts.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createGuestSend, fillBasket, sendSave } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^the words that staff find/,
      reason: 'an order is made older by SQL',
    },
  })
})
afterAll(() => shop.close())

const getNewestBasketId = async () =>
  (await shop.sql<{ id: number }>('select max(id)::int as id from basket'))[0]!.id
const setAge = (id: number, days: number) =>
  shop.sql(`update basket set updated_at = $2::timestamptz - make_interval(days => $3) where id = $1`, [
    id,
    shop.clock.now(),
    days,
  ])

test('a visitor’s basket is deleted when its cookie has expired, except with an open order; a customer’s stays', async () => {
  const ids: number[] = []
  for (let nth = 0; nth < 2; nth++) {
    await fillBasket(shop, shop.createVisitor(), { 'FH-OIL-1': 1 })
    ids.push(await getNewestBasketId())
  }
  const buyer = shop.createVisitor()
  await fillBasket(shop, buyer, { 'FH-OIL-1': 1 })
  ids.push(await getNewestBasketId())
  expect((await sendSave(buyer, createGuestSend())).body.error).toBe(false)
  await fillBasket(shop, await shop.signIn('retail@example.com'), { 'FH-OIL-1': 1 })
  ids.push(await getNewestBasketId())
  for (const [nth, days] of [32, 30, 90, 90].entries()) await setAge(ids[nth]!, days)
  // An old order that is still open.
  await shop.sql(`update orders set created_at = created_at - interval '60 days' where basket_id = $1`, [
    ids[2],
  ])

  await deleteExpiredBaskets(shop.context)
  const remaining = await shop.sql<{ id: number }>(
    'select id::int from basket where id = any($1) order by id',
    [ids],
  )
  expect(remaining.map(({ id }) => id)).toEqual(ids.slice(1))
})

test('a guest’s password is deleted two days after the order lapsed', async () => {
  const buyer = shop.createVisitor()
  await fillBasket(shop, buyer, { 'FH-OIL-1': 1 })
  const sent = createGuestSend()
  await sendSave(buyer, { ...sent, contact: { ...sent.contact, email: 'lapsed@example.com' } })
  const getPasswordHash = async () =>
    (
      await shop.sql<{ hash: string | null }>(
        `select guest_password_hash as hash from orders where contact->>'email' = 'lapsed@example.com'`,
      )
    )[0]!.hash
  await shop.sql(
    `update orders set guest_password_hash = 'hash' where contact->>'email' = 'lapsed@example.com'`,
  )
  shop.clock.advance(35)
  expect(await lapseOrders(shop.context)).toBeGreaterThan(0)
  shop.clock.advance(47 * 60)
  await deleteLapsedGuestPasswords(shop.context)
  expect(await getPasswordHash()).toBe('hash')
  shop.clock.advance(2 * 60)
  await deleteLapsedGuestPasswords(shop.context)
  expect(await getPasswordHash()).toBe(null)
})

test('a customer’s failed logins are counted without the e-mail address, and deleted after the time window', async () => {
  await shop.createVisitor('192.0.2.77').post('/login', { email: 'Somebody@example.com', password: 'wrong' })
  const listCounts = () =>
    shop.sql<{ key: string }>(`select key from attempt_count where key like 'login:192.0.2.77%'`)
  const keys = (await listCounts()).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(keys.join(' ')).not.toMatch(/somebody|@/i)
  await deleteExpiredAttempts(shop.context.db, shop.clock.now())
  expect(await listCounts()).toHaveLength(2)
  shop.clock.advance(61)
  await deleteExpiredAttempts(shop.context.db, shop.clock.now())
  expect(await listCounts()).toEqual([])
})
