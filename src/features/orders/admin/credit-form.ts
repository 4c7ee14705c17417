import { type Pence, pence } from '../../../lib/money.ts'
import type { OpenLine } from '../despatch/rules.ts'
import type { Creditable } from '../documents/next-credit.ts'
import { isPaidByCard, type Order } from '../order.ts'
import { isIn } from '../states.ts'
import type { CreditFormView } from './page-props.ts'
import { isRefundable } from './rules.ts'

/** More inputs would be a slow page; the others follow in the next credit note. */
const maxCreditLines = 100

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
    lines: isCancelled ? [] : lines.slice(0, maxCreditLines).map(toFormLine),
    more: isCancelled ? 0 : Math.max(0, lines.length - maxCreditLines),
    delivery: delivery === null || isCancelled ? null : pence(delivery.net + delivery.vat),
    left: pence(left),
    isCard,
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
