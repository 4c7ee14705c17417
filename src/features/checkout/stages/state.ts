import { type Address, isSameAddress } from '../../../lib/contact/address.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import type { Pence } from '../../../lib/money.ts'
import { toPostalAddress } from '../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { BasketReply } from '../../basket/schemas.ts'
import type { Totals } from '../../basket/totals.ts'
import { toPence } from '../../basket/view.ts'
import {
  type CheckoutDraft,
  findAccountAddress,
  hasAddress,
  parseCountries,
  resolveAddress,
  resolveBillingAddress,
  type SourceIds,
  toDestinationKey,
} from '../draft/draft.ts'
import {
  type CheckoutVisitor,
  createOpeningDraft,
  isDeliveryOffered,
  listCompletedStages,
  type StoredDraft,
} from '../draft/opening-draft.ts'
import type { SendFacts } from '../draft/serialize.ts'
import type { ChosenOffer } from '../draft/session-storage.ts'
import { listOrderMethods, type PrepaidMethod, parseLoadReply, toMethodAtTotal } from '../payment-method.ts'
import type { DeliveryOffer, LoadReply, PaymentMethod } from '../schemas.ts'
import {
  applyStageChange,
  canChangeMethod,
  completeStage,
  type DraftChange,
  dropStage,
  getForcedMethod,
  type Placing,
  type Progress,
  placedProgress,
  resetsBilling,
  resumeProgress,
  type Stage,
  type StageConditions,
  startProgress,
} from '../stages.ts'
import { calculateCheckoutTotals } from '../totals.ts'

export interface LoadedOrderSummary extends SourceIds {
  reference: string
  sender: string
  /** It fills in the stages now; false when its checkout was started before. */
  isFilling: boolean
}

export interface CheckoutPageProps {
  basket: BasketReply
  loaded: LoadReply
  loadedOrder: LoadedOrderSummary | null
  visitor: CheckoutVisitor | null
  /** The VAT or TAX code of the account; ''. */
  accountTaxCode: string
  addresses: SavedAddress[]
  /** The code of the delivery service that the customer has saved as usual; null for a loaded order. */
  usualService: string | null
  stored: StoredDraft | null
  /** 'Order by 14:30 for delivery tomorrow, …': of the delivery that the totals assume; null where none is promised. */
  promise: string | null
  /** The reference of an order of this source whose card form was left. */
  unpaid: string | null
  /** The card form that is open for this source, in this tab before a reload or in another. */
  card: CardPayment | null
  prepaid: PrepaidMethod
}

export interface CardPayment {
  url: string
  reference: string
  isTest: boolean
}

/** Everything about the checkout that changes on the page; changed by checkoutReducer alone. */
export interface CheckoutState {
  facts: CheckoutFacts
  basket: BasketReply
  loaded: LoadReply
  hasLoadFailed: boolean
  draft: CheckoutDraft
  chosenOffer: ChosenOffer | null
  /** The cut-off and day of delivery while no option is chosen. `destination` null: assumed, on the mainland. */
  promise: { text: string; destination: string | null } | null
  progress: Progress
  /** As typed on this page; never stored. */
  password: string
  isPasswordStored: boolean
  /** It was typed before a reload and has to be typed again. */
  isPasswordLost: boolean
  /** A loaded order fills in the stages, until the customer takes over. */
  isFilling: boolean
  /** The session storage was read, and is written from now on. */
  isRestored: boolean
  placing: Placing
  /** While it is open the stages are as they were sent, until 'Cancel payment'. */
  card: CardPayment | null
  hasTriedToPlace: boolean
  notice: string | null
  /** Counts the stages that were opened, to move the focus; 0 before the customer did anything. */
  moves: number
}

export interface CheckoutFacts
  extends Pick<CheckoutPageProps, 'usualService' | 'accountTaxCode' | 'prepaid'> {
  source: SourceIds
  isLoadedOrder: boolean
  addresses: readonly SavedAddress[]
  /** E-mail address of the customer, or '' for a guest. */
  owner: string
  isGuest: boolean
  /** The stored delivery option, or its day, is no longer offered. */
  isStoredOptionGone: boolean
}

