import { formatDate, formatDateOf, formatMoment, type IsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import type { ReturnSettings } from '../../lib/shop-settings.ts'
import { formatGoods } from '../../lib/text.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import { pickLineName } from '../basket/lines/line-entry.ts'
import { formatDocumentNumber } from '../billing/document.ts'
import type { OrderReturnItem } from '../order-pages/ReturnsSection.tsx'
import { formatRequestRefusal } from './messages.ts'
import {
  canMoveReturn,
  countReturnable,
  formatReturnNumber,
  type Returnable,
  type ReturnHistoryEntry,
  type ReturnLine,
  type ReturnRequest,
  type ReturnRow,
  type ReturnState,
  reasonNames,
  returnHistoryNames,
  returnStateDescriptions,
  toReturnUrl,
} from './returns.ts'
import {
  findOrderRefusal,
  getProposedCharge,
  getReturnDeadline,
  isTooLate,
  type ReturnedOrder,
} from './rules.ts'

export type ReturnFormView = ReturnType<typeof toReturnForm>

export function toReturnForm(
  order: ReturnedOrder,
  lines: readonly Returnable[],
  { days, chargePercent }: Pick<ReturnSettings, 'days' | 'chargePercent'>,
  today: IsoDate,
) {
  const refusal = findOrderRefusal(order, lines)
  const deadline = getReturnDeadline(order, days)
  const isLate = isTooLate(deadline, today)
  return {
    /** Why nothing of the order can be returned; null: there is a form. */
    refusal: refusal && formatRequestRefusal(refusal),
    lines: lines.map(toFormLine),
    /** The period in which goods may be returned, and the handling charge. */
    conditions: isLate ? formatLate(deadline!) : formatConditions(order, days, chargePercent),
    isLate,
  }
}

function toFormLine(line: Returnable) {
  const { position, despatched, returned, restocked } = line
  const returnable = countReturnable(line)
  const notes = [
    returned > 0 && `${returned} in a return already`,
    restocked > 0 && `${restocked} back with us already`,
  ].filter(Boolean)
  // Why nothing of it can be returned; ''.
  const note = despatched === 0 ? 'Not despatched yet' : notes.join(', ')
  return { position, ...pickLineName(line), returnable, note }
}

const formatLate = (deadline: IsoDate): string =>
  `Unused parts could come back until ${formatDate(deadline)}. Faulty, damaged or wrong parts still can.`

function formatConditions(
  { companyId }: ReturnedOrder,
  days: number | null,
  chargePercent: number | null,
): string {
  const faulty = 'Faulty, damaged or wrong parts are put right at our cost.'
  const consumerDays = Math.max(14, days ?? 0)
  if (companyId === null && days === null)
    return `You can change your mind until ${consumerDays} days after delivery; after that, unused parts come back by agreement. ${faulty}`
  if (companyId === null)
    return `Unused parts can come back within ${consumerDays} days of delivery. ${faulty}`
  if (days === null) return `Unused parts come back by agreement: we’ll tell you. ${faulty}`
  const charge = getProposedCharge('not_needed', companyId, chargePercent)
  const deduction = charge > 0 ? ` We keep ${charge}% of the price as a handling charge.` : ''
  return `Unused parts in clean packing can come back within ${days} ${days === 1 ? 'day' : 'days'} of delivery.${deduction} ${faulty}`
}

export const toReturnItem = (row: ReturnRow): OrderReturnItem => ({
  number: formatReturnNumber(row.id),
  url: toReturnUrl(row.id),
  date: formatDateOf(row.requestedAt),
  state: describeReturn(row.state),
  goods: formatGoods(row.firstTitle, row.lineCount),
})

const describeReturn = (state: ReturnState): StateDescription => {
  const { text, tone } = returnStateDescriptions[state]
  return { text, tone }
}

export const toReturnListItem = (row: ReturnRow) => ({
  ...toReturnItem(row),
  reference: row.reference,
  orderUrl: `/account/orders/${row.reference}`,
})

interface ReturnViewOptions {
  address: string[]
  shopName: string
  viewerName: string
}

export type ReturnView = ReturnType<typeof toReturnView>

export function toReturnView(
  request: ReturnRequest,
  history: readonly ReturnHistoryEntry[],
  { address, shopName, viewerName }: ReturnViewOptions,
) {
  const { id, state, reason, reference } = request
  const url = toReturnUrl(id)
  const isToSend = state === 'authorised'
  return {
    number: formatReturnNumber(id),
    url,
    reference,
    orderUrl: `/account/orders/${reference}`,
    date: formatDateOf(request.requestedAt),
    state: describeReturn(state),
    next:
      isToSend && address.length === 0
        ? 'Send the goods to us as we wrote below.'
        : returnStateDescriptions[state].next,
    reason: reasonNames[reason],
    details: request.details,
    reply: hasReply(state) ? request.reply : '',
    chargePercent: state === 'refused' ? 0 : request.chargePercent,
    lines: request.lines.map(line => ({
      position: line.position,
      ...pickLineName(line),
      requested: line.requested,
      facts: formatLineFacts(line),
    })),
    pictures: toPictureUrls(url, request.pictureCount),
    /** Where the goods go; empty: not now, or not known. */
    address: isToSend ? address : [],
    labelUrl: isToSend && address.length > 0 ? `${url}/label.pdf` : null,
    canCancel: canMoveReturn(state, 'cancelled'),
    creditNote: toCreditNoteLink(request, `/account/orders/${reference}`),
    history: history.map(({ at, who, isStaff, to }) => ({
      what: returnHistoryNames[to],
      who: isStaff ? shopName : who === viewerName ? 'You' : who,
      ...formatMoment(at),
    })),
  }
}

// What staff wrote about sending the goods is over once they are here.
const hasReply = (state: ReturnState): boolean =>
  state !== 'received' && state !== 'inspected' && state !== 'credited'

/** `orderUrl`: of the order's page, the customer's or the staff's. */
export function toCreditNoteLink({ creditNote }: Pick<ReturnRequest, 'creditNote'>, orderUrl: string) {
  if (creditNote === null) return null
  const number = formatDocumentNumber('credit_note', creditNote.number)
  return { number, url: `${orderUrl}/documents/${number}.pdf`, total: formatPounds(creditNote.total) }
}

export const toPictureUrls = (url: string, count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `${url}/pictures/${nth + 1}`)

// Only what differs from the step before it, and the credit.
function formatLineFacts({ requested, authorised, received, credited }: ReturnLine): string {
  const facts = [
    authorised !== null && authorised !== requested && `${authorised} accepted`,
    received !== null && received !== (authorised ?? requested) && `${received} received`,
    credited !== null && `${credited} credited`,
  ]
  return facts.filter(fact => fact !== false).join(', ')
}
