import { type Pence, pence } from '../../../lib/money.ts'
import { upperFirst } from '../../../lib/text.ts'
import { type Creditable, calculateParts } from '../../billing/next-credit.ts'
import { type MoneyBackWay, moneyBackWords } from '../../orders/money-back.ts'
import { isPrepaid, type Order } from '../../orders/order.ts'
import type { Pieces } from '../../orders/order-line.ts'
import { isIn } from '../../orders/states.ts'
import type { LineAllocation } from '../../warehouse/despatch/rules.ts'
import { isRefundable, parseRefund, type TypedRefund } from '../rules.ts'

export type CreditFormView = NonNullable<ReturnType<typeof toCreditForm>>

/** No piece would be invoiced first, so what some of them come to follows from what is left. */
export interface Exactness {
  isExact: boolean
}

/** `refundable`: of the card; null: no card paid. Null: nothing can be credited or refunded. */
export function toCreditForm(
  order: Pick<Order, 'state' | 'method'>,
  { isExact, ...creditable }: Creditable & Exactness,
  refundable: Pence | null,
  openLines: readonly LineAllocation[],
  way: MoneyBackWay,
) {
  if (!isRefundable(order.state)) return null
  const { lines, delivery, total } = creditable
  const isCard = isPrepaid(order)
  // Of a cancelled order only the refund can be outstanding: its credit note was issued when it was cancelled.
  const isCancelled = order.state === 'cancelled'
  const left = isCancelled && isCard ? (refundable ?? 0) : Math.min(total, isCard ? (refundable ?? 0) : total)
  // On account, what has not left can be credited although nothing is left of the invoices.
  const hasUnsent = !isCard && !isCancelled && lines.some(({ net, vat }) => net + vat > 0)
  if (left === 0 && !hasUnsent) return null
  return {
    ...creditable,
    lines: isCancelled ? [] : lines,
    delivery: isCancelled ? null : delivery,
    isExact,
    /** Inc VAT: the most that can be credited, or refunded to the card. */
    left: pence(left),
    isCard,
    isRefundAlone: isCancelled && isCard,
    words: isCard ? toRefundWords(way, isCancelled) : creditWords,
    canWithdraw:
      isIn('isDespatchable', order.state) &&
      openLines.some(({ quantity, despatchedQuantity }) => despatchedQuantity < quantity),
    canRestock: openLines.some(({ despatchedQuantity }) => despatchedQuantity > 0),
  }
}

export const creditWords = {
  heading: 'Credit the account',
  what: 'The customer’s account is credited, and they get the credit note by email.',
  confirm: ['credit', 'to the account'] as readonly [before: string, after: string],
  button: 'Issue credit note',
  of: 'for',
}

function toRefundWords(way: MoneyBackWay, isRefundAlone: boolean): typeof creditWords {
  const confirm = moneyBackWords[way]
  const [before, after] = confirm
  const goes = way === 'card' ? 'The money goes back to the card' : `You ${before} the money ${after}`
  return {
    heading: `${upperFirst(before)} ${after}`,
    what: `${goes}, and the customer gets ${isRefundAlone ? 'an email about it' : 'a credit note by email'}.`,
    confirm,
    button: way === 'card' ? 'Send refund' : 'Record refund',
    of: 'of',
  }
}

/** What the typed pieces come to, inc VAT, before the form is sent; null: it can't be done, or the server alone can calculate it. */
export function calculateTypedSum(
  credit: CreditFormView,
  typed: Pick<TypedRefund, 'lines' | 'delivery' | 'amount'>,
): Pence | null {
  const { items, errors } = parseRefund({ ...typed, reason: '-', confirm: true }, credit.lines)
  if (Object.keys(errors).length > 0) return null
  const { lines, delivery, amount } = items
  const isLeft = (pieces: Pieces) =>
    credit.lines.some(({ position, quantity }) => position === pieces.position && pieces.quantity <= quantity)
  const isPossible = lines.every(isLeft) && (!delivery || credit.delivery !== null)
  if (amount === null && !(credit.isExact && isPossible)) return null
  const sum = amount ?? calculateParts(credit, { lines, delivery })
  return sum > 0 && sum <= credit.left ? sum : null
}

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
