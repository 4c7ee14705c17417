import { type Pence, pence } from '../../../lib/money.ts'
import type { OpenLine } from '../despatch/rules.ts'
import type { Creditable } from '../documents/next-credit.ts'
import { isPaidByCard, type Order } from '../order.ts'
import { isIn } from '../states.ts'
import type { CreditFormView } from './page-props.ts'
import { isRefundable, type TypedRefund } from './rules.ts'

/** `refundable`: of the card; null: no card paid. Null: nothing can be credited or refunded. */
export function toCreditForm(
  order: Pick<Order, 'state' | 'method'>,
  { lines, delivery, total }: Creditable,
  refundable: Pence | null,
  openLines: readonly OpenLine[],
): CreditFormView | null {
  if (!isRefundable(order.state)) return null
  const isCard = isPaidByCard(order)
  // Of a cancelled order only the refund can be outstanding: its credit note was issued when it was cancelled.
  const isCancelled = order.state === 'cancelled'
  const left = isCancelled && isCard ? (refundable ?? 0) : Math.min(total, isCard ? (refundable ?? 0) : total)
  // On account, what has not left can be credited although nothing is left of the invoices.
  const hasUnsent = !isCard && !isCancelled && lines.length > 0
  if (left === 0 && !hasUnsent) return null
  return {
    lines: isCancelled ? [] : lines.map(toFormLine),
    delivery: delivery === null || isCancelled ? null : pence(delivery.net + delivery.vat),
    left: pence(left),
    isCard,
    isRefundAlone: isCancelled && isCard,
    canWithdraw:
      isIn('isDespatchable', order.state) &&
      openLines.some(({ quantity, despatchedQuantity }) => despatchedQuantity < quantity),
    canRestock: openLines.some(({ despatchedQuantity }) => despatchedQuantity > 0),
  }
}

const toFormLine = ({ position, code, title, quantity, net, vat }: Creditable['lines'][number]) => ({
  position,
  code,
  title,
  quantity,
  total: pence(net + vat),
})

/** The form of a page of the order's lines, or the lines that were sent with it. More inputs would be a slow page. */
export function pickCreditLines(
  credit: CreditFormView | null,
  page: readonly { position?: number }[],
  typed: TypedRefund | undefined,
): CreditFormView | null {
  if (!credit) return null
  const listed = new Set((typed?.lines.length ? typed.lines : page).map(({ position }) => position))
  return { ...credit, lines: credit.lines.filter(({ position }) => listed.has(position)) }
}
