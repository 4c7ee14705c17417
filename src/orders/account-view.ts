import { exportNotice } from '../delivery/vat-rate.ts'
import { londonTime, showDate, showTime } from '../shared/dates.ts'
import type { Pence } from '../shared/money.ts'
import type { AccountOrder, HistoryLine, ListedOrder, Viewer } from './account-order.ts'
import { historyWords, type StateWords, stateWords } from './account-words.ts'
import { type Handover, handoverOf } from './handover.ts'
import { labelOf } from './order.ts'
import { methodWords } from './words.ts'

export interface OrderRow {
  reference: string
  url: string
  /** '24 November 2026'. */
  date: string
  state: StateWords
  /** 'Oil filter, spin-on and 2 more'. */
  goods: string
  purchaseOrder: string
  /** Who ordered, where it was somebody else. */
  buyer: string | null
  total: Pence
}

export interface OrderView {
  reference: string
  url: string
  date: string
  state: StateWords
  buyer: string | null
  lines: {
    code: string
    title: string
    /** Null: it is sold no more. */
    url: string | null
    image: string | null
    quantity: number
    unitPrice: Pence
    total: Pence
  }[]
  totals: { subtotal: Pence; discount: Pence; carriage: Pence | null; vat: Pence; total: Pence }
  vouchers: string[]
  handover: Handover
  billing: string[]
  deliveryText: string
  deliveryInstructions: string
  payment: string
  purchaseOrder: string
  vatNote: string | null
  /** Not only asked for, nor refused. */
  isOrdered: boolean
  /** Accepted, but the account is on stop. */
  isHeld: boolean
  history: { when: string; iso: string; who: string; what: string }[]
  invoiceUrl: string | null
}

export const orderUrl = (reference: string): string => `/account/orders/${reference}`

export function rowOf(order: ListedOrder, viewer: Viewer): OrderRow {
  const { reference, firstTitle, lineCount } = order
  return {
    reference,
    url: orderUrl(reference),
    date: showDay(order.placedAt ?? order.createdAt),
    state: stateWords[order.state],
    goods: lineCount > 1 ? `${firstTitle} and ${lineCount - 1} more` : firstTitle,
    purchaseOrder: order.purchaseOrder,
    buyer: order.personId === viewer.personId ? null : order.buyer,
    total: order.total,
  }
}

export function viewOf(order: AccountOrder, viewer: Viewer, shopName: string): OrderView {
  const { reference, subtotal, discount, carriage, vat, total } = order
  return {
    reference,
    url: orderUrl(reference),
    date: showDay(order.placedAt ?? order.createdAt),
    state: stateWords[order.state],
    buyer: order.personId === viewer.personId ? null : order.contact.name,
    lines: order.lines.map((line, index) => {
      const { path, image, forSale } = order.goods[index]!
      const { code, title, quantity, unitPrice, lineTotal } = line
      return { code, title, url: forSale ? `/${path}` : null, image, quantity, unitPrice, total: lineTotal }
    }),
    totals: { subtotal, discount, carriage, vat, total },
    vouchers: order.vouchers.map(({ code, summary }) => `${code}: ${summary}`),
    handover: handoverOf(order),
    billing: labelOf(order.billing),
    deliveryText: order.deliveryTitle,
    deliveryInstructions: order.deliveryInstructions,
    payment: paymentText(order),
    purchaseOrder: order.purchaseOrder,
    isOrdered: order.method !== 'quote' && order.method !== 'approval',
    isHeld: order.state === 'placed' && order.onStop,
    vatNote: vat === 0 && total > 0 ? exportNotice : null,
    history: order.history.map(line => {
      const { date, minutes } = londonTime(line.at)
      return {
        when: `${showDate(date)}, ${showTime(minutes)}`,
        iso: line.at.toISOString(),
        who: whoDid(line, viewer, shopName),
        what: whatHappened(line),
      }
    }),
    invoiceUrl: order.state === 'placed' ? `${orderUrl(reference)}/invoice.pdf` : null,
  }
}

/** 'Card ending 0006', 'On account NPH001'. */
export function paymentText({ method, card, company }: AccountOrder): string {
  if (method === 'card' && card?.lastFour) return `${methodWords.card} ending ${card.lastFour}`
  if (method === 'account' && company) return `${methodWords.account} ${company.accountNumber}`
  return methodWords[method]
}

const showDay = (at: Date): string => showDate(londonTime(at).date)

// The shop's own people are the shop.
function whoDid({ actor, name, isStaff }: HistoryLine, viewer: Viewer, shopName: string): string {
  if (actor === `person ${viewer.personId}`) return 'You'
  if (actor === 'guest') return 'You, before you signed in'
  if (actor === 'card provider') return 'Card provider'
  return name !== null && !isStaff ? name : shopName
}

// Why somebody said no is for the buyer to know; the rest of what is noted is for the shop.
function whatHappened({ to, why }: HistoryLine): string {
  const isTold = to === 'rejected' || to === 'cancelled'
  return isTold && why !== '' ? `${historyWords[to]}: ${why}` : historyWords[to]
}
