import type { Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { getPosition } from '../orders/order-line.ts'
import type { DocumentOrder } from './document-order.ts'
import { issueCreditNote } from './issue-credit-note.server.ts'
import { type CreditItems, getCreditable } from './next-credit.ts'
import type { Pieces } from './next-invoice.ts'
import { getDocumentOrder, listDespatchedPieces } from './queries.ts'

/**
 * Credits what was invoiced of an order that has ended and has not left: all of it, when nothing has. What has left is
 * still owed. The customer gets no e-mail.
 */
export async function creditUnsent(
  tx: Tx,
  config: Config,
  orderId: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const order = await getDocumentOrder(tx, orderId)
  await issueCreditNote(tx, config, {
    orderId,
    items: toUnsentItems(order, await listDespatchedPieces(tx, orderId)),
    reason,
    requestKey: null,
    restock: false,
    staffId: null,
    now,
    sendsEmail: false,
  })
}

function toUnsentItems(order: DocumentOrder, despatched: readonly Pieces[]): CreditItems {
  if (despatched.every(({ quantity }) => quantity === 0)) return 'all'
  const sent = new Map(despatched.map(({ position, quantity }) => [position, quantity]))
  const unsent = new Map(
    order.lines.map((line, index) => {
      const position = getPosition(line, index)
      return [position, line.quantity - (line.withdrawn ?? 0) - (sent.get(position) ?? 0)]
    }),
  )
  const lines = getCreditable(order).lines.flatMap(({ position, quantity }) => {
    const pieces = Math.min(quantity, unsent.get(position) ?? 0)
    return pieces > 0 ? [{ position, quantity: pieces }] : []
  })
  return { lines, delivery: false, amount: null }
}
