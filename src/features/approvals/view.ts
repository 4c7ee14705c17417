import { toConsignmentsView } from '../../lib/consignments.ts'
import { toContactView } from '../../lib/contact/contact-view.ts'
import { formatDay, formatMoment, toIsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { formatDeliveryText, toDeliveryOrCollection } from '../orders/delivery-or-collection.ts'
import { stateDescriptions } from '../orders/messages.ts'
import { orderUrl, pickTotals } from '../orders/order.ts'
import { waitingMessages } from './messages.ts'
import type { DecidedRequest, PlaceableRequest, RequestPreview, WaitingRequest } from './rules.ts'

export const approvalsPath = '/account/approvals'

const maxLines = 100

export type WaitingRow = ReturnType<typeof toWaitingRow>

export function toWaitingRow(request: WaitingRequest, personId: number, preview: RequestPreview) {
  const { id, reference, lines } = request
  return {
    id,
    reference,
    sender: toContactView(request.contact),
    ...formatMoment(request.sentAt),
    /** Why, as the sender wrote it; ''. */
    note: request.approvalNote,
    purchaseOrder: request.purchaseOrder,
    url: orderUrl(reference),
    lines: lines.slice(0, maxLines),
    /** How many lines are not listed. */
    more: Math.max(0, lines.length - maxLines),
    consignments: toConsignmentsView(lines, request.consignments),
    totals: pickTotals(request),
    deliveryOrCollection: toDeliveryOrCollection(request),
    deliveryText: formatDeliveryText(request),
    deliveryInstructions: request.deliveryInstructions,
    // What is different now from the request, and the form that places it as it stands; null: only the checkout can.
    ...('problems' in preview
      ? { changes: preview.problems, approval: null }
      : { changes: listChanges(request, preview), approval: toApproval(id, preview) }),
    checkoutUrl: `/checkout?approval_id=${id}`,
    rejectUrl: `${approvalsPath}/${id}/reject`,
    /** Sent by the viewer, who cannot decide about it. */
    isOwn: request.personId === personId,
  }
}

const toApproval = (id: number, { day, total }: PlaceableRequest) => ({
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

export type DecidedRow = ReturnType<typeof toDecidedRow>

export function toDecidedRow(order: DecidedRequest) {
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
