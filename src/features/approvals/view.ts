import { formatDate, formatTime, toLondonTime } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import { orderUrl } from '../orders/account/view.ts'
import { type StateDescription, stateDescriptions } from '../orders/messages.ts'
import type { DecidedRequest, WaitingRequest } from './approval-requests.ts'

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
  lines: WaitingRequest['lines']
  /** How many lines are not listed. */
  more: number
  checkoutUrl: string
  rejectUrl: string
  /** Sent by the viewer, who cannot decide about it. */
  isOwn: boolean
}

export interface DecidedRow {
  reference: string
  sender: string
  total: Pence
  state: StateDescription
  when: string
  iso: string
  decidedBy: string
  reason: string
  /** The pages of the request, and of the order placed from it. */
  url: string
  placed: { reference: string; url: string } | null
}

export function toWaitingRow(order: WaitingRequest, personId: number): WaitingRow {
  const { id, reference, sender, purchaseOrder, total, lines, lineCount, senderId } = order
  return {
    id,
    reference,
    sender,
    ...formatMoment(order.sentAt),
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

export function toDecidedRow(order: DecidedRequest): DecidedRow {
  const { reference, sender, total, state, decidedBy, reason, placedReference } = order
  return {
    reference,
    sender,
    total,
    state: stateDescriptions[state],
    ...formatMoment(order.at),
    decidedBy,
    reason,
    url: orderUrl(reference),
    placed: placedReference === null ? null : { reference: placedReference, url: orderUrl(placedReference) },
  }
}

function formatMoment(at: Date): { when: string; iso: string } {
  const { date, minutes } = toLondonTime(at)
  return { when: `${formatDate(date)}, ${formatTime(minutes)}`, iso: at.toISOString() }
}
