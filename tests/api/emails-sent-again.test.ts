import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { expectAuditEntry } from './audit-calls.ts'
import { createDearerOrder } from './payment-link-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const key = () => ({ request: randomUUID() })

test('a payment link or an e-mail sent again is in the audit once for a press', async () => {
  const [person] = await shop.sql<{ id: number }>(`select id from person where email = 'staff@example.com'`)
  const { reference } = await createDearerOrder(shop, staff)
  const path = `/admin/orders/${reference}`
  const route = 'POST /admin/orders/:reference/payment-link'
  await expectAuditEntry(
    { shop, staff, staffId: person!.id },
    route,
    `${path}/payment-link`,
    key(),
    'payment link sent again',
    /^£\d+\.\d\d$/,
  )
  const [email] = await shop.sql<{ id: number }>(
    `select min(id)::int as id from mail_outbox where facts->>'reference' = $1`,
    [reference],
  )
  for (const call of [`${path}/payment-link`, `${path}/emails/${email!.id}/send-again`]) {
    const press = key()
    await staff.post(call, press)
    const count = await countEntries()
    expect((await staff.post<{ success: boolean }>(call, press)).body.success).toBe(true)
    expect(await countEntries()).toBe(count)
  }
})

const countEntries = async () =>
  (await shop.sql<{ count: number }>('select count(*)::int as count from audit'))[0]!.count
