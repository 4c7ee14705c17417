import type { BasketReply } from '../../basket/schemas.ts'
import type { CheckoutDraft } from '../draft/draft.ts'
import type { ChosenOffer, SessionDraft } from '../draft/session-storage.ts'
import { checkoutMessages } from '../messages.ts'
import type { DeliveryOffer, LoadReply, PaymentMethod } from '../schemas.ts'
import {
  type DraftChange,
  editStage,
  type Placing,
  type Progress,
  reopenStage,
  resumeProgress,
  type Stage,
} from '../stages.ts'
import {
  type CardPayment,
  type CheckoutState,
  canChangeStages,
  dropLostMethod,
  getConditions,
  getMethod,
  getProgressAfter,
  resetToAccountBilling,
} from './state.ts'

export type CheckoutAction =
  | { type: 'loaded'; loaded: LoadReply }
  | { type: 'loadFailed' }
  | { type: 'loadRepeated' }
  | { type: 'basketLoaded'; basket: BasketReply; offeredAt?: string | undefined }
  | { type: 'restored'; session: SessionDraft | null }
  | { type: 'draftChanged'; change: Partial<CheckoutDraft> }
  | { type: 'offerChosen'; option: DeliveryOffer; destination: string; day: string | null }
  | { type: 'offerCleared' }
  | { type: 'optionsLoaded'; options: readonly DeliveryOffer[]; destination: string }
  | { type: 'offerRefreshed'; option: DeliveryOffer }
  | { type: 'methodChosen'; method: PaymentMethod }
  | { type: 'passwordTyped'; password: string }
  | { type: 'passwordLost' }
  /** `draft`: what the server has accepted. `isQuiet`: the focus does not move. */
  | {
      type: 'stageCompleted'
      stage: Stage
      draft: CheckoutDraft
      change: DraftChange
      notice: string | null
      isQuiet: boolean
    }
  | { type: 'stageEdited'; stage: Stage }
  | { type: 'stageReopened'; stage: Stage; notice: string | null }
  | { type: 'fillingStopped'; notice?: string }
  | { type: 'placingChanged'; placing: Placing }
  | { type: 'cardOpened'; card: CardPayment }
  /** `notice`: why, when that is no error. */
  | { type: 'cardClosed'; notice: string | null }
  | { type: 'orderPlaced' }

export function checkoutReducer(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case 'loaded':
      return { ...state, loaded: action.loaded }
    case 'basketLoaded':
      return reopenWithoutMethod(state, {
        ...state,
        basket: action.basket,
        loaded: { ...state.loaded, offered_at: action.offeredAt },
      })
    case 'loadFailed':
      return { ...state, hasLoadFailed: true }
    case 'loadRepeated':
      return { ...state, hasLoadFailed: false }
    case 'restored':
      return restore(state, action.session)
    case 'draftChanged':
      return { ...state, draft: { ...state.draft, ...action.change } }
    case 'offerChosen':
      return chooseOffer(state, action)
    case 'offerCleared':
      return {
        ...state,
        chosenOffer: null,
        draft: { ...state.draft, deliveryOption: '', deliveryDay: null },
      }
    case 'optionsLoaded':
      return { ...state, promise: toPromise(action.options, action.destination) }
    case 'offerRefreshed':
      return reopenWithoutMethod(state, refreshOffer(state, action.option))
    case 'methodChosen':
      return chooseMethod(state, action.method)
    case 'passwordTyped':
      return { ...state, password: action.password }
    case 'passwordLost':
      return { ...state, isPasswordStored: false, isPasswordLost: true }
    case 'stageCompleted':
      return complete(state, action)
    case 'stageEdited':
      return canChangeStages(state) ? move(state, editStage(state.progress, action.stage)) : state
    case 'stageReopened':
      return move(state, reopenStage(state.progress, action.stage), action.notice)
    case 'fillingStopped':
      return { ...state, isFilling: false, notice: action.notice ?? state.notice }
    case 'placingChanged': {
      const hasTriedToPlace = state.hasTriedToPlace || action.placing !== 'idle'
      return { ...state, placing: action.placing, hasTriedToPlace }
    }
    case 'cardOpened':
      return { ...state, card: action.card, placing: 'idle' }
    case 'cardClosed':
      return action.notice === null
        ? { ...state, card: null }
        : { ...move(state, state.progress, action.notice), card: null }
    case 'orderPlaced':
      return { ...state, isRestored: false }
  }
}

