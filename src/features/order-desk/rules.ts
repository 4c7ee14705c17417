import type { BodyOf } from '../../lib/calls/call.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { formatPounds, type Pence, parsePounds } from '../../lib/money.ts'
import { parsePieceCount } from '../../lib/quantity.ts'
import { type CreditItems, type CreditRefusal, formatLeftToCredit } from '../billing/next-credit.ts'
import { isPrepaid, type Order } from '../orders/order.ts'
import type { PiecesToRestock } from '../orders/order-line.ts'
import { isBought, type OrderState } from '../orders/states.ts'
import {
  formatRefundOutcome,
  type RefundOutcome,
  type RefundRefusal,
  refundRefusalMessages,
} from '../payments/refunds/refund.ts'
import type { refundOrder } from './schemas.ts'

export type OrderActionRefusal =
  | 'changed'
  | 'cancelled_already'
  | 'despatched'
  | 'not_placed'
  | 'no_provider'
  | 'being_picked'
  | 'nothing_to_send'
  | 'not_invoiced'
  | RefundRefusal

const orderActionMessages: Record<Extract<OrderActionRefusal, string>, string> = {
  ...refundRefusalMessages,
  changed: 'This order has changed since you opened it, so nothing was done. This is the current version.',
  cancelled_already: 'This order has already been cancelled. Nothing was done.',
  despatched: 'Goods of this order have already left, so it can’t be cancelled. Nothing was done.',
  not_placed: 'Only placed orders can be cancelled. Unfinished ones lapse by themselves.',
  being_picked:
    'This order is being picked, so nothing was done. Finish its pick list first, or hold the order, which takes it off the list.',
  nothing_to_send: 'Nothing of this order would be left to send. Cancel it instead: that refunds all of it.',
  not_invoiced:
    'This order is held, and the pieces that haven’t left aren’t invoiced yet, so nothing was done. Release it first.',
  no_provider: 'No card provider is set up, so the card can’t be refunded. Nothing was done.',
}

export function formatActionRefusal(
  refusal: OrderActionRefusal | CreditRefusal,
  order: Pick<Order, 'method'>,
): string {
  if (typeof refusal === 'string') return orderActionMessages[refusal]
  switch (refusal.why) {
    case 'nothing_invoiced':
      return 'Nothing of this order is invoiced, so there is nothing to credit. Nothing was done.'
    case 'nothing_charged':
      return 'Nothing was charged for this, so there is nothing to credit. Nothing was done.'
    case 'nothing_left':
      return 'All that was invoiced of this order has been credited. Nothing was done.'
    case 'nothing_chosen':
      return 'Choose what to refund: pieces of a line, the delivery charge or an amount.'
    case 'line_twice':
      return 'The same line is there twice, so nothing was done.'
    case 'no_delivery':
      return `There is no delivery charge left to ${toVerb(order)}. Nothing was done.`
    case 'too_many':
      return `${formatLeftToCredit(refusal.code, refusal.left, toVerb(order))} Nothing was done.`
    case 'too_much':
      return `${formatAmountLeft(refusal.left, order)} Nothing was done.`
  }
}

/** A credit of a card order is a refund. */
const toVerb = (order: Pick<Order, 'method'>) => (isPrepaid(order) ? 'refund' : 'credit')

const formatAmountLeft = (left: Pence, order: Pick<Order, 'method'>): string =>
  left === 0
    ? `Nothing is left to ${toVerb(order)}.`
    : `Only ${formatPounds(left)} is left to ${toVerb(order)}.`

/** The fields of a refund that ask for more than is left. `hasAmount`: an amount was typed instead of lines. */
export function toRefundFieldErrors(
  refusal: OrderActionRefusal | CreditRefusal,
  order: Pick<Order, 'method'> & { lines: readonly { position?: number; code: string }[] },
  hasAmount: boolean,
): FieldErrors {
  if (typeof refusal === 'string') return {}
  if (refusal.why === 'too_much')
    return hasAmount ? { 'refund-amount': formatAmountLeft(refusal.left, order) } : {}
  if (refusal.why !== 'too_many') return {}
  const line = order.lines.find(({ code }) => code === refusal.code)
  const text = formatLeftToCredit(refusal.code, refusal.left, toVerb(order))
  return line ? { [`refund-quantity-${line.position}`]: text } : {}
}

/**
 * The refusal as the order's page states it: of a card order about its refund; of another, nothing invoiced means nothing
 * paid.
 */
export function toActionRefusal(
  order: Pick<Order, 'method'>,
  refusal: CreditRefusal | RefundRefusal,
): OrderActionRefusal | CreditRefusal {
  if (typeof refusal === 'string') return refusal
  const isCard = isPrepaid(order)
  if (isCard && refusal.why === 'nothing_left') return refusal.why
  return !isCard && refusal.why === 'nothing_invoiced' ? 'nothing_paid' : refusal
}

