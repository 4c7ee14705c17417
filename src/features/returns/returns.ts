import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import type { LineName } from '../basket/lines/line-entry-schema.ts'

/** Where a return may go from each of its states. Every transition is a row of return_history. */
const returnTransitions = {
  requested: ['authorised', 'refused', 'cancelled'],
  /** The customer may send the goods. */
  authorised: ['received', 'closed'],
  refused: [],
  /** By the customer, before staff decided. */
  cancelled: [],
  received: ['inspected'],
  /** What can be sold is in stock again. */
  inspected: ['credited', 'closed'],
  credited: [],
  /** The goods never came, or nothing is credited for them. */
  closed: [],
} as const satisfies Record<string, readonly string[]>

export type ReturnState = keyof typeof returnTransitions
export const returnStates = Object.keys(returnTransitions) as ReturnState[]

export function canMoveReturn(from: ReturnState, to: ReturnState): boolean {
  const targets: readonly ReturnState[] = returnTransitions[from]
  return targets.includes(to)
}

/** Someone still has something to do. */
export const isReturnOpen = (state: ReturnState): boolean => returnTransitions[state].length > 0

/** Why goods come back, as the customer chooses it. */
export const returnReasons = {
  faulty: 'It’s faulty',
  damaged: 'It was damaged in transit',
  wrong_part: 'You sent the wrong part',
  ordered_wrongly: 'I ordered the wrong part',
  does_not_fit: 'It doesn’t fit',
  not_needed: 'I don’t need it any more',
} as const
export type ReturnReason = keyof typeof returnReasons

/** The same, as staff and documents name it. */
export const reasonNames: Record<ReturnReason, string> = {
  faulty: 'Faulty',
  damaged: 'Damaged in transit',
  wrong_part: 'Wrong part sent',
  ordered_wrongly: 'Ordered wrongly',
  does_not_fit: 'Does not fit',
  not_needed: 'No longer needed',
}

export const isReturnReason = (text: string): text is ReturnReason => Object.hasOwn(returnReasons, text)

/** The seller answers for it: there is no time limit and no charge (Consumer Rights Act 2015). */
export const isSellersFault = (reason: ReturnReason): boolean =>
  reason === 'faulty' || reason === 'damaged' || reason === 'wrong_part'

/** How a state reads for the customer, and what happens next. */
export const returnStateDescriptions: Record<ReturnState, StateDescription & { next: string }> = {
  requested: {
    text: 'Waiting for us',
    tone: 'waiting',
    next: 'We’ll look at it and email you. Please don’t send anything yet.',
  },
  authorised: { text: 'Send it back', tone: 'waiting', next: 'Send the goods to us with the label.' },
  refused: { text: 'Not accepted', tone: 'ended', next: '' },
  cancelled: { text: 'Cancelled by you', tone: 'ended', next: '' },
  received: {
    text: 'Received',
    tone: 'good',
    next: 'We’ll check the goods and email you about the refund or replacement.',
  },
  inspected: { text: 'Checked', tone: 'good', next: 'We’ve checked the goods. Your credit is next.' },
  credited: { text: 'Credited', tone: 'good', next: '' },
  closed: { text: 'Closed', tone: 'ended', next: '' },
}

/** How a state reads for staff. */
export const staffStateNames: Record<ReturnState, string> = {
  requested: 'To authorise',
  authorised: 'To receive',
  received: 'To inspect',
  inspected: 'To credit',
  credited: 'Credited',
  refused: 'Refused',
  cancelled: 'Cancelled by the customer',
  closed: 'Closed',
}

/** How the history names the transition to a state. */
export const returnHistoryNames: Record<ReturnState, string> = {
  requested: 'Return requested',
  authorised: 'Authorised',
  refused: 'Refused',
  cancelled: 'Cancelled by the customer',
  received: 'Goods received',
  inspected: 'Goods inspected',
  credited: 'Credited',
  closed: 'Closed',
}

/** 12 → 'RMA-000012'. */
export const formatReturnNumber = (id: number): string => `RMA-${String(id).padStart(6, '0')}`

/** 'RMA-000012', 'rma 12' → 12; null: it is no number of a return. */
export function parseReturnNumber(text: string): number | null {
  const match = /^\s*RMA[\s-]*0*([1-9]\d{0,8})\s*$/i.exec(text)
  return match ? Number(match[1]) : null
}

export const maxDetailsLength = 1_000
export const maxReplyLength = 1_000
export const maxInspectionNoteLength = 200
export const maxPictures = 4
export const maxPictureBytes = 5 * 1024 * 1024

export const countReturnable = ({ despatched, returned, restocked }: Returnable): number =>
  Math.max(0, despatched - returned - restocked)

/** A line of a return. Null: not decided yet, or never. */
export interface ReturnLine extends LineName {
  position: number
  productId: number
  requested: number
  authorised: number | null
  received: number | null
  restocked: number | null
  scrapped: number | null
  credited: number | null
  /** Of the inspection, for staff. */
  note: string
}

/** How much of a line of an order may come back. */
export interface Returnable extends Pick<ReturnLine, 'position' | 'code' | 'title' | 'entry'> {
  despatched: number
  /** Of these, what other returns take up. */
  returned: number
  /** Of these, what refunds have put back on hand. */
  restocked: number
}

export interface ReturnRequest {
  id: number
  orderId: number
  reference: string
  state: ReturnState
  reason: ReturnReason
  details: string
  personId: number | null
  email: string
  requestedAt: Date
  /** What staff wrote to the customer; ''. */
  reply: string
  /** Handling charge as a percentage of the price; 0: none. */
  chargePercent: number
  lines: ReturnLine[]
  pictureCount: number
  /** Null: nothing is credited. */
  creditNote: { id: number; number: number; total: Pence } | null
}

export interface ReturnRow {
  id: number
  reference: string
  state: ReturnState
  requestedAt: Date
  firstTitle: string
  lineCount: number
}

export interface ReturnHistoryEntry {
  at: Date
  who: string
  isStaff: boolean
  to: ReturnState
  note: string
}

export const returnsUrl = '/account/returns'
export const toReturnUrl = (id: number): string => `${returnsUrl}/${formatReturnNumber(id)}`
export const toReturnFormUrl = (reference: string): string => `/account/orders/${reference}/return`

/** Why these pieces cannot be returned. */
export type RequestRefusal =
  | { why: 'not_despatched' | 'nothing_left' | 'nothing_chosen' | 'ended' }
  | { why: 'too_late'; deadline: IsoDate }
  | { why: 'too_many'; position: number; code: string; returnable: number; despatched: number }
