import { despatch } from '../api/despatch-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import type { TestShop } from './shop.ts'

/** E-mail addresses of people who do the same things; each is another person. */
export interface BusyPeople {
  buyers: string[]
  headBuyers: string[]
  apprentices: string[]
  staff: string[]
}

/** 30 customers of two companies, one of which is on stop, and 30 staff. */
export async function createBusyPeople(shop: TestShop): Promise<BusyPeople> {
  return {
    buyers: [
      ...(await copyPerson(shop, 'trade@example.com', 14)),
      ...(await copyPerson(shop, 'stopped@example.com', 4)),
    ],
    headBuyers: await copyPerson(shop, 'head@example.com', 5),
    apprentices: await copyPerson(shop, 'apprentice@example.com', 7),
    staff: await copyPerson(shop, 'staff@example.com', 30),
  }
}

interface CopyOptions {
  /** The number in the address of the first copy. */
  first?: number
  /** A table of people. */
  from?: string
}

/** People like this one, with its company, rights and password. */
export async function copyPerson(
  shop: Pick<TestShop, 'sql'>,
  email: string,
  count: number,
  { first = 1, from = 'person' }: CopyOptions = {},
): Promise<string[]> {
  const rows = await shop.sql<{ email: string }>(
    `insert into person (email, name, company_id, roles, permissions, orders_require_approval, staff_rights, password_hash,
       telephone, verified_at)
     select n || '-' || email, name || ' ' || n, company_id, roles, permissions, orders_require_approval, staff_rights,
       password_hash, telephone, verified_at
     from ${from}, generate_series($3::int, $3::int + $2::int - 1) n where email = $1 returning email`,
    [email, count, first],
  )
  return rows.map(row => row.email)
}

/** One company has something on its statement of October. Sessions of before have ended afterwards. */
export async function placeOrdersInOctober(shop: TestShop): Promise<void> {
  const now = shop.clock.now().toISOString()
  shop.clock.set('2026-10-20T09:00:00Z')
  const staff = await shop.signIn('staff@example.com')
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  const { success, message } = await despatch(staff, reference, { 1: 2 })
  if (!success) throw new Error(message)
  shop.clock.set(now)
}