export interface OrderActionInput {
  state: OrderState
  version: string
  expectedVersion: string
  /** A card paid, and no card provider is set up to refund it. */
  lacksProvider: boolean
}

/** Why the order cannot be cancelled; null: it can. */
export function findCancelRefusal({
  state,
  version,
  expectedVersion,
  lacksProvider,
}: OrderActionInput): OrderActionRefusal | null {
  if (state === 'cancelled') return 'cancelled_already'
  if (isBought(state) && state !== 'placed') return 'despatched'
  if (version !== expectedVersion) return 'changed'
  if (state !== 'placed') return 'not_placed'
  return lacksProvider ? 'no_provider' : null
}

/** A placed order can be refunded, and a cancelled one whose refund failed. */
export function findRefundRefusal({
  state,
  version,
  expectedVersion,
  lacksProvider,
}: OrderActionInput): OrderActionRefusal | null {
  if (version !== expectedVersion) return 'changed'
  if (!isRefundable(state)) return 'nothing_paid'
  return lacksProvider ? 'no_provider' : null
}

export const isRefundable = (state: OrderState): boolean => isBought(state) || state === 'cancelled'

export const maxCancellationReasonLength = 500

/** `field`: 'hold-reason', 'release-reason'. */
export const validateReason = (field: string, reason: string): FieldErrors =>
  reasonErrors(field, reason, 'Give a reason, for your records.')

export function validateCancel({ reason, confirm }: { reason: string; confirm: boolean }): FieldErrors {
  return {
    ...reasonErrors('cancel-reason', reason, 'Give a reason: the customer sees it.'),
    ...(confirm ? {} : { 'cancel-confirm': 'Tick the box to cancel this order.' }),
  }
}

/** As it was typed to refund or credit an order: `amount` in pounds or ''. */
export type TypedRefund = Omit<BodyOf<typeof refundOrder>, 'seen' | 'request' | 'confirm' | 'sum'>

export type ParsedRefund = {
  items: Exclude<CreditItems, 'all'>
  /** Empty: it can be done. */
  errors: FieldErrors
}

/** `items`: what of it can be read. `orderLines`: for the part numbers. */
export function parseRefund(
  typed: Omit<TypedRefund, 'restock' | 'free_of_charge'> & { confirm: boolean },
  orderLines: readonly { position?: number; code: string }[],
): ParsedRefund {
  const errors: FieldErrors = {}
  const lines = typed.lines.flatMap(({ position, quantity }) => {
    const pieces = parsePieceCount(quantity)
    if (pieces === null) {
      const code = orderLines.find(line => line.position === position)?.code ?? `Line ${position}`
      errors[`refund-quantity-${position}`] = `${code}: enter a whole number.`
    }
    return pieces ? [{ position, quantity: pieces }] : []
  })
  const isByLine = lines.length > 0 || typed.delivery
  const amount = parsePounds(typed.amount)
  if (isByLine && typed.amount !== '')
    errors['refund-amount'] = 'Enter an amount, or choose lines and delivery: not both.'
  else if (!isByLine && (amount === null || amount === 0))
    errors['refund-amount'] = 'Enter an amount in pounds and pence, for example 12.50.'
  Object.assign(errors, reasonErrors('refund-reason', typed.reason, 'Give a reason: the customer sees it.'))
  if (!typed.confirm) errors['refund-confirm'] = tickToGoAhead
  return { items: { lines, delivery: typed.delivery, amount: isByLine ? null : amount }, errors }
}

export const tickToGoAhead = 'Tick the box to go ahead.'

/** A page that is displayed again has its box unticked, so that something else is not confirmed. */
export const addTickAgain = (field: string, wasTicked: boolean, errors: FieldErrors): FieldErrors =>
  !wasTicked || field in errors || Object.keys(errors).length === 0
    ? errors
    : { ...errors, [field]: 'Tick again to confirm.' }

function reasonErrors(field: string, reason: string, missing: string): FieldErrors {
  if (reason === '') return { [field]: missing }
  return reason.length > maxCancellationReasonLength
    ? { [field]: `Up to ${maxCancellationReasonLength} characters, please.` }
    : {}
}

/** What became of a refund; '': there was none. */
export const formatRefund = (outcomes: readonly RefundOutcome[]): string =>
  outcomes.map(outcome => formatRefundOutcome(outcome, 'below')).join(' ')

export const formatToRestock = (lines: readonly PiecesToRestock[]): string =>
  lines.length === 0
    ? ''
    : `Put back what was set aside: ${lines.map(({ code, pieces }) => `${pieces} × ${code}`).join(', ')}.`
