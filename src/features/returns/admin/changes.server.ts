import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { isWithoutPayment } from '../../orders/order.ts'
import { lockOrder, type Order } from '../../orders/service.ts'
import { insertMovement } from '../../stock/service.ts'
import {
  findReturn,
  getReturnVersion,
  hasInvoice,
  listReturnableLines,
  moveReturn,
  type ReturnMove,
} from '../queries.ts'
import { returnEmails } from '../ReturnEmails.tsx'
import { canMoveReturn, formatReturnNumber, type ReturnRequest, type ReturnState } from '../returns.ts'
import { nothingPaidMessage } from './messages.ts'
import { isMovedByRequest, updateInspected, updatePieces, updateReply } from './queries.ts'
import {
  decideAuthorised,
  decideInspected,
  decideReceived,
  type ReturnedStock,
  type TypedInspection,
  type TypedQuantity,
  toReturnedStock,
} from './rules.ts'

/** What staff do with a return. Each is one transaction under the lock of its order. */

export interface ReturnChange {
  /** `getReturnVersion` of the page that the form was on. */
  seen: number
  requestKey: string
  staffId: number
  now: Date
}

export type ReturnChangeResult =
  | { done: true }
  /** A colleague was first. */
  | { done: false; why: 'changed' }
  | { done: false; why: 'invalid'; errors: FieldErrors }

interface ReturnStep {
  to: ReturnState
  /** Of the history; staff alone read it. */
  note?: string
  /** The e-mail that the customer gets. */
  email?: keyof typeof returnEmails
  /** Writes what the step decides; the errors of its form: nothing is done. */
  apply: (tx: Tx, request: ReturnRequest, order: Order) => Promise<FieldErrors | null>
}

type ChangeContext = Pick<AppContext, 'config'> & { db: Db }

/** The same form sent again answers as the first one did. */
export async function changeReturn(
  { db, config }: ChangeContext,
  { id, orderId }: Pick<ReturnRequest, 'id' | 'orderId'>,
  change: ReturnChange,
  { to, note = '', email, apply }: ReturnStep,
): Promise<ReturnChangeResult> {
  const { seen, requestKey, staffId, now } = change
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    if (await isMovedByRequest(tx, requestKey)) return { done: true }
    const request = (await findReturn(tx, id))!
    const isCurrent = (await getReturnVersion(tx, id)) === seen && canMoveReturn(request.state, to)
    if (!isCurrent) return { done: false, why: 'changed' }
    const errors = await apply(tx, request, order)
    if (errors) return { done: false, why: 'invalid', errors }
    const move = { actor: `person ${staffId}`, now }
    await recordMove(tx, order, { ...move, id, from: request.state, to, note, requestKey })
    if (email) await enqueueReturnEmail(tx, config, order, id, email)
    if (to === 'inspected' && (await isNothingPaid(tx, order))) {
      await updateReply(tx, id, nothingPaidMessage)
      const closing = { from: to, to: 'closed', note: nothingPaidMessage, requestKey: null } as const
      await recordMove(tx, order, { ...move, ...closing, id })
      await enqueueReturnEmail(tx, config, order, id, 'closed')
    }
    return { done: true }
  })
}

async function recordMove(tx: Tx, order: Order, { id, ...move }: ReturnMove & { id: number }): Promise<void> {
  const { from, to, actor, note, now } = move
  await moveReturn(tx, id, move)
  const subject = `return ${formatReturnNumber(id)}`
  const states = `order ${order.reference}, ${from} → ${to}`
  const detail = [states, note].filter(part => part !== '').join(': ')
  await addAuditEntry(tx, { actor, action: `return ${to}`, subject, detail, now })
}

async function enqueueReturnEmail(
  tx: Tx,
  config: ChangeContext['config'],
  order: Order,
  id: number,
  event: keyof typeof returnEmails,
): Promise<void> {
  const request = (await findReturn(tx, id))!
  await returnEmails[event].enqueue(tx, order, request, config.returns.address)
}

// R-INVOICE-10: nothing is paid for such an order, so there is nothing to credit once its goods are inspected.
const isNothingPaid = async (tx: Tx, order: Order): Promise<boolean> =>
  order.total === 0 || (isWithoutPayment(order) && !(await hasInvoice(tx, order.id)))

type Identified = Pick<ReturnRequest, 'id' | 'orderId'>

/** Lets the customer send the goods. `chargePercent`: of the price, as a handling charge. */
export const authoriseReturn = (
  context: ChangeContext,
  request: Identified,
  change: ReturnChange,
  { lines, chargePercent, note }: { lines: readonly TypedQuantity[]; chargePercent: number; note: string },
): Promise<ReturnChangeResult> =>
  changeReturn(context, request, change, {
    to: 'authorised',
    note,
    email: 'authorised',
    apply: async (tx, { id, lines: requested }) => {
      const decided = decideAuthorised(requested, lines)
      if ('errors' in decided) return decided.errors
      await updatePieces(tx, id, 'authorised', decided.pieces)
      await updateReply(tx, id, note, chargePercent)
      return null
    },
  })

/** Ends a return with a reason that the customer reads: it is refused, never came, or is not credited. */
export const endReturn = (
  context: ChangeContext,
  request: Identified,
  change: ReturnChange,
  to: 'refused' | 'closed',
  reason: string,
): Promise<ReturnChangeResult> =>
  changeReturn(context, request, change, {
    to,
    note: reason,
    email: to,
    apply: async (tx, { id }) => {
      await updateReply(tx, id, reason)
      return null
    },
  })

export const receiveReturn = (
  context: ChangeContext,
  request: Identified,
  change: ReturnChange,
  lines: readonly TypedQuantity[],
): Promise<ReturnChangeResult> =>
  changeReturn(context, request, change, {
    to: 'received',
    email: 'received',
    apply: async (tx, { id, orderId, lines: authorised }) => {
      const decided = decideReceived(authorised, await listReturnableLines(tx, orderId), lines)
      if ('errors' in decided) return decided.errors
      await updatePieces(tx, id, 'received', decided.pieces)
      return null
    },
  })

/**
 * Everything received is booked into stock as returned, and what cannot be sold is booked out as damaged. A return of an order
 * for which nothing was invoiced is then closed.
 */
export const inspectReturn = (
  context: ChangeContext,
  request: Identified,
  change: ReturnChange,
  lines: readonly TypedInspection[],
): Promise<ReturnChangeResult> =>
  changeReturn(context, request, change, {
    to: 'inspected',
    apply: async (tx, { id, lines: received }) => {
      const decided = decideInspected(received, lines)
      if ('errors' in decided) return decided.errors
      await updateInspected(tx, id, decided.inspected)
      for (const stock of toReturnedStock(received, decided.inspected)) await bookStock(tx, id, stock, change)
      return null
    },
  })

async function bookStock(
  tx: Tx,
  id: number,
  { productId, received, scrapped }: ReturnedStock,
  { staffId, now }: ReturnChange,
): Promise<void> {
  const number = formatReturnNumber(id)
  const movement = { productId, note: number, staffId, now }
  await insertMovement(tx, { ...movement, change: received, reason: 'return', requestKey: `${number} in` })
  if (scrapped === 0) return
  await insertMovement(tx, { ...movement, change: -scrapped, reason: 'damage', requestKey: `${number} out` })
}
