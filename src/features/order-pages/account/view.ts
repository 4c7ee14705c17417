import type { ConsignmentsView } from '../../../lib/consignments.ts'
import { formatAddressLines } from '../../../lib/contact/address.ts'
import { formatDate, formatMoment, toLondonTime } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import { fillInContact, type ShopContact } from '../../../lib/shop-contact.ts'
import type { StateDescription } from '../../../ui/StateLabel.tsx'
import {
  countInvoices,
  type DocumentItem,
  formatCredited,
  type InvoiceLink,
  type RefundItem,
  sumCreditNotes,
  toDocumentItems,
  toInvoiceLink,
  toRefundItems,
} from '../../billing/view.ts'
import { exportNotice } from '../../delivery/vat-rate.ts'
import {
  type DeliveryOrCollection,
  formatDeliveryName,
  formatDeliveryText,
  toDeliveryOrCollection,
} from '../../orders/delivery-or-collection.ts'
import { expectOrder } from '../../orders/expectation/expectation.ts'
import { findLastCorrection, formatCustomerHistory } from '../../orders/history.ts'
import { formatPayment } from '../../orders/messages.ts'
import { type LinkedOrigin, linkOrigin, type OrderTotals, orderUrl, pickTotals } from '../../orders/order.ts'
import { getPosition, linkLines } from '../../orders/order-line.ts'
import { isIn, isOrderOpen, type OrderState } from '../../orders/states.ts'
import { formatNotSent } from '../../warehouse/despatch/rules.ts'
import {
  type DespatchView,
  type ListedParcels,
  toDespatchView,
  toListedParcels,
  toOrderConsignments,
} from '../../warehouse/despatch/view.ts'
import {
  type Arriving,
  describeState,
  formatOrderArrival,
  getOrderNotice,
  toArriving,
} from '../customer-state.ts'
import type { AccountOrder, HistoryEntry, OrderListRow, Viewer } from './account-order.ts'

export interface OrderListItem {
  reference: string
  url: string
  /** '24 November 2026'. */
  date: string
  state: StateDescription
  /** 'Arrives Tuesday 24 November'; null: nothing is on its way. */
  arrival: string | null
  parcels: ListedParcels
  /** 'Oil filter, spin-on and 2 more'. */
  goods: string
  /** Reference of the request that it was made from. */
  madeFrom: string | null
  purchaseOrder: string
  /** Null: the viewer. */
  buyer: string | null
  total: Pence
  invoice: InvoiceLink | null
}

/** What the home page and the start page of an account show. */
export interface AccountNews {
  /** The newest first. */
  latest: OrderListItem[]
  /** Quotes that the person can order now. */
  openQuotes: number
  /** Orders that await a head buyer's decision; null: the person is not a head buyer. */
  awaitingApproval: number | null
}

export interface OrderView {
  reference: string
  url: string
  date: string
  state: StateDescription
  /** As in OrderListItem. */
  arrival: string | null
  /** Null: the viewer. */
  buyer: string | null
  lines: ReturnType<typeof linkCreditedLines>
  consignments: ConsignmentsView | null
  /** What was credited before it left: '2 × FH-OIL-1'; ''. */
  notSent: string
  /** Its parcels; null: nothing has left the shop. */
  despatch: DespatchView | null
  totals: OrderTotals
  /** Inc VAT; 0: nothing. */
  credited: Pence
  deliveryOrCollection: DeliveryOrCollection
  billing: string[]
  /** 'Delivery', 'Collection requested'. */
  deliveryName: string
  /** '': it is ready to collect. */
  deliveryText: string
  deliveryInstructions: string
  payment: string
  purchaseOrder: string
  vatNote: string | null
  /** False: a request for a quote or for approval. */
  isOrdered: boolean
  isCollected: boolean
  isReadyToCollect: boolean
  /** Why it waits, before and after the link ‘Write to us’; null: it is neither held, delayed nor late. */
  notice: { text: string; offer: string } | null
  /** Nothing is left to do about it but to order again. */
  isFinished: boolean
  /** With the messages. */
  history: { when: string; iso: string; who: string; what: string; text: string | null }[]
  invoice: InvoiceLink | null
  documents: DocumentItem[]
  refunds: RefundItem[]
  /** To the head buyers, of an approval request. */
  note: string
  madeFrom: LinkedOrigin | null
  /** The order that was placed from this request. */
  placed: { reference: string; url: string } | null
  /** Where the viewer decides about it, while it awaits approval; null: others decide. */
  decideUrl: string | null
}

