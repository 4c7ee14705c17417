import type { Db, Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import type { Result } from '../../lib/result.ts'
import { isPrepaid, isWithoutPayment } from '../orders/order.ts'
import { getPosition, type Pieces, type PiecesToRestock } from '../orders/order-line.ts'
import { isBought } from '../orders/states.ts'
import { returnToStock } from '../stock/service.ts'
import { creditNoteEmail } from './CreditNoteEmail.tsx'
import {
  deferCreditNote,
  insertCreditNote,
  isCreditDeferred,
  type NumberedCreditNote,
} from './credit-notes.server.ts'
import type { DocumentOrder } from './document.ts'
import { isNumberedBefore, issueNextInvoice, writeNumberedInvoice } from './issue-invoice.server.ts'
import {
  type CreditItems,
  type CreditRefusal,
  type CreditSums,
  calculateCredit,
  getCreditable,
} from './next-credit.ts'
import { calculateNextInvoice, listNotInvoiced, toDocumentLines } from './next-invoice.ts'
import {
  addRestockedPieces,
  findCreditNoteByRequest,
  getDocumentOrder,
  listDespatchedPieces,
  listPiecesOut,
} from './queries.ts'

export interface CreditNoteRequest {
  orderId: number
  items: CreditItems
  /** It is printed on the credit note. */
  reason: string
  /** Of the form: pressing twice issues one credit note. Null: the caller prevents a second one. */
  requestKey: string | null
  /** Pieces that have left the shop go back on hand. */
  restock: boolean
  /** Null: the shop itself. */
  staffId: number | null
  now: Date
  /** The credited pieces that had not left and will not be sent; the e-mail says so. */
  notSent?: readonly Pieces[] | undefined
  /** False: another e-mail tells the customer. */
  sendsEmail?: boolean
}

export interface CreditNote extends NumberedCreditNote {
  /** How many pieces went back on hand; absent: none were to. */
  restocked?: number
  /** How many pieces that had not left are not sent; absent: none. */
  withdrawn?: number
  /** What of these was set aside. */
  toRestock?: readonly PiecesToRestock[]
}

/** `deferredId`: the order is held and not invoiced, and the credit note is issued with its invoice. */
export type CreditNoteResult = Result<{ creditNote: CreditNote } | { deferredId: number }, CreditRefusal>

/**
 * Issues a credit note of an order that the caller has locked, with its restocking, history, audit and e-mail. What a card
 * paid and is not invoiced yet is invoiced first, and so are pieces that will not be sent. It refunds nothing: for that, payments/service has `creditOrder`. Lock all
 * else before: the counters stay locked to the end of the transaction.
 */
export async function issueCreditNote(
  tx: Tx,
  config: Config,
  request: CreditNoteRequest,
): Promise<CreditNoteResult> {
  const { orderId, items, requestKey, now } = request
  const earlier = requestKey === null ? null : await findCreditNoteByRequest(tx, orderId, requestKey)
  if (earlier) return { ok: true, creditNote: earlier }
  const order = await getDocumentOrder(tx, orderId)
  const toInvoice = listPiecesToInvoice(order, await listDespatchedPieces(tx, orderId), request.notSent ?? [])
  const planned = planCredit(order, items, toInvoice)
  if (!planned.ok) return planned
  if (isCreditDeferred(order))
    return { ok: true, deferredId: await deferCreditNote(tx, order, planned, request) }
  const restocked = request.restock ? await restock(tx, order, planned, request) : null
  const before = await issueMissingInvoice(tx, config, order, toInvoice, now)
  const creditNote = await insertCreditNote(tx, config, before, planned, { ...request, taxPoint: null })
  if (request.sendsEmail ?? true) {
    await creditNoteEmail.enqueue(tx, order, creditNote, planned.lines, request)
  }
  return { ok: true, creditNote: { ...creditNote, ...(restocked !== null && { restocked }) } }
}

export const planCreditNote = async (tx: Db | Tx, orderId: number, items: CreditItems) =>
  planCredit(await getDocumentOrder(tx, orderId), items)

/** `toInvoice`: what `listPiecesToInvoice` lists of the pieces that will not be sent. */
export const planCredit = (
  order: DocumentOrder,
  items: CreditItems,
  toInvoice: readonly Pieces[] = [],
): ReturnType<typeof calculateCredit> =>
  calculateCredit({ ...order, ...toIssuedLines(order, toInvoice) }, items)

/**
 * The lines of the order's invoices, with the one that is issued before a credit note or together with it, and of its
 * credits.
 */
export function toIssuedLines(
  order: DocumentOrder,
  toInvoice: readonly Pieces[] = [],
): Pick<DocumentOrder, 'invoiced' | 'credited'> {
  const isMissing = lacksInvoice(order) || isCreditDeferred(order)
  const missing = calculateNextInvoice(order, isMissing ? 'rest' : toInvoice, order.invoiced)
  const { invoiced, credited, deferred } = order
  return {
    invoiced: missing ? [...invoiced, ...toDocumentLines(missing, order)] : invoiced,
    credited: [...credited, ...deferred.flatMap(({ lines }) => lines)],
  }
}

/**
 * Of these pieces, which have not left, those that are invoiced before they are credited. Without that the customer would be
 * credited for pieces that were sent.
 */
export const listPiecesToInvoice = (
  order: DocumentOrder,
  despatched: readonly Pieces[],
  notSent: readonly Pieces[],
): Pieces[] =>
  order.invoiced.length === 0 || lacksInvoice(order) || isCreditDeferred(order) || isWithoutPayment(order)
    ? []
    : listNotInvoiced(order, despatched, notSent)

// A card payment is the tax point of everything that it paid for, sent or not. A held order is not invoiced, nor one of
// which a part is still to be paid.
const lacksInvoice = (order: DocumentOrder): boolean =>
  isNumberedBefore(order) ||
  (isPrepaid(order) && isBought(order.state) && !order.onStop && order.amountDue === 0)

/** Returns the order with its invoices as they are then. */
async function issueMissingInvoice(
  tx: Tx,
  config: Config,
  order: DocumentOrder,
  toInvoice: readonly Pieces[],
  now: Date,
): Promise<DocumentOrder> {
  const isMissing = lacksInvoice(order)
  if (!isMissing && toInvoice.length === 0) return order
  const pieces = isMissing ? 'rest' : toInvoice
  const issued = isNumberedBefore(order)
    ? await writeNumberedInvoice(tx, config, order)
    : await issueNextInvoice(tx, config, order, { parcel: null, pieces, now })
  return issued ? getDocumentOrder(tx, order.id) : order
}

/** Restocks only what has left and is not back yet. Returns how many pieces. */
async function restock(
  tx: Tx,
  { id, reference }: DocumentOrder,
  { lines }: CreditSums,
  { staffId, now }: CreditNoteRequest,
): Promise<number> {
  if (staffId === null) throw new Error('goods are put back by staff alone')
  const out = new Map((await listPiecesOut(tx, id)).map(({ position, quantity }) => [position, quantity]))
  const pieces = lines.flatMap(({ position, productId, quantity }) => {
    if (position === null || productId === null) return []
    const back = Math.min(quantity, out.get(position) ?? 0)
    return back > 0 ? [{ position, productId, quantity: back }] : []
  })
  await returnToStock(tx, id, pieces, { note: `order ${reference}`, staffId, now })
  await addRestockedPieces(tx, id, pieces)
  return pieces.reduce((count, { quantity }) => count + quantity, 0)
}

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
