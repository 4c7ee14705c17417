/**
 * The states of orders, quotes and approval requests. The database has the same tables and sets as functions
 * (db/migrations/040-order-kinds.sql); tests/api/order-states.test.ts compares the two.
 */

export const orderKinds = ['order', 'quote', 'approval_request'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Where each kind may go from each of its states. Every transition is a row of order_history. */
export const transitions = {
  order: {
    /** Saved at the last stage with its stock taken; the customer has not completed it yet. */
    saved: ['placed', 'lapsed', 'superseded'],
    /** Registered with the card provider; only its signed notification places the order. */
    awaiting_payment: ['placed', 'lapsed', 'superseded'],
    placed: ['part_despatched', 'despatched', 'collected', 'payment_reversed', 'cancelled'],
    /** Some of it has left the shop. */
    part_despatched: ['part_despatched', 'despatched', 'collected', 'payment_reversed'],
    /** All of it has left the shop. */
    despatched: ['payment_reversed'],
    /** All of it has left the shop, the last part at the collection counter. */
    collected: ['payment_reversed'],
    /** Not placed in time, stock released. A payment that arrives late may still place it. */
    lapsed: ['placed'],
    /** The customer saved another order from the same basket. */
    superseded: [],
    /** The card provider reversed a payment that it had confirmed. */
    payment_reversed: [],
    cancelled: [],
  },
  quote: {
    saved: ['quote_requested', 'lapsed', 'superseded'],
    quote_requested: ['quote_approved', 'cancelled'],
    /** Priced by staff; it may be priced again until it is ordered. */
    quote_approved: ['quote_approved', 'quote_accepted', 'quote_expired', 'cancelled'],
    /** Ordered, or sent for approval. A rejected approval makes the quote available again. */
    quote_accepted: ['quote_approved'],
    quote_expired: ['quote_approved', 'cancelled'],
    lapsed: [],
    superseded: [],
    cancelled: [],
  },
  approval_request: {
    saved: ['awaiting_approval', 'lapsed', 'superseded'],
    /** Sent to the head buyers. What they place is an order of its own, made from this request. */
    awaiting_approval: ['approved', 'rejected'],
    approved: [],
    rejected: [],
    lapsed: [],
    superseded: [],
  },
} as const satisfies Record<OrderKind, Record<string, readonly string[]>>

export type StateOf<Kind extends OrderKind> = keyof (typeof transitions)[Kind]
export type OrderState = { [Kind in OrderKind]: StateOf<Kind> }[OrderKind]

export const statesOf = (kind: OrderKind): OrderState[] => Object.keys(transitions[kind]) as OrderState[]

export function canTransition(kind: OrderKind, from: OrderState, to: OrderState): boolean {
  const targets: Partial<Record<OrderState, readonly OrderState[]>> = transitions[kind]
  return targets[from]?.includes(to) ?? false
}

/** The states in which a kind is created. */
export const initialStates = {
  order: ['saved', 'awaiting_payment'],
  quote: ['saved'],
  approval_request: ['saved'],
} as const satisfies Record<OrderKind, readonly OrderState[]>

/** The state that a kind reaches when the customer completes it. */
export const completedState = {
  order: 'placed',
  quote: 'quote_requested',
  approval_request: 'awaiting_approval',
} as const satisfies { [Kind in OrderKind]: StateOf<Kind> }

/** Sets of states. Each is the SQL function order_<name in snake case>(state) too. */
export const stateSets = {
  /** Saved, but neither completed nor paid: waits for the customer or the card provider. */
  isOpen: ['saved', 'awaiting_payment'],
  /** Of kind 'order': what it has not despatched is allocated to it. The other kinds never take stock. */
  holdsStock: ['saved', 'awaiting_payment', 'placed', 'part_despatched'],
  /** An order that the customer has completed, whether or not it has left the shop. */
  isBought: ['placed', 'part_despatched', 'despatched', 'collected'],
  /** There is something left to despatch. */
  isDespatchable: ['placed', 'part_despatched'],
  /** The customer has completed it. */
  countsAsPlaced: [
    'placed',
    'part_despatched',
    'despatched',
    'collected',
    'quote_requested',
    'awaiting_approval',
  ],
  /** It came to nothing: its basket version, or what it was made from, can be ordered again. */
  isVoid: ['lapsed', 'superseded', 'cancelled', 'rejected', 'payment_reversed'],
  /** Its vouchers count as used. After conversion the order that was made from it counts instead. */
  holdsVouchers: [
    'saved',
    'awaiting_payment',
    'placed',
    'part_despatched',
    'despatched',
    'collected',
    'quote_requested',
    'quote_approved',
    'awaiting_approval',
  ],
  /** The customer never completed it and no card payment is under way: accounts and staff lists leave it out. */
  isUnsubmitted: ['saved', 'lapsed', 'superseded'],
  /** A head buyer has approved or rejected the request. */
  isDecided: ['approved', 'rejected'],
} as const satisfies Record<string, readonly OrderState[]>

export type StateIn<Name extends keyof typeof stateSets> = (typeof stateSets)[Name][number]

export function isIn<Name extends keyof typeof stateSets>(
  name: Name,
  state: OrderState,
): state is StateIn<Name> {
  return (stateSets[name] as readonly OrderState[]).includes(state)
}

export const isBought = (state: OrderState): state is StateIn<'isBought'> => isIn('isBought', state)

export const isOrderOpen = (state: OrderState): state is StateIn<'isOpen'> => isIn('isOpen', state)

interface StockHolder {
  kind: OrderKind
  state: OrderState
  isStockReleased: boolean
}

export const holdsStock = ({ kind, state, isStockReleased }: StockHolder): boolean =>
  kind === 'order' && isIn('holdsStock', state) && !isStockReleased

const convertedStates: Partial<Record<OrderState, OrderState>> = {
  awaiting_approval: 'approved',
  quote_approved: 'quote_accepted',
}

/** The state of a quote or approval request once an order was made from it; null: none can be made (any more). */
export const getConvertedState = (state: OrderState): OrderState | null => convertedStates[state] ?? null

/** Saved but not placed within 30 minutes, an order lapses and its stock is released (R-ORDER-3). */
export const holdMinutes = 30
