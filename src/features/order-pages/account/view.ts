import { formatDateOf, formatMoment, toLondonTime } from '../../../lib/dates.ts'
import { fillInContact, type ShopContact } from '../../../lib/shop-contact.ts'
import { formatGoods } from '../../../lib/text.ts'
import type { StateDescription } from '../../../ui/StateLabel.tsx'
import { formatCredited, sumCreditNotes, toInvoiceLink } from '../../billing/view.ts'
import { expectOrder } from '../../orders/expectation/expectation.ts'
import { findLastCorrection, formatCustomerHistory } from '../../orders/history.ts'
import { formatPayment } from '../../orders/messages.ts'
import { linkOrigin, orderUrl } from '../../orders/order.ts'
import { getPosition, linkLines } from '../../orders/order-line.ts'
import { isIn, isOrderOpen, type OrderState } from '../../orders/states.ts'
import { toListedParcels } from '../../warehouse/despatch/view.ts'
import {
  type Arriving,
  describeState,
  formatOrderArrival,
  getOrderNotice,
  toArriving,
} from '../customer-state.ts'
import { toOrderBody } from '../order-view.ts'
import type { AccountOrder, HistoryEntry, OrderListRow, Viewer } from './account-order.ts'

export type OrderListItem = ReturnType<typeof toOrderListItem>

/** What the home page and the start page of an account show. */
export interface AccountOverview {
  /** The newest first. */
  latest: OrderListItem[]
  /** Quotes that the person can order now. */
  openQuotes: number
  /** Orders that await a head buyer's decision; null: the person is not a head buyer. */
  awaitingApproval: number | null
}

export function toOrderListItem(order: OrderListRow, viewer: Viewer, now: Date) {
  const { reference, firstTitle, lineCount, parcels } = order
  const today = toLondonTime(now).date
  const arriving = {
    ...order.facts,
    ...order,
    expectation: expectOrder(order.facts, order.facts.lines, today),
    despatchedAt: parcels.map(({ despatchedAt }) => despatchedAt),
  }
  return {
    reference,
    url: orderUrl(reference),
    date: formatDateOf(order.placedAt ?? order.createdAt),
    state: describeState(arriving, { hidesAccount: false }),
    madeFrom: order.madeFrom,
    /** 'Arrives Tuesday 24 November'; null: nothing is on its way. */
    arrival: formatOrderArrival(arriving, today),
    parcels: toListedParcels(parcels),
    /** 'Oil filter, spin-on and 2 more'. */
    goods: formatGoods(firstTitle, lineCount),
    purchaseOrder: order.purchaseOrder,
    /** Null: the viewer. */
    buyer: order.personId === viewer.personId ? null : order.buyer,
    /** Null: free of charge. */
    total: order.method === 'godmode' ? null : order.total,
    invoice: toInvoiceLink(order, orderUrl(reference)),
  }
}

export type OrderView = ReturnType<typeof toOrderView>

export function toOrderView(
  stored: AccountOrder,
  viewer: Viewer,
  { shopName, contact, now }: { shopName: string; contact: ShopContact; now: Date },
) {
  const { reference, state, onStop, personId } = stored
  const today = toLondonTime(now).date
  const order = toArriving(stored, today)
  const notice = getOrderNotice(order, { correction: findLastCorrection(order.history) })
  const isCollected = order.deliveryCode === 'COL'
  return {
    ...toOrderBody(order, orderUrl(reference), today),
    url: orderUrl(reference),
    date: formatDateOf(order.placedAt ?? order.createdAt),
    state: describeOrder(order),
    /** As in OrderListItem. */
    arrival: onStop ? null : formatOrderArrival(order, today),
    /** Null: the viewer. */
    buyer: personId === viewer.personId ? null : order.contact.name,
    lines: linkCreditedLines(order),
    credited: sumCreditNotes(order.documents),
    payment: formatPayment(order),
    /** False: a request for a quote or for approval. */
    isOrdered: order.kind === 'order',
    isCollected,
    isReadyToCollect: isCollected && isIn('isDespatchable', state) && order.isReadyToCollect && !onStop,
    /** Why it waits, before and after the link ‘Write to us’; null: it is neither held, delayed nor late. */
    notice: notice && { text: notice.text, offer: fillInContact(notice.offer, contact) },
    /** Nothing is left to do about it but to order again. */
    isFinished: isFinished(state),
    history: toHistory(order, viewer, shopName),
    note: order.approvalNote,
    madeFrom: order.madeFrom && linkOrigin(order.madeFrom),
    placed:
      order.placedReference === null
        ? null
        : { reference: order.placedReference, url: orderUrl(order.placedReference) },
    /** Where the viewer decides about it, while it awaits approval; null: others decide. */
    decideUrl: getDecideUrl(order, viewer),
  }
}

function describeOrder(order: AccountOrder & Arriving): StateDescription {
  const { text, tone } = describeState(order, { hidesAccount: false })
  const credited = formatCredited(order.documents, order.refunds)
  return { text: credited === '' ? text : `${text} · ${credited}`, tone }
}

// An approved request is ordered: the order that was placed from it comes next.
const isFinished = (state: OrderState): boolean =>
  !isIn('isDespatchable', state) &&
  !isOrderOpen(state) &&
  state !== 'awaiting_approval' &&
  state !== 'approved'

const linkCreditedLines = ({ lines, products, credited }: AccountOrder) =>
  linkLines(lines, products).map((line, index) => {
    const position = getPosition(lines[index]!, index)
    return { ...line, credited: credited.find(pieces => pieces.position === position)?.quantity ?? 0 }
  })

function getDecideUrl({ id, state, personId, companyId }: AccountOrder, viewer: Viewer): string | null {
  const mayDecide = viewer.isApprover && companyId === viewer.companyId && personId !== viewer.personId
  return state === 'awaiting_approval' && mayDecide ? `/account/approvals#order-${id}` : null
}

// What concerns staff alone is left out.
function toHistory(
  { history, messages, personId, contact, placedAt }: AccountOrder,
  viewer: Viewer,
  shopName: string,
) {
  const entries = [
    ...history.flatMap(entry => {
      const what = formatCustomerHistory(entry, { isPlaced: placedAt !== null })
      // The card provider only confirms the payment.
      const isPlacedByCard =
        entry.to === 'placed' && entry.event === null && entry.actor.kind === 'card provider'
      const buyer = personId === viewer.personId ? 'You' : contact.name
      const who = isPlacedByCard ? buyer : formatActor(entry, viewer, shopName)
      return what === null ? [] : [{ at: entry.at, who, what, text: null }]
    }),
    ...messages.map(({ at, author, authorId, isFromStaff, text }) => ({
      at,
      who: isFromStaff ? shopName : authorId === viewer.personId ? 'You' : author,
      what: isFromStaff ? 'Message to you' : `Message to ${shopName}`,
      text,
    })),
  ]
  return entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...entry }) => ({ ...formatMoment(at), ...entry }))
}

// Staff are shown as the shop, not by name.
function formatActor({ actor, name, isStaff }: HistoryEntry, viewer: Viewer, shopName: string): string {
  if (actor.kind === 'person' && actor.id === viewer.personId) return 'You'
  if (actor.kind === 'guest') return 'You, before you signed in'
  if (actor.kind === 'card provider') return 'Card provider'
  return name !== null && !isStaff ? name : shopName
}
