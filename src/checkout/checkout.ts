import type { SavedAddress } from '../accounts/contract.ts'
import type { BasketReply } from '../basket/contract.ts'
import type { ReplyOf } from '../shared/call.ts'
import type { Country } from '../shared/countries.ts'
import type { Errors } from '../shared/field-checks.ts'
import type { LoadIds, Sender } from './bodies.ts'
import type { loadCheckout } from './contract.ts'
import type { Answers, CheckoutDraft } from './draft.ts'
import type { Change, Placing, Progress, Stage } from './stages.ts'

export type LoadedCheckout = ReplyOf<typeof loadCheckout>

export interface LoadedOrderNamed extends LoadIds {
  reference: string
  /** Who asked for it. */
  sender: string
  /** Its answers fill the stages now; false when the buyer has gone on from them before. */
  fills: boolean
}

export interface CheckoutPageProps extends Omit<CheckoutFacts, 'reload'> {
  basket: BasketReply
  /** The reference of an order from this very basket whose card form was left. */
  unpaid: string | null
  shop: { phone: string; email: string }
}

/** What the page knows when it opens; `loaded`: the answer of POST /checkout/load. */
export interface CheckoutFacts {
  loaded: LoadedCheckout
  /** Which order was loaded; null: the checkout is about the basket. */
  load: LoadedOrderNamed | null
  visitor: { name: string; email: string } | null
  /** His VAT or TAX code, as his account has it; ''. */
  knownVat: string
  addresses: SavedAddress[]
  draft: CheckoutDraft | null
  /** Asks for `loaded` anew: a right was taken from him meanwhile. */
  reload: () => void
}

export interface Checkout {
  answers: Answers
  password: string
  passwordKept: boolean
  /** He had typed one before the page was loaded again, and it has to be typed once more. */
  isPasswordLost: boolean
  progress: Progress
  countries: Country[]
  addresses: SavedAddress[]
  loaded: LoadedCheckout
  ids: LoadIds
  sender: Sender
  isGuest: boolean
  knownVat: string
  /** One more at each stage that opens by itself, for the focus. 0 before the buyer did anything. */
  moves: number
  /** A word on the stage that is open. */
  notice: string | null
  placing: Placing
  setPlacing: (placing: Placing) => void
  /** The loaded order fills the stages, until the buyer does something himself. */
  isFilling: boolean
  stopFilling: (notice?: string) => void
  set: (change: Partial<Answers>) => void
  setPassword: (password: string) => void
  /** The server does not have it (any more). */
  losePassword: () => void
  tell: (notice: string | null) => void
  reload: () => void
  edit: (stage: Stage) => void
  /** The stage that opens when this one is completed with these answers. */
  leadsTo: (stage: Stage, answers?: Answers, change?: Change) => Stage
  /**
   * Sends a stage and goes on, unless it was given up meanwhile (`holds`); `quietly`: without taking the focus. Answers
   * the server's errors, '' for what no field has.
   */
  finish: (
    stage: Stage,
    answers: Answers,
    how?: { change?: Change; holds?: () => boolean; quietly?: boolean },
  ) => Promise<Errors | null>
  /** Opens a stage again, with the reason. */
  back: (stage: Stage, notice: string | null) => void
  forget: () => void
}
