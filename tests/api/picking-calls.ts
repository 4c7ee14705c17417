import { randomUUID } from 'node:crypto'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

/** What the warehouse does with pick lists. */

export interface PickReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

export async function makePickList(
  staff: TestVisitor,
  orders: string[],
  request: string = randomUUID(),
): Promise<PickReply & { url: string | null }> {
  return (await staff.post<PickReply & { url: string | null }>('/admin/picking', { request, orders })).body
}

export const scan = async (staff: TestVisitor, url: string, code: string): Promise<PickReply> =>
  (await staff.post<PickReply>(`${url}/scan`, { code })).body

interface PickForm {
  product: number
  expected: number
  pieces?: number | string
  empty?: boolean
  reason?: string
}

export const pick = async (staff: TestVisitor, url: string, form: PickForm): Promise<PickReply> =>
  (await staff.post<PickReply>(`${url}/pick`, { request: randomUUID(), pieces: '', ...form })).body

export const finish = async (staff: TestVisitor, url: string, leave = false): Promise<PickReply> =>
  (await staff.post<PickReply>(`${url}/finish`, { leave, unpicked: await getUnpicked(staff, url) })).body

/** How many parts of the list are not picked, as its page shows. */
export async function getUnpicked(staff: TestVisitor, url: string): Promise<string> {
  const { text } = await staff.getPage(url)
  return /name="unpicked" value="(\d+)"/.exec(text)?.[1] ?? '0'
}

/** What is set aside for each line of an order. */
export const listReserved = async (shop: Pick<TestShop, 'sql'>, reference: string): Promise<number[]> => {
  const rows = await shop.sql<{ pieces: number }>(
    `select l.set_aside_quantity as pieces from order_line l join orders o on o.id = l.order_id
     where o.reference = $1 order by l.position`,
    [reference],
  )
  return rows.map(({ pieces }) => pieces)
}
