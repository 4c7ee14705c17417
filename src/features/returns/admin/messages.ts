import { formatPounds } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { type CreditRefusal, formatLeftToCredit } from '../../billing/next-credit.ts'
import type { RefundRefusal } from '../../payments/refunds/refund.ts'
import {
  formatReturnNumber,
  type ReturnHistoryEntry,
  type ReturnRequest,
  type ReturnState,
  returnHistoryNames,
} from '../returns.ts'

const changedMessage =
  'This return has changed since you opened it, so nothing was done. Here is how it stands now.'

/** To the customer, of an order that is free of charge. */
export const nothingPaidMessage =
  'We’ve checked the goods. Nothing was paid for this order, so there is nothing to credit.'

/** For the second of two, with what was done before and by whom. */
export function formatChanged(changes: readonly Pick<ReturnHistoryEntry, 'to' | 'who' | 'note'>[]): string {
  if (changes.length === 0) return changedMessage
  const list = changes.map(change => `${formatReturnStep(change)} (${change.who})`)
  return `${changedMessage} Since then: ${list.map(lowerFirst).join(', ')}.`
}

/** 'Refused: They are used'. */
export const formatReturnStep = ({ to, note }: Pick<ReturnHistoryEntry, 'to' | 'note'>): string =>
  note === '' ? returnHistoryNames[to] : `${returnHistoryNames[to]}: ${note}`

export function formatCreditRefusal(refusal: CreditRefusal | RefundRefusal): string {
  if (typeof refusal === 'string') return refundRefusals[refusal]
  switch (refusal.why) {
    case 'nothing_invoiced':
      return 'Nothing of this order is invoiced, so there is nothing to credit.'
    case 'nothing_charged':
      return 'Nothing was charged for these goods, so there is nothing to credit. Close the return instead.'
    case 'nothing_left':
      return 'All that was invoiced of this order has already been credited.'
    case 'nothing_chosen':
      return 'Enter how many to credit, or close the return.'
    case 'line_twice':
      return 'The same line is there twice, so nothing was credited.'
    case 'no_delivery':
      return 'The delivery charge has already been credited: take its tick away.'
    case 'too_many':
      return formatLeftToCredit(refusal.code, refusal.left)
    case 'too_much':
      return `Only ${formatPounds(refusal.left)} is left of what was paid.`
  }
}

const refundRefusals: Record<Extract<RefundRefusal, string>, string> = {
  nothing_paid: 'Nothing was paid for this order.',
  nothing_left: 'All that was paid for this order has already been paid back.',
}

/** 'RTN-00001 has been authorised, and buyer@example.com will get an email.' */
export const formatMoved = ({ id, state, email }: Pick<ReturnRequest, 'id' | 'state' | 'email'>): string =>
  `${formatReturnNumber(id)} ${movedMessages[state]}${hasEmail[state] ? `, and ${email} will get an email` : ''}.`

const movedMessages: Record<ReturnState, string> = {
  requested: 'has been requested',
  authorised: 'has been authorised',
  refused: 'has been refused',
  cancelled: 'has been cancelled',
  received: 'has been received',
  inspected: 'has been inspected',
  credited: 'has been credited',
  closed: 'has been closed',
}

const hasEmail: Partial<Record<ReturnState, true>> = {
  authorised: true,
  refused: true,
  received: true,
  credited: true,
  closed: true,
}
