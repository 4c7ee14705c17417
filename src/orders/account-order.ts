import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import type { Pence } from '../shared/money.ts'
import type { Order } from './order.ts'
import type { OrderState } from './states.ts'

/** Whose orders a person sees in his account: his own, and as head buyer all of his company. */
export interface Viewer {
  personId: number
  /** Null: not a head buyer. */
  companyId: number | null
}

export const viewerOf = (person: Person): Viewer => ({
  personId: person.id,
  companyId: isHeadBuyer(person) ? (person.company?.id ?? null) : null,
})

/** A row of the list of orders. */
export interface ListedOrder {
  reference: string
  state: OrderState
  createdAt: Date
  placedAt: Date | null
  purchaseOrder: string
  /** Of the goods that come first, and how many lines there are. */
  firstTitle: string
  lineCount: number
  total: Pence
  personId: number | null
  buyer: string
}

/** An order as its account page and its invoice need it. */
export interface AccountOrder extends Order {
  createdAt: Date
  vatRateBp: number
  company: { name: string; accountNumber: string; vatRegistration: string | null } | null
  invoiceNumber: number | null
  /** The card that paid for it. */
  card: { type: string | null; lastFour: string | null } | null
  goods: OrderedGoods[]
  history: HistoryLine[]
}

/** What the catalogue says today of an ordered product, in the order of the lines. */
export interface OrderedGoods {
  path: string
  image: string | null
  forSale: boolean
}

export interface HistoryLine {
  at: Date
  /** 'person 12', 'guest', 'card provider', 'clock'. */
  actor: string
  /** The name of that person. */
  name: string | null
  isStaff: boolean
  to: OrderState
  why: string
}
