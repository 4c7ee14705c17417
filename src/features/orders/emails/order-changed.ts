import { z } from 'zod'
import { formatPounds, type Pence, zero } from '../../../lib/money.ts'
import type { CorrectedField } from '../corrections/correction.ts'
import type { Order } from '../order.ts'
import { linkVersion, penceAmount } from '../order-line-schema.ts'

/** What the e-mail 'your order has been changed' says. */
export const orderChangedFacts = z.object({
  reference: z.string(),
  linkVersion,
  name: z.string(),
  purchaseOrder: z.string(),
  changes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  total: penceAmount,
  /** What is refunded to the card; 0: nothing. */
  moneyBack: penceAmount,
  /** What is still to be paid by card; 0: nothing. */
  amountDue: penceAmount.default(zero),
  /** Of the order's page. */
  url: z.string(),
})
export type OrderChangedFacts = z.output<typeof orderChangedFacts>

export const orderChangedKind = 'order-changed'

/** The e-mail for the outbox, to the order as it is after the correction; its key allows one for each. */
export function orderChangedEmail(
  {
    reference,
    linkVersion,
    contact,
    purchaseOrder,
    total,
  }: Pick<Order, 'reference' | 'linkVersion' | 'contact' | 'purchaseOrder' | 'total'>,
  correction: { id: number; changes: readonly CorrectedField[]; moneyBack: Pence; amountDue: Pence },
) {
  const facts: z.input<typeof orderChangedFacts> = {
    reference,
    linkVersion,
    name: contact.name,
    purchaseOrder,
    changes: correction.changes.map(({ name, before, after }) => ({ name, before, after })),
    total,
    moneyBack: correction.moneyBack,
    amountDue: correction.amountDue,
    url: `/order/${reference}/confirmation`,
  }
  const dedupeKey = `${orderChangedKind}:${correction.id}`
  return { kind: orderChangedKind, recipient: contact.email, facts, dedupeKey }
}

export const orderChangedSubject = ({ reference }: OrderChangedFacts, shopName: string): string =>
  `Your order ${reference} has been changed – ${shopName}`

/** What happens to the customer's money; '': nothing. */
export function formatDifference({ moneyBack, amountDue }: OrderChangedFacts): string {
  if (amountDue > 0)
    return `${formatPounds(amountDue)} is still to be paid. Please pay it by card: we’ll carry on with your order as soon as it is paid.`
  return moneyBack > 0
    ? `${formatPounds(moneyBack)} will be refunded to the card you paid with. It may take your bank up to five working days to show it.`
    : ''
}
