import type { Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { addHistory } from '../orders/service.ts'
import { type DocumentOrder, formatDocumentNumber } from './document.ts'
import { createCreditNoteContent } from './document-content.server.ts'
import type { CreditSums } from './next-credit.ts'
import { assignDocumentNumber, insertDocument } from './queries.ts'

export interface NumberedCreditNote {
  id: number
  /** 'CN-000007'. */
  number: string
  net: Pence
  vat: Pence
  total: Pence
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
  const issuedOn = toLondonTime(issuedAt).date
  const { net, vat, total, lines } = sums
  const id = await insertDocument(tx, {
    kind: 'credit_note',
    number,
    orderId: order.id,
    companyId: order.companyId,
    onAccount: order.method === 'account',
    issuedAt,
    issuedOn,
    // VAT Regulations 1995, regulation 38(5): the VAT is adjusted in the period of the decrease, not in that of the invoice.
    taxPoint: taxPoint ?? issuedOn,
    dueOn: null,
    parcelId: null,
    requestKey,
    reason,
    net,
    vat,
    total,
    vatRateBp: order.vatRateBp,
    content: createCreditNoteContent(config, order, sums, { number: formatted, issuedAt, reason }),
    lines,
  })
  const { reference, state } = order
  const actor = staffId === null ? ({ kind: 'clock' } as const) : toActor(staffId)
  const detail = `${formatted} for ${formatPounds(total)}: ${reason}`
  await addHistory(tx, order.id, { state, event: 'credited', actor, why: detail, now })
  await addAuditEntry(tx, { actor, action: 'credit note issued', subject: `order ${reference}`, detail, now })
  return { id, number: formatted, net, vat, total }
}