export function createCheckoutState(props: CheckoutPageProps): CheckoutState {
  const { loadedOrder, visitor, addresses, stored, card } = props
  const loaded = parseLoadReply(props.loaded)
  const { quote_id = null, approval_id = null } = loadedOrder ?? {}
  const facts: CheckoutFacts = {
    source: { quote_id, approval_id },
    isLoadedOrder: loadedOrder !== null,
    addresses,
    usualService: props.usualService,
    owner: visitor?.email ?? '',
    isGuest: visitor === null,
    accountTaxCode: props.accountTaxCode,
    isStoredOptionGone: stored !== null && !isDeliveryOffered(stored),
    prepaid: props.prepaid,
  }
  const opening = createOpeningDraft({
    stored,
    visitor,
    addresses,
    paymentMethods: loaded.payment_methods,
  })
  const draft = { ...opening, consignments: opening.consignments ?? props.basket.consignments ?? null }
  const destination = toDestinationKey(resolveAddress(draft.delivery, addresses))
  const isFilling = card === null && (loadedOrder?.isFilling ?? false)
  const chosenOffer = stored?.offer ? { option: stored.offer, destination } : null
  const priced = { facts, loaded, basket: props.basket, draft, chosenOffer }
  return {
    ...priced,
    hasLoadFailed: false,
    promise: props.promise === null ? null : { text: props.promise, destination: null },
    progress: card
      ? placedProgress
      : isFilling
        ? startProgress({ isLoggedIn: visitor !== null })
        : resumeProgress(
            dropLostMethod(listCompletedStages(stored), priced),
            getConditions(priced, draft, []),
          ),
    password: '',
    isPasswordStored: stored?.isPasswordStored ?? false,
    isPasswordLost: false,
    isFilling,
    isRestored: false,
    placing: 'idle',
    card,
    hasTriedToPlace: false,
    notice: null,
    moves: 0,
  }
}

type PricedState = Pick<CheckoutState, 'facts' | 'loaded' | 'basket' | 'draft' | 'chosenOffer'>

export function getConditions(
  state: PricedState,
  draft: CheckoutDraft,
  completed: readonly Stage[],
): StageConditions {
  const { facts, loaded } = state
  return {
    isLoggedIn: !facts.isGuest,
    needsApproval: needsApproval(loaded),
    method: getMethod({ ...state, draft }),
    isQuoteRequest: draft.deliveryOption === 'quote',
    isLoadedOrder: loaded.load_existing,
    hasBillingAddress:
      draft.billing.id !== null || isNewAddressForBilling(facts, draft) || completed.includes(4),
  }
}

/** A new delivery address that is ticked for billing too. The billing address of a loaded order is filled in visibly. */
const isNewAddressForBilling = (
  { isLoadedOrder }: Pick<CheckoutFacts, 'isLoadedOrder'>,
  { delivery, isBillingSameAsDelivery }: CheckoutDraft,
): boolean => delivery.id === null && isBillingSameAsDelivery && !isLoadedOrder

/** False while the order is being placed, and while its card form is open (R-CHECKOUT-17). */
export function canChangeStages({ placing, card }: Pick<CheckoutState, 'placing' | 'card'>): boolean {
  return card === null && canChangeMethod(placing)
}

/** Customers who may only send orders for approval are offered nothing else. */
export function needsApproval({ payment_methods }: Pick<LoadReply, 'payment_methods'>): boolean {
  return payment_methods.some(({ value }) => value === 'approval')
}

/** What is ordered, with the delivery that is chosen; until then with that in the basket's totals. */
export function getTotals(state: PricedState): Totals {
  const to = getDeliveryAddress(state)
  return calculateCheckoutTotals(state.basket, getDeliveryCost(getValidOffer(state), state.basket, to), to)
}

// Until an option is chosen, the delivery in the basket's totals: the full cost is visible from the start.
function getDeliveryCost(
  offer: DeliveryOffer | null,
  basket: BasketReply,
  { country }: Pick<Address, 'country'>,
): Pence | null {
  const assumed = country === 'GB' ? basket.shipping.price : null
  const price = offer ? offer.price : assumed
  return price === null ? null : toPence(price)
}

/** What the customer may choose from at the total of the page, which may have changed since the methods were loaded. */
export function listPageMethods(state: PricedState): PaymentMethod[] {
  const { loaded, facts } = state
  const has = (method: PaymentMethod) => loaded.payment_methods.some(({ value }) => value === method)
  if (needsApproval(loaded)) return ['approval']
  return listOrderMethods({
    onAccount: has('account'),
    prepaid: facts.prepaid,
    godmode: has('godmode'),
    isFree: isFree(state),
  })
}