// 'Nothing to pay' is no answer to a total that has gone up.
function reopenWithoutMethod(before: CheckoutState, state: CheckoutState): CheckoutState {
  const isMethodGone =
    before.progress.completed.includes(5) && getMethod(before) !== null && getMethod(state) === null
  return isMethodGone && canChangeStages(state)
    ? move(state, reopenStage(state.progress, 5), checkoutMessages.choosePayment)
    : state
}

function move(
  state: CheckoutState,
  progress: Progress,
  notice: string | null = null,
  isQuiet = false,
): CheckoutState {
  return { ...state, progress, notice, moves: isQuiet ? state.moves : state.moves + 1 }
}

function restore(state: CheckoutState, session: SessionDraft | null): CheckoutState {
  // The order is being paid as it was sent, whatever this tab had before.
  if (!session || state.card) return { ...state, isRestored: true }
  const { facts } = state
  const isContactValid = !facts.isGuest || state.isPasswordStored
  // An option that is no longer offered is chosen again. If the server has lost the draft, it validates it at the end.
  const completed = session.completed.filter(
    stage => (stage !== 1 || isContactValid) && (stage !== 3 || !facts.isStoredOptionGone),
  )
  return {
    ...state,
    draft: {
      ...session.draft,
      consignments: state.draft.consignments ?? session.draft.consignments,
    },
    chosenOffer: restoreOffer(session, state.chosenOffer),
    progress: resumeProgress(
      dropLostMethod(completed, { ...state, draft: session.draft, chosenOffer: session.chosenOffer }),
      getConditions(state, session.draft, completed),
    ),
    isPasswordLost: session.completed.includes(1) && !isContactValid,
    isFilling: false,
    isRestored: true,
  }
}

function chooseOffer(
  state: CheckoutState,
  { option, destination, day }: Extract<CheckoutAction, { type: 'offerChosen' }>,
): CheckoutState {
  return {
    ...state,
    chosenOffer: { option, destination },
    draft: { ...state.draft, deliveryOption: option.code, deliveryDay: day ?? option.arg },
  }
}

// Only the price and the cut-off: the day is never changed silently. If it is not available, the final send says so.
function refreshOffer(state: CheckoutState, { price, promise, arg }: DeliveryOffer): CheckoutState {
  const { chosenOffer } = state
  if (!chosenOffer) return state
  const { promise: _, ...option } = chosenOffer.option
  const isSameDay = arg === option.arg && promise !== undefined
  const refreshed = { ...option, price, ...(isSameDay && { promise }) }
  return { ...state, chosenOffer: { ...chosenOffer, option: refreshed } }
}

function toPromise(options: readonly DeliveryOffer[], destination: string): CheckoutState['promise'] {
  const text = options.find(({ promise }) => promise)?.promise
  return text === undefined ? null : { text, destination }
}

// The server's own offer is newer than the one that the tab stored.
function restoreOffer(session: SessionDraft, current: ChosenOffer | null): ChosenOffer | null {
  const { chosenOffer } = session
  const isSame =
    chosenOffer?.destination === current?.destination &&
    chosenOffer?.option.code === current?.option.code &&
    chosenOffer?.option.arg === current?.option.arg
  return isSame ? current : chosenOffer
}

// On account, the billing address is the account's own (R-CHECKOUT-16).
function chooseMethod(state: CheckoutState, method: PaymentMethod): CheckoutState {
  const draft = { ...state.draft, paymentMethod: method }
  const reset = resetToAccountBilling(draft, method, state.facts.addresses)
  return {
    ...state,
    draft: reset?.draft ?? draft,
    notice: reset?.isChanged ? checkoutMessages.billingReset : null,
  }
}

function complete(
  state: CheckoutState,
  { stage, draft, change, notice, isQuiet }: Extract<CheckoutAction, { type: 'stageCompleted' }>,
): CheckoutState {
  const progress = getProgressAfter(state, stage, draft, change)
  // The customer may have opened another stage while this one was being sent.
  const { open } = state.progress
  return move(state, open === stage ? progress : { ...progress, open }, notice, isQuiet)
}
