import { type ConsignmentsView, toConsignmentsView } from '../../lib/consignments.ts'
import { type ContactView, toContactView } from '../../lib/contact/contact-view.ts'
import { formatDay, formatMoment, toIsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import {
  type DeliveryOrCollection,
  formatDeliveryText,
  toDeliveryOrCollection,
} from '../orders/delivery-or-collection.ts'
import { stateDescriptions } from '../orders/messages.ts'
import { type OrderTotals, orderUrl, pickTotals } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { waitingMessages } from './messages.ts'
import type { DecidedRequest, PlaceableRequest, RequestPreview, WaitingRequest } from './rules.ts'

export const approvalsPath = '/account/approvals'

export interface WaitingRow {
  id: number
  reference: string
  sender: ContactView
  when: string
  iso: string
  /** Why, as the sender wrote it; ''. */
  note: string
  purchaseOrder: string
  /** In the account. */
  url: string
  lines: OrderLine[]
  /** How many lines are not listed. */
  more: number
  consignments: ConsignmentsView | null
  totals: OrderTotals
  deliveryOrCollection: DeliveryOrCollection
  deliveryText: string
  deliveryInstructions: string
  /** What is different now from the request. */
  changes: string[]
  /** The form that places it as it stands; null: only the checkout can place it, with changes. */
  approval: { url: string; day: string; total: Pence } | null
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

const maxLines = 100

export function toWaitingRow(request: WaitingRequest, personId: number, preview: RequestPreview): WaitingRow {
  const { id, reference, lines } = request
  return {
    id,
    reference,
    sender: toContactView(request.contact),
    ...formatMoment(request.sentAt),
    note: request.approvalNote,
    purchaseOrder: request.purchaseOrder,
    url: orderUrl(reference),
    lines: lines.slice(0, maxLines),
    more: Math.max(0, lines.length - maxLines),
    consignments: toConsignmentsView(lines, request.consignments),
    totals: pickTotals(request),
    deliveryOrCollection: toDeliveryOrCollection(request),
    deliveryText: formatDeliveryText(request),
    deliveryInstructions: request.deliveryInstructions,
    ...('problems' in preview
      ? { changes: preview.problems, approval: null }
      : { changes: listChanges(request, preview), approval: toApproval(id, preview) }),
    checkoutUrl: `/checkout?approval_id=${id}`,
    rejectUrl: `${approvalsPath}/${id}/reject`,
    isOwn: request.personId === personId,
  }
}

const toApproval = (id: number, { day, total }: PlaceableRequest): WaitingRow['approval'] => ({
  url: `${approvalsPath}/${id}/approve`,
  day: day ?? '',
  total,
})

function listChanges({ deliveryDate, total }: WaitingRequest, preview: PlaceableRequest): string[] {
  const { isDayChanged, day } = preview
  return [
    ...(isDayChanged && deliveryDate
      ? [waitingMessages.dayChanged(formatDay(toIsoDate(deliveryDate)), day && formatDay(toIsoDate(day)))]
      : []),
    ...(preview.total === total
      ? []
      : [waitingMessages.totalChanged(formatPounds(preview.total), formatPounds(total))]),
  ]
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
