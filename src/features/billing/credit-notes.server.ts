import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { findValue, getRow } from '../../infra/database/query.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, pence } from '../../lib/money.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { isPrepaid } from '../orders/order.ts'
import type { Pieces } from '../orders/order-line.ts'
import { addHistory } from '../orders/service.ts'
import { isBought } from '../orders/states.ts'
import { creditNoteEmail } from './CreditNoteEmail.tsx'
import { type DocumentOrder, formatDocumentNumber } from './document.ts'
import { createCreditNoteContent } from './document-content.server.ts'
import { emailIssuedDocument } from './email-documents.server.ts'
import type { CreditSums } from './next-credit.ts'
import { assignDocumentNumber, insertDocument, toStoredKey } from './queries.ts'

export interface NumberedCreditNote extends Pick<CreditSums, 'net' | 'vat' | 'total'> {
  id: number
  number: string
}

interface NewCreditNote {
  reason: string
  requestKey: string | null
  /** Null: the shop itself. */
  staffId: number | null
  now: Date
  /** Null: the day of issue. */
  taxPoint: IsoDate | null
}

/** Numbers and stores a credit note, with its history and audit. */
export async function insertCreditNote(
  tx: Tx,
  config: Config,
  order: DocumentOrder,
  sums: CreditSums,
  facts: NewCreditNote,
): Promise<NumberedCreditNote> {
  const { reason, requestKey, staffId, now, taxPoint } = facts
  const { number, issuedAt } = await assignDocumentNumber(tx, 'credit_note', now)
  const formatted = formatDocumentNumber('credit_note', number)
  const { net, vat, total, lines } = sums
  const id = await insertDocument(tx, order, {
    // VAT Regulations 1995, regulation 38(5): the VAT is adjusted in the period of the decrease, not in that of the invoice.
    ...{ kind: 'credit_note', number, issuedAt, taxPoint, requestKey, reason, sums, lines },
    content: createCreditNoteContent(config, order, sums, { number: formatted, issuedAt, reason }),
  })
  await emailIssuedDocument(tx, order, { id, number: formatted })
  const { reference, state } = order
  const actor = staffId === null ? ({ kind: 'clock' } as const) : toActor(staffId)
  const detail = `${formatted} for ${formatPounds(total)}: ${reason}`
  await addHistory(tx, order.id, { state, event: 'credited', actor, why: detail, now })
  await addAuditEntry(tx, { actor, action: 'credit note issued', subject: `order ${reference}`, detail, now })
  return { id, number: formatted, net, vat, total }
}

/**
 * A held order is not invoiced, so a refund of it has no credit note yet: what was paid in advance goes back. Invoice and
 * credit note are issued together once it is released; the credit note has the day of the refund as its tax point.
 */
export const isCreditDeferred = ({
  method,
  state,
  onStop,
  isInvoiced,
  legacyNumber,
}: DocumentOrder): boolean =>
  isPrepaid({ method }) && isBought(state) && onStop && !isInvoiced && legacyNumber === null

interface DeferredRequest {
  reason: string
  requestKey: string | null
  staffId: number | null
  now: Date
  notSent?: readonly Pieces[] | undefined
}

/** Stores what is to be credited, with history, audit and the e-mail about the refund. Returns its id. */
export async function deferCreditNote(
  tx: Tx,
  order: DocumentOrder,
  { net, vat, total, lines }: CreditSums,
  request: DeferredRequest,
): Promise<number> {
  const { reason, requestKey, staffId, now } = request
  if (staffId === null) throw new Error('held orders are refunded by staff alone')
  const key = requestKey === null ? null : toStoredKey(order.id, requestKey)
  const { id } = await getRow(tx)<{ id: number }>`
    insert into deferred_credit_note (order_id, at, staff_id, request_key, reason, lines, net, vat)
    values (${order.id}, ${now}, ${staffId}, ${key}, ${reason}, ${JSON.stringify(lines)}::jsonb, ${net}, ${vat})
    returning id`
  const actor = toActor(staffId)
  const why = `follows with the invoice, for ${formatPounds(total)}: ${reason}`
  await addHistory(tx, order.id, { state: order.state, event: 'credited', actor, why, now })
  const subject = `order ${order.reference}`
  await addAuditEntry(tx, {
    actor,
    action: 'refunded before invoice',
    subject,
    detail: `${formatPounds(total)}: ${reason}`,
    now,
  })
  await creditNoteEmail.enqueue(tx, order, { number: null, id, total }, lines, request)
  return id
}

/** The deferred credit note that this form has already stored for the order; null: there is none. */
export const findDeferredByRequest = (tx: Tx, orderId: number, requestKey: string): Promise<number | null> =>
  findValue(tx)<number>`
    select id from deferred_credit_note where request_key = ${toStoredKey(orderId, requestKey)}`

/** Issues the credit notes that waited for the order's invoice, which is among its documents. */
export async function issueDeferredCreditNotes(
  tx: Tx,
  config: Config,
  order: DocumentOrder,
  now: Date,
): Promise<void> {
  for (const { id, at, staffId, reason, lines, net, vat } of order.deferred) {
    const sums = { net, vat, total: pence(net + vat), lines }
    const taxPoint = toLondonTime(new Date(at)).date
    const creditNote = await insertCreditNote(tx, config, order, sums, {
      ...{ reason, staffId, now, taxPoint },
      requestKey: null,
    })
    await sql`
      with issued as (
        update deferred_credit_note set credit_note_id = ${creditNote.id} where id = ${id}
      )
      update payment_refund set credit_note_id = ${creditNote.id} where deferred_credit_note_id = ${id}`.execute(
      tx,
    )
  }
}
