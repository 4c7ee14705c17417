import { orderUrl } from '../orders/account-view.ts'
import { type StateWords, stateWords } from '../orders/account-words.ts'
import { londonTime, showDate, showTime } from '../shared/dates.ts'
import type { Pence } from '../shared/money.ts'
import type { Decided, Waiting } from './listed.ts'

export interface WaitingRow {
  id: number
  reference: string
  sender: string
  when: string
  iso: string
  purchaseOrder: string
  total: Pence
  /** In the account. */
  url: string
  lines: Waiting['lines']
  /** Lines that are not listed here. */
  more: number
  checkoutUrl: string
  rejectUrl: string
  /** Nobody decides about his own. */
  isOwn: boolean
}

export interface DecidedRow {
  reference: string
  sender: string
  total: Pence
  state: StateWords
  when: string
  iso: string
  decidedBy: string
  reason: string
  /** The request's own page, and that of the order placed from it. */
  url: string
  placed: { reference: string; url: string } | null
}

export function waitingRow(order: Waiting, personId: number): WaitingRow {
  const { id, reference, sender, purchaseOrder, total, lines, lineCount, senderId } = order
  return {
    id,
    reference,
    sender,
    ...moment(order.sentAt),
    purchaseOrder,
    total,
    url: orderUrl(reference),
    lines,
    more: lineCount - lines.length,
    checkoutUrl: `/checkout?approval_id=${id}`,
    rejectUrl: `/account/approvals/${id}/reject`,
    isOwn: senderId === personId,
  }
}

export function decidedRow(order: Decided): DecidedRow {
  const { reference, sender, total, state, decidedBy, reason, placedReference } = order
  return {
    reference,
    sender,
    total,
    state: stateWords[state],
    ...moment(order.at),
    decidedBy,
    reason,
    url: orderUrl(reference),
    placed: placedReference === null ? null : { reference: placedReference, url: orderUrl(placedReference) },
  }
}

function moment(at: Date): { when: string; iso: string } {
  const { date, minutes } = londonTime(at)
  return { when: `${showDate(date)}, ${showTime(minutes)}`, iso: at.toISOString() }
}