export function toOrderListItem(order: OrderListRow, viewer: Viewer, now: Date): OrderListItem {
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
    date: formatDay(order.placedAt ?? order.createdAt),
    state: describeState(arriving, { hidesAccount: false }),
    madeFrom: order.madeFrom,
    arrival: formatOrderArrival(arriving, today),
    parcels: toListedParcels(parcels),
    goods: lineCount > 1 ? `${firstTitle} and ${lineCount - 1} more` : firstTitle,
    purchaseOrder: order.purchaseOrder,
    buyer: order.personId === viewer.personId ? null : order.buyer,
    total: order.total,
    invoice: toInvoiceLink(order, orderUrl(reference)),
  }
}

export function toOrderView(
  order: AccountOrder,
  viewer: Viewer,
  { shopName, contact, now }: { shopName: string; contact: ShopContact; now: Date },
): OrderView {
  const { reference, vat, total, state, onStop } = order
  const today = toLondonTime(now).date
  const arriving = toArriving(order, today)
  const notice = getOrderNotice(arriving, { correction: findLastCorrection(order.history) })
  const isCollected = order.deliveryCode === 'COL'
  const isReadyToCollect = isCollected && isIn('isDespatchable', state) && order.isReadyToCollect && !onStop
  return {
    reference,
    url: orderUrl(reference),
    date: formatDay(order.placedAt ?? order.createdAt),
    state: describeOrder(order, arriving),
    arrival: onStop ? null : formatOrderArrival(arriving, today),
    buyer: order.personId === viewer.personId ? null : order.contact.name,
    lines: linkCreditedLines(order),
    consignments: toOrderConsignments(order, today),
    notSent: formatNotSent(order.lines),
    despatch: toDespatchView(order, { hasNames: true }),
    totals: pickTotals(order),
    credited: sumCreditNotes(order.documents),
    deliveryOrCollection: toDeliveryOrCollection(order),
    billing: formatAddressLines(order.billing),
    deliveryName: formatDeliveryName(order, arriving.expectation),
    deliveryText: isReadyToCollect ? '' : formatDeliveryText(order),
    deliveryInstructions: order.deliveryInstructions,
    payment: formatPayment(order),
    purchaseOrder: order.purchaseOrder,
    isOrdered: order.kind === 'order',
    isCollected,
    isReadyToCollect,
    notice: notice && { text: notice.text, offer: fillInContact(notice.offer, contact) },
    isFinished: isFinished(state),
    vatNote: vat === 0 && total > 0 ? exportNotice : null,
    history: toHistory(order, viewer, shopName),
    note: order.approvalNote,
    madeFrom: order.madeFrom && linkOrigin(order.madeFrom),
    placed: toOrderLink(order.placedReference),
    decideUrl: getDecideUrl(order, viewer),
    invoice: toInvoiceLink({ ...order, invoices: countInvoices(order.documents) }, orderUrl(reference)),
    documents: toDocumentItems(order.documents, orderUrl(reference)),
    refunds: toRefundItems(order.refunds),
  }
}

function describeOrder({ documents, refunds }: AccountOrder, arriving: Arriving): StateDescription {
  const { text, tone } = describeState(arriving, { hidesAccount: false })
  const credited = formatCredited(documents, refunds)
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
): OrderView['history'] {
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

export const toOrderLink = (reference: string | null): OrderView['placed'] =>
  reference === null ? null : { reference, url: orderUrl(reference) }

const formatDay = (at: Date): string => formatDate(toLondonTime(at).date)

// Staff are shown as the shop, not by name.
function formatActor({ actor, name, isStaff }: HistoryEntry, viewer: Viewer, shopName: string): string {
  if (actor.kind === 'person' && actor.id === viewer.personId) return 'You'
  if (actor.kind === 'guest') return 'You, before you signed in'
  if (actor.kind === 'card provider') return 'Card provider'
  return name !== null && !isStaff ? name : shopName
}
