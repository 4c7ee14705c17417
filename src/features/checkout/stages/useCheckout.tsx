import { type Dispatch, useCallback, useEffect, useReducer } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { showToast } from '../../../ui/Toasts.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import type { CheckoutDraft } from '../draft/draft.ts'
import { serializeStage } from '../draft/serialize.ts'
import { parseSession, serializeSession, toStorageKey } from '../draft/session-storage.ts'
import { checkoutMessages } from '../messages.ts'
import { type DraftChange, findStageOfRefusal, type Stage } from '../stages.ts'
import { offerLogin, showUnavailableItems } from './dialogs.tsx'
import { type CheckoutAction, checkoutReducer } from './reducer.ts'
import { loadFacts, type RequestFailure, sendSave } from './requests.client.ts'
import {
  type CheckoutPageProps,
  type CheckoutState,
  createCheckoutState,
  getMethod,
  getProgressAfter,
  getSendFacts,
  resetToAccountBilling,
} from './state.ts'

interface SaveOptions {
  change?: DraftChange
  /** Aborted: the reply is ignored. */
  signal?: AbortSignal
  isQuiet?: boolean
}

export interface Checkout {
  state: CheckoutState
  dispatch: Dispatch<CheckoutAction>
  /** Sends a stage and goes on. Returns the server's errors, '' for one without a field; null when there is none. */
  sendStage: (stage: Stage, draft: CheckoutDraft, options?: SaveOptions) => Promise<FieldErrors | null>
  reload: () => Promise<void>
  /** After a failure: the facts, and the code of the late stages. */
  loadAgain: () => void
  clear: () => void
}

/** The checkout's state, kept through reloads and the Back button (but never the password), and its requests. */
export function useCheckout(props: CheckoutPageProps): Checkout {
  const [state, dispatch] = useReducer(checkoutReducer, props, createCheckoutState)
  const { facts } = state
  const { source } = facts
  useSessionStorage(state, dispatch)
  useReloadAfterBack()

  // The page comes with the reply of POST /checkout/load. It is loaded again at the start, because permissions, countries
  // and the stop on an account may have changed, and because a guest's session starts with it.
  const reload = useCallback(async () => {
    const reply = await loadFacts(source)
    dispatch('failure' in reply ? { type: 'loadFailed' } : { type: 'loaded', loaded: reply })
  }, [source])
  useEffect(() => void reload(), [reload])
  function loadAgain() {
    dispatch({ type: 'loadRepeated' })
    void reload()
  }

  async function sendStage(
    stage: Stage,
    stageDraft: CheckoutDraft,
    { change = 'other', signal, isQuiet = false }: SaveOptions = {},
  ): Promise<FieldErrors | null> {
    // A preselected method is not chosen before stage 5 is completed or skipped.
    const isMethodChosen = stage === 5 || getProgressAfter(state, stage, stageDraft, change).open === 6
    const method = getMethod({ ...state, draft: stageDraft })
    const reset = isMethodChosen ? resetToAccountBilling(stageDraft, method, facts.addresses) : null
    const draft = reset?.draft ?? stageDraft
    dispatch({ type: 'draftChanged', change: draft })
    const reply = await sendSave(serializeStage(stage, draft, getSendFacts(state)))
    if (signal?.aborted) return null
    if ('failure' in reply) return { '': formatFailure(stage, reply) }
    if (reply.error_details.length > 0) {
      await showUnavailableItems(reply.error_details, facts.isLoadedOrder)
      dispatch({ type: 'stageReopened', stage: 3, notice: null })
      return null
    }
    if (reply.errors.card_form) return showCardForm()
    if (reply.error !== false) return handleRefusal(stage, reply.error, reply.errors)
    const notice = reset?.isChanged ? checkoutMessages.billingReset : null
    if (notice) showToast({ kind: 'info', text: notice, ms: 10_000 })
    dispatch({ type: 'stageCompleted', stage, draft, change, notice, isQuiet })
    return null
  }

  function handleRefusal(stage: Stage, error: string, errors: FieldErrors): FieldErrors | null {
    if (errors.password) dispatch({ type: 'passwordLost' })
    if (errors.payment_method) void reload()
    const otherStage = findStageOfRefusal(stage, Object.keys(errors))
    if (otherStage === null) return Object.keys(errors).length > 0 ? errors : { '': error }
    dispatch({ type: 'stageReopened', stage: otherStage, notice: Object.values(errors)[0] ?? null })
    return null
  }

  function clear() {
    dispatch({ type: 'orderPlaced' })
    sessionStorage.removeItem(toStorageKey(source))
  }

  return { state, dispatch, sendStage, reload, loadAgain, clear }
}

function useSessionStorage(
  { facts, draft, chosenOffer, progress, isRestored }: CheckoutState,
  dispatch: Dispatch<CheckoutAction>,
): void {
  const { owner, source } = facts
  useEffect(() => {
    const session = parseSession(sessionStorage.getItem(toStorageKey(source)), owner)
    dispatch({ type: 'restored', session })
  }, [source, owner, dispatch])
  const { completed } = progress
  useEffect(() => {
    if (!isRestored) return
    sessionStorage.setItem(toStorageKey(source), serializeSession({ owner, completed, draft, chosenOffer }))
  }, [isRestored, owner, source, completed, draft, chosenOffer])
}

// A page restored by the Back button may be out of date: an order may have been placed since.
const useReloadAfterBack = () => useRestoredByBack(() => location.reload())

// The card form was opened in another tab: this one shows it too, and the stages as they were sent.
function showCardForm(): null {
  location.reload()
  return null
}

// The two stages about delivery have a message of their own (R-CHECKOUT-25).
function formatFailure(stage: Stage, { failure, isSignedOut }: RequestFailure): string {
  if (isSignedOut) void offerLogin()
  return !isSignedOut && (stage === 2 || stage === 3)
    ? `${checkoutMessages.savingDeliveryFailed}. ${failure}`
    : failure
}
