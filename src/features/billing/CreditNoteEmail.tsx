import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { lowerFirst } from '../../lib/text.ts'
import { ActionLink, Code, EmailLayout, FactList, Paragraph, TextLink } from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'
import { pickLineName } from '../basket/lines/line-entry.ts'
import { PieceLines } from '../orders/emails/EmailLines.tsx'
import {
  customerOrder,
  penceAmount,
  pieceLine,
  toConfirmationUrl,
  toCustomerOrder,
} from '../orders/emails/payload-parts.ts'
import { formatPayment } from '../orders/messages.ts'
import { moneyBackPromises, moneyBackWays, toMoneyBackWay } from '../orders/money-back.ts'
import type { Pieces } from '../orders/order-line.ts'
import { createDocumentPath } from '../orders/service.ts'
import type { DocumentLine, DocumentOrder } from './document.ts'

const creditedLines = z.array(pieceLine.omit({ arrival: true }))

const creditPayload = customerOrder.extend({
  /** 'CN-000007'; null: it follows with the invoice, or there is none. */
  number: z.string().nullable(),
  /** False: a refund alone, of a cancelled order. */
  hasCreditNote: z.boolean().default(true),
  /** Inc VAT. */
  total: penceAmount,
  lines: creditedLines,
  /** Credited pieces that had not left; absent in older e-mails. */
  notSent: creditedLines.default([]),
  hasDelivery: z.boolean(),
  reason: z.string(),
  /** 'card ending 0006', to which it is refunded; null: nothing is. */
  card: z.string().nullable(),
  onAccount: z.boolean(),
  /** Of what staff pay back themselves; null: nothing. */
  moneyBackWay: z.enum(moneyBackWays).nullable().default(null),
  url: z.string(),
})

/** A credit note, one that is deferred and has no number, or a refund without one. */
type CreditOrRefund = { total: Pence } & ({ id: number; number: string | null } | { refundId: number })

const toKey = (credit: CreditOrRefund): string =>
  'refundId' in credit ? `refund ${credit.refundId}` : (credit.number ?? `deferred ${credit.id}`)

/**
 * Sent with each credit note: what is credited, and for a card that it is refunded. Also for the refund of an order that was
 * cancelled before, without `lines`.
 */
export const creditNoteEmail = defineEmail({
  kind: 'credit-note',
  name: number => (number === null ? 'Refund' : `Credit note ${number}`),
  sendAgainTo: 'customer',
  payload: creditPayload,
  create: (
    order: DocumentOrder,
    credit: CreditOrRefund,
    lines: readonly DocumentLine[],
    { reason, notSent = [] }: { reason: string; notSent?: readonly Pieces[] | undefined },
  ) => ({
    recipient: order.contact.email,
    key: toKey(credit),
    payload: {
      ...toCustomerOrder(order),
      ...('refundId' in credit ? { number: null, hasCreditNote: false } : { number: credit.number }),
      total: credit.total,
      lines: lines.flatMap(line =>
        line.kind === 'goods' ? [{ ...pickLineName(line), quantity: line.quantity }] : [],
      ),
      notSent: notSent.flatMap(({ position, quantity }) => {
        const line = lines.find(each => each.kind === 'goods' && each.position === position)
        return line ? [{ ...pickLineName(line), quantity }] : []
      }),
      hasDelivery: lines.some(({ kind }) => kind === 'delivery'),
      reason,
      card: order.method === 'card' ? lowerFirst(formatPayment(order)) : null,
      onAccount: order.method === 'account',
      moneyBackWay:
        order.method === 'counter' ? toMoneyBackWay(order.card ? [order.card.provider] : []) : null,
      url: toConfirmationUrl(order.reference),
    },
  }),
  subject: ({ number, reference, card }, shopName) => {
    if (number === null) return `Refund for order ${reference} – ${shopName}`
    return card === null
      ? `Credit note ${number} for order ${reference} – ${shopName}`
      : `Refund and credit note ${number} for order ${reference} – ${shopName}`
  },
  links: (payload, { config }: LinkDeps) => ({
    creditNote: payload.number && createDocumentPath(config.sessionSecret, payload, payload.number),
  }),
  component: ({ payload, links: { creditNote } }) => {
    const { name, number, reference, reason, purchaseOrder, lines, card, hasCreditNote } = payload
    const money = formatCredit(payload)
    return (
      <EmailLayout
        heading={card === null ? 'A credit for your order' : 'A refund for your order'}
        preview={money}
      >
        <Paragraph>
          {greet(name)}, this is about your order <Code>{reference}</Code>. {money}
        </Paragraph>
        <FactList
          facts={[
            ['Reason', reason],
            ['PO number', purchaseOrder],
            ['Also credited', payload.hasDelivery ? 'The delivery charge' : ''],
          ]}
        />
        <PieceLines heading="Credited, so we won’t be sending" lines={payload.notSent} />
        <PieceLines heading="What we’ve credited" lines={lines} />
        {hasCreditNote && (
          <Paragraph>
            {creditNote === null ? (
              'The invoice for your order will come with a credit note for this refund.'
            ) : (
              <TextLink path={creditNote}>Credit note {number} (PDF)</TextLink>
            )}
          </Paragraph>
        )}
        <ActionLink path={payload.url}>See your order</ActionLink>
      </EmailLayout>
    )
  },
})

function formatCredit({ total, card, onAccount, moneyBackWay }: z.output<typeof creditPayload>): string {
  const amount = formatPounds(total)
  if (card !== null)
    return `We’re refunding ${amount} to your ${card}. It may take your bank up to five working days to show it.`
  if (moneyBackWay !== null) return `${amount} ${moneyBackPromises[moneyBackWay]}`
  return onAccount ? `We’ve credited ${amount} to your account.` : `The credit is for ${amount}.`
}
