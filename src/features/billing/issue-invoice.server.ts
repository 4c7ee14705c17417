import type { Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { calculateDueDay } from '../../lib/shop-settings.ts'
import { isWithoutPayment } from '../orders/order.ts'
import type { Pieces } from '../orders/order-line.ts'
import { isBought } from '../orders/states.ts'
import { issueDeferredCreditNotes } from './credit-notes.server.ts'
import { type DocumentOrder, formatDocumentNumber } from './document.ts'
import { createInvoiceContent } from './document-content.server.ts'
import { emailIssuedDocument } from './email-documents.server.ts'
import { calculateNextInvoice, type InvoiceSums, toDocumentLines } from './next-invoice.ts'
import { assignDocumentNumber, findTerms, getDocumentOrder, insertDocument } from './queries.ts'

export interface InvoiceRequest {
  /** Null: the invoice comes with no parcel. */
  parcel: { id: number; number: number } | null
  /** What it is for, 'rest': all that is not invoiced yet. */
  pieces: readonly Pieces[] | 'rest'
  now: Date
}

export interface IssuedDocument {
  id: number
  number: string
}

/**
 * Issues the next invoice of an order that is bought, is to be paid for and is not held. Null: there is nothing to invoice. The caller holds the
 * order's lock. The counter is locked from here to the end of the transaction: lock orders and stock before.
 */
export async function issueInvoice(
  tx: Tx,
  config: Config,
  order: { id: number },
  request: InvoiceRequest,
): Promise<IssuedDocument | null> {
  const documentOrder = await getDocumentOrder(tx, order.id)
  if (isNumberedBefore(documentOrder)) return writeNumberedInvoice(tx, config, documentOrder)
  const { state, onStop } = documentOrder
  const isToInvoice = isBought(state) && !onStop && !isWithoutPayment(documentOrder)
  return isToInvoice ? issueNextInvoice(tx, config, documentOrder, request) : null
}

/**
 * The same for an order that was read already, whatever its state. One of which something was refunded while it was held is
 * invoiced whole, with its credit notes.
 */
export async function issueNextInvoice(
  tx: Tx,
  config: Config,
  order: DocumentOrder,
  { parcel, pieces, now }: InvoiceRequest,
): Promise<IssuedDocument | null> {
  const isDeferred = order.deferred.length > 0
  const sums = calculateNextInvoice(order, isDeferred ? 'rest' : pieces, order.invoiced)
  if (!sums) return null
  const { number, issuedAt } = await assignDocumentNumber(tx, 'invoice', now)
  const issuedOn = toLondonTime(issuedAt).date
  const due = order.method === 'account' ? ((await findTerms(tx, order.id)) ?? config.invoiceDue) : null
  const dueOn = due && calculateDueDay(issuedOn, due)
  const invoice = await insertInvoice(tx, config, order, sums, { number, issuedAt, dueOn, parcel })
  await emailIssuedDocument(tx, order, invoice)
  if (isDeferred) await issueDeferredCreditNotes(tx, config, await getDocumentOrder(tx, order.id), now)
  return invoice
}

export const isNumberedBefore = ({
  legacyNumber,
  isInvoiced,
}: Pick<DocumentOrder, 'legacyNumber' | 'isInvoiced'>): boolean => legacyNumber !== null && !isInvoiced

/** The row of an invoice that was numbered when its order was placed: with that number and day, for the whole order. */
export async function writeNumberedInvoice(
  tx: Tx,
  config: Config,
  order: DocumentOrder,
): Promise<IssuedDocument | null> {
  const sums = calculateNextInvoice(order, 'rest', [])
  if (!sums || order.legacyNumber === null) return null
  return insertInvoice(tx, config, order, sums, {
    number: order.legacyNumber,
    issuedAt: order.placedAt!,
    dueOn: order.legacyDue,
    parcel: null,
  })
}

interface InvoiceFacts {
  number: number
  issuedAt: Date
  dueOn: IsoDate | null
  parcel: InvoiceRequest['parcel']
}

async function insertInvoice(
  tx: Tx,
  config: Config,
  order: DocumentOrder,
  sums: InvoiceSums,
  { number, issuedAt, dueOn, parcel }: InvoiceFacts,
): Promise<IssuedDocument> {
  const formatted = formatDocumentNumber('invoice', number)
  // VAT Act 1994, section 6(4): payment before the invoice is the tax point.
  const taxPoint = toLondonTime(order.paidAt ?? issuedAt).date
  const id = await insertDocument(tx, order, {
    ...{ kind: 'invoice', number, issuedAt, taxPoint, dueOn, parcelId: parcel?.id, sums },
    content: createInvoiceContent(config, order, sums, {
      ...{ number: formatted, issuedAt, taxPoint, dueOn },
      parcel: parcel?.number ?? null,
    }),
    lines: toDocumentLines(sums, order),
  })
  return { id, number: formatted }
}
