import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { toConsignmentsView } from '../../lib/consignments.ts'
import { toContactView } from '../../lib/contact/contact-view.ts'
import { formatDay, formatMoment, type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import type { CompanyMember } from '../accounts/visitor.ts'
import { formatDeliveryText, toDeliveryOrCollection } from '../orders/delivery-or-collection.ts'
import { stateDescriptions } from '../orders/messages.ts'
import { orderUrl, pickTotals } from '../orders/order.ts'
import { waitingMessages } from './messages.ts'
import type { DecidedRequest, PlaceableRequest, RequestPreview, WaitingRequest } from './rules.ts'

export const approvalsPath = '/account/approvals'

const maxLines = 100

export type WaitingRow = ReturnType<typeof toWaitingRow>

interface WaitingFacts {
  preview: RequestPreview
  canDecide: boolean
  /** Whether the viewer's account has the page of the request. */
  isListed: boolean
}

export function toWaitingRow(request: WaitingRequest, { preview, canDecide, isListed }: WaitingFacts) {
  const { id, reference, lines } = request
  return {
    id,
    reference,
    sender: toContactView(request.contact),
    ...formatMoment(request.sentAt),
    /** Why, as the sender wrote it; ''. */
    note: request.approvalNote,
    purchaseOrder: request.purchaseOrder,
    url: isListed ? orderUrl(reference) : null,
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
    canDecide,
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

/** A head buyer's list that was refused for a daily limit, as it was typed. */
export interface RefusedLimits {
  selected: readonly number[]
  typed: ReadonlyMap<number, string>
  errors: Record<string, string>
}

export interface DeputyFormState {
  typed: { deputy: string; from: string; until: string }
  errors: FieldErrors
}

/** The deputy of a head buyer, while the last day has not passed. */
export function toDeputyForm(
  members: readonly CompanyMember[],
  headBuyerId: number,
  today: IsoDate,
): DeputyFormState {
  const member = members.find(({ deputy }) => deputy?.of === headBuyerId && deputy.until >= today)
  const { from = today, until = '' } = member?.deputy ?? {}
  return { typed: { deputy: member ? String(member.id) : '', from, until }, errors: {} }
}
