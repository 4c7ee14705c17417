import type { Db, Tx } from '../../infra/app-context.ts'
import { allocateOldestFirst, type SendableLine } from './allocate.ts'
import { getOnHand, listOpenOrderLines } from './queries.ts'

/**
 * The open lines of these products' orders, the oldest order first, with what each can send of what is on hand
 * (R-STOCK-6).
 */
export async function listSendableLines(db: Db | Tx, productIds: readonly number[]): Promise<SendableLine[]> {
  const [lines, onHand] = await Promise.all([listOpenOrderLines(db, productIds), getOnHand(db, productIds)])
  const sendable = allocateOldestFirst(onHand, lines)
  return lines.map((line, nth) => ({ ...line, sendable: sendable[nth]! }))
}