const isFree = (state: PricedState): boolean => getTotals(state).discountedTotal === 0

/** Without stage 5 when the method that was chosen there is no longer offered, or was 'Nothing to pay'. */
export const dropLostMethod = (completed: readonly Stage[], state: PricedState): readonly Stage[] =>
  getMethod(state) === null ? completed.filter(stage => stage !== 5) : completed

/** The method that an order would be placed with; a chosen one that is no longer offered does not count. */
export function getMethod(state: PricedState): PaymentMethod | null {
  const { loaded, draft } = state
  const forced = getForcedMethod(draft.deliveryOption, needsApproval(loaded))
  if (forced) return forced
  const methods = listPageMethods(state)
  // A single method needs no choice.
  if (draft.paymentMethod === null) return methods.length === 1 ? methods[0]! : null
  const chosen = toMethodAtTotal(draft.paymentMethod, isFree(state))
  return chosen !== null && methods.includes(chosen) ? chosen : null
}

export function getDeliveryAddress({ facts, draft }: Pick<CheckoutState, 'facts' | 'draft'>): Address {
  return resolveAddress(draft.delivery, facts.addresses)
}

export function getBillingAddress({ facts, draft }: Pick<CheckoutState, 'facts' | 'draft'>): Address {
  return resolveBillingAddress(draft, facts.addresses)
}

/** The chosen option, if it was offered for the current delivery address. */
export function getValidOffer(
  state: Pick<CheckoutState, 'facts' | 'draft' | 'chosenOffer'>,
): DeliveryOffer | null {
  const { chosenOffer } = state
  return chosenOffer?.destination === toDestinationKey(getDeliveryAddress(state)) ? chosenOffer.option : null
}

/** The cut-off for the chosen delivery, else for the assumed one; null where no day is promised. */
export function getPromise(state: CheckoutState): string | null {
  const { promise } = state
  const offer = getValidOffer(state)
  if (offer) return offer.promise ?? null
  const address = getDeliveryAddress(state)
  const isForAddress =
    promise?.destination === null
      ? address.country === 'GB'
      : promise?.destination === toDestinationKey(address)
  return promise && isForAddress ? promise.text : null
}

export function listLoadedCountries({ loaded }: Pick<CheckoutState, 'loaded'>): Country[] {
  return parseCountries(loaded.countries)
}

export function getSendFacts({ facts, password, loaded }: CheckoutState): SendFacts {
  const { addresses, isGuest, source } = facts
  return { addresses, password, isGuest, source, offer: loaded.offered_at }
}

export function getProgressAfter(
  state: PricedState & Pick<CheckoutState, 'progress'>,
  stage: Stage,
  draft: CheckoutDraft,
  change: DraftChange,
): Progress {
  const hasBilling = draft.isBillingSameAsDelivery || hasAddress(draft.billing)
  const withBilling = hasBilling ? state.progress : dropStage(state.progress, 4)
  const hasMethod = getMethod({ ...state, draft }) !== null
  const changed = applyStageChange(hasMethod ? withBilling : dropStage(withBilling, 5), change)
  const conditions = getConditions(state, draft, changed.completed)
  const progress = completeStage(changed, stage, conditions)
  // Ticked as the billing address only now, with the delivery chosen before.
  const skipsBilling = progress.open === 4 && stage < 4 && conditions.hasBillingAddress
  return skipsBilling ? completeStage(progress, 3, conditions) : progress
}

interface BillingReset {
  draft: CheckoutDraft
  /** It was another one before, and the customer is notified (R-CHECKOUT-16). */
  isChanged: boolean
}

/** Puts the account's own billing address back when the method requires it; null when it is that one already. */
export function resetToAccountBilling(
  draft: CheckoutDraft,
  method: PaymentMethod | null,
  addresses: readonly SavedAddress[],
): BillingReset | null {
  const accountAddress = findAccountAddress(addresses)
  if (!accountAddress || !method) return null
  const { billing, delivery, isBillingSameAsDelivery } = draft
  const current = isBillingSameAsDelivery ? delivery : billing
  if (!resetsBilling(method, current.id === accountAddress.id)) return null
  const isSame = isSameAddress(resolveBillingAddress(draft, addresses), toPostalAddress(accountAddress))
  return {
    draft: { ...draft, isBillingSameAsDelivery: false, billing: { ...billing, id: accountAddress.id } },
    isChanged: hasAddress(current) && !isSame,
  }
}
