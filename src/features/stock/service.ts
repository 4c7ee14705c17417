import type { Db, Tx } from '../../infra/app-context.ts'
import { allocateOldestFirst, type SendableLine } from './allocate.ts'
import { getOnHand, listOpenOrderLines } from './queries.ts'

/**
 * The open lines of these products' orders, the oldest order first, with what each can send of what is on hand
 * (R-STOCK-7).
 */
export async function listSendableLines(db: Db | Tx, productIds: readonly number[]): Promise<SendableLine[]> {
  const [lines, onHand] = await Promise.all([listOpenOrderLines(db, productIds), getOnHand(db, productIds)])
  const sendable = allocateOldestFirst(onHand, lines)
  return lines.map((line, nth) => ({ ...line, sendable: sendable[nth]! }))
}

/**
 * The lines that can send more than they could before a delivery, the oldest order first. `delivered`: pieces by product.
 * `sendable`: what they can send now.
 */
export async function listLinesFreedBy(
  db: Db,
  delivered: ReadonlyMap<number, number>,
): Promise<SendableLine[]> {
  const lines = await listSendableLines(db, [...delivered.keys()])
  const onHand = await getOnHand(db, [...delivered.keys()])
  const before = new Map([...onHand].map(([id, count]) => [id, Math.max(0, count - delivered.get(id)!)]))
  const earlier = allocateOldestFirst(before, lines)
  return lines.filter(({ sendable }, nth) => sendable > earlier[nth]!)
}
