import { z } from 'zod'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { pickLineName } from '../../basket/line-entry.ts'
import { lineName } from '../../basket/line-entry-schema.ts'
import { formatPayment } from '../account/view.ts'
import type { DocumentLine } from '../documents/document.ts'
import type { DocumentOrder } from '../documents/document-order.ts'
import type { Pieces } from '../documents/next-invoice.ts'
import { isPaidByCard } from '../order.ts'
import { linkVersion, penceAmount } from '../order-line-schema.ts'

const creditedLines = z.array(z.object({ ...lineName, quantity: z.int() }))

/** What the e-mail about a credit note says; of a card order it is the e-mail about the refund too. */
export const creditNoteFacts = z.object({
  reference: z.string(),
  linkVersion,
  name: z.string(),
  purchaseOrder: z.string(),
  /** 'CN-000007'; null: it follows with the invoice, or there is none. */
  number: z.string().nullable(),
  /** False: a refund alone, of a cancelled order. */
  hasCreditNote: z.boolean().default(true),
  /** Inc VAT. */
  total: penceAmount,
  lines: creditedLines,
  /** Credited pieces that had not left; absent in older e-mails. */
  notSent: creditedLines.default([]),
  /** The delivery charge is credited. */
  hasDelivery: z.boolean(),
  reason: z.string(),
  /** 'card ending 0006', to which it is refunded; null: nothing is. */
  card: z.string().nullable(),
  onAccount: z.boolean(),
  /** Of the order's page. */
  url: z.string(),
})
export type CreditNoteFacts = z.output<typeof creditNoteFacts>

export const creditNoteKind = 'credit-note'

/** The e-mail for the outbox; its key allows one for each credit note. `id`: of what is deferred, without a number. */
export function creditNoteEmail(
  order: DocumentOrder,
  { id, number, total }: { id: number; number: string | null; total: Pence },
  lines: readonly DocumentLine[],
  { reason, notSent = [] }: { reason: string; notSent?: readonly Pieces[] | undefined },
) {
  const { reference, contact, purchaseOrder } = order
  const facts: z.input<typeof creditNoteFacts> = {
    reference,
    linkVersion: order.linkVersion,
    name: contact.name,
    purchaseOrder,
    number,
    total,
    lines: lines.flatMap(line =>
      line.kind === 'goods' ? [{ ...pickLineName(line), quantity: line.quantity }] : [],
    ),
    notSent: notSent.flatMap(({ position, quantity }) => {
      const line = lines.find(each => each.kind === 'goods' && each.position === position)
      return line ? [{ ...pickLineName(line), quantity }] : []
    }),
    hasDelivery: lines.some(({ kind }) => kind === 'delivery'),
    reason,
    card: isPaidByCard(order) ? lowerFirst(formatPayment(order)) : null,
    onAccount: order.method === 'account',
    url: `/order/${reference}/confirmation`,
  }
  return {
    kind: creditNoteKind,
    recipient: contact.email,
    facts,
    dedupeKey: `${creditNoteKind}:${number ?? `deferred ${id}`}`,
  }
}

/** About a refund without a credit note, of an order that was cancelled before; its key allows one for each refund. */
export function refundEmail(
  order: DocumentOrder,
  { refundId, total, reason }: { refundId: number; total: Pence; reason: string },
) {
  const { facts, ...email } = creditNoteEmail(order, { id: refundId, number: null, total }, [], { reason })
  return {
    ...email,
    facts: { ...facts, hasCreditNote: false },
    dedupeKey: `${creditNoteKind}:refund ${refundId}`,
  }
}

export function creditNoteSubject({ number, reference, card }: CreditNoteFacts, shopName: string): string {
  if (number === null) return `Refund for order ${reference} – ${shopName}`
  return card === null
    ? `Credit note ${number} for order ${reference} – ${shopName}`
    : `Refund and credit note ${number} for order ${reference} – ${shopName}`
}

/** What happens to the customer's money. */
export function formatCredit({ total, card, onAccount }: CreditNoteFacts): string {
  const amount = formatPounds(total)
  if (card !== null)
    return `We’re refunding ${amount} to your ${card}. It may take your bank up to five working days to show it.`
  return onAccount ? `We’ve credited ${amount} to your account.` : `The credit is for ${amount}.`
}
