import { expect } from 'vitest'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

interface AuditedStaff {
  shop: TestShop
  staff: TestVisitor
  staffId: number
}

/** Does a write and expects its entry: who, when, before and after. `route`: as declared; `path`: with its parameters. */
export async function expectAuditEntry(
  { shop, staff, staffId }: AuditedStaff,
  route: string,
  path: string,
  body: object,
  action: string,
  detail: RegExp,
) {
  const [last] = await shop.sql<{ id: number }>('select coalesce(max(id), 0)::int as id from audit')
  const reply = await staff.post<{ success: boolean }>(path, body)
  expect([route, reply.status, reply.body]).toMatchObject([route, 200, { success: true }])
  const entries = await shop.sql<{ actor: string; action: string; detail: string; at: Date }>(
    'select actor, action, detail, at from audit where id > $1 order by id',
    [last!.id],
  )
  const entry = entries.find(each => each.action === action)
  expect([route, entry?.actor, entry?.detail]).toEqual([
    route,
    `person ${staffId}`,
    expect.stringMatching(detail),
  ])
  expect(entry!.at.getTime()).toBe(shop.clock.now().getTime())
  return reply.body
}
