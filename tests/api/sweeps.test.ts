import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepBaskets } from '../../src/features/basket/sweep.server.ts'
import { deleteLapsedGuestPasswords } from '../../src/features/orders/placing/guest-passwords.server.ts'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { deleteExpiredAttempts } from '../../src/infra/rate-limit/attempts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { fill, guestSend, save } from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const idOf = async () => (await shop.sql<{ id: number }>('select max(id)::int as id from basket'))[0]!.id
const age = (id: number, days: number) =>
  shop.sql(`update basket set updated_at = $2::timestamptz - make_interval(days => $3) where id = $1`, [
    id,
    shop.clock.now(),
    days,
  ])

test('a basket whose cookie is long over goes; a younger, a person’s and one with an order under way stay', async () => {
  const ids: number[] = []
  for (let nth = 0; nth < 2; nth++) {
    await fill(shop, shop.visitor(), { 'FH-OIL-1': 1 })
    ids.push(await idOf())
  }
  const buyer = shop.visitor()
  await fill(shop, buyer, { 'FH-OIL-1': 1 })
  ids.push(await idOf())
  expect((await save(buyer, guestSend())).body.error).toBe(false)
  await fill(shop, await shop.signedIn('retail@example.com'), { 'FH-OIL-1': 1 })
  ids.push(await idOf())
  for (const [nth, days] of [32, 30, 90, 90].entries()) await age(ids[nth]!, days)
  // Ordered long ago, and still under way.
  await shop.sql(`update orders set created_at = created_at - interval '60 days' where basket_id = $1`, [
    ids[2],
  ])

  await sweepBaskets(shop.context)
  const left = await shop.sql<{ id: number }>('select id::int from basket where id = any($1) order by id', [
    ids,
  ])
  expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
})

test('the password of a guest whose order lapsed is forgotten after two days', async () => {
  const buyer = shop.visitor()
  await fill(shop, buyer, { 'FH-OIL-1': 1 })
  const sent = guestSend()
  await save(buyer, { ...sent, contact: { ...sent.contact, email: 'lapsed@example.com' } })
  const hash = async () =>
    (
      await shop.sql<{ hash: string | null }>(
        `select guest_password_hash as hash from orders where contact->>'email' = 'lapsed@example.com'`,
      )
    )[0]!.hash
  await shop.sql(
    `update orders set guest_password_hash = 'hash' where contact->>'email' = 'lapsed@example.com'`,
  )
  shop.clock.pass(35)
  expect(await lapseOrders(shop.context)).toBeGreaterThan(0)
  shop.clock.pass(47 * 60)
  await deleteLapsedGuestPasswords(shop.context)
  expect(await hash()).toBe('hash')
  shop.clock.pass(2 * 60)
  await deleteLapsedGuestPasswords(shop.context)
  expect(await hash()).toBe(null)
})

test('failed logins are counted without the address that was typed, and forgotten when their window is over', async () => {
  await shop.visitor('192.0.2.77').post('/login', { email: 'Somebody@example.com', password: 'wrong' })
  const counted = () =>
    shop.sql<{ key: string }>(`select key from attempt_count where key like 'login:192.0.2.77%'`)
  const keys = (await counted()).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(keys.join(' ')).not.toMatch(/somebody|@/i)
  await deleteExpiredAttempts(shop.context.db, shop.clock.now())
  expect(await counted()).toHaveLength(2)
  shop.clock.pass(61)
  await deleteExpiredAttempts(shop.context.db, shop.clock.now())
  expect(await counted()).toEqual([])
})
