import { useRef, useState } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Pence } from '../../../lib/money.ts'
import { showAlert } from '../../../ui/Dialog.tsx'
import { serializeFinalSend } from '../draft/serialize.ts'
import { validatePlaceOrder } from '../draft/validate-order.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import { checkoutMessages } from '../messages.ts'
import type { PaymentMethod } from '../schemas.ts'
import { getFinalStep, needsTerms } from '../stages.ts'
import { offerLogin, showUnavailableItems } from './dialogs.tsx'
import { completeOrder, type RequestFailure, sendSave } from './requests.client.ts'
import {
  type CheckoutState,
  getBillingAddress,
  getDeliveryAddress,
  getMethod,
  getSendFacts,
  listLoadedCountries,
  listPageMethods,
} from './state.ts'
import type { Checkout } from './useCheckout.tsx'

export interface PlaceOrder {
  /** By field; '' for an error without one. */
  errors: FieldErrors
  attempt: number
  /** The total has changed since it was shown: displayed beside the button. */
  totalNotice: string | null
  place: (hasAgreed: boolean) => Promise<void>
  leaveCard: (message: string, isCancelled: boolean) => void
}

/**
 * The last step: the final send, then completion, approval or the card form. `displayedTotal`: the amount to pay on the
 * page; `refresh` loads it again.
 */
export function usePlaceOrder(
  { state, dispatch, reload, clear }: Checkout,
  displayedTotal: Pence,
  refresh: () => Promise<void>,
): PlaceOrder {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [totalNotice, setTotalNotice] = useState<string | null>(null)
  // Set at once: a second click may come before the next rendering.
  const isRunning = useRef(false)

  function fail(failures: FieldErrors) {
    setErrors(failures)
    setAttempt(count => count + 1)
    dispatch({ type: 'placingChanged', placing: 'failed' })
  }

  // A network failure raises an alert too, because the button may be far below the summary (R-CALL-12).
  function failRequest({ failure, isSignedOut }: RequestFailure) {
    fail({ '': failure })
    return isSignedOut ? offerLogin() : showAlert('Your order was not placed', failure)
  }

  async function place(hasAgreed: boolean) {
    if (isRunning.current) return
    setTotalNotice(null)
    const method = getMethod(state)
    const failures = validate(state, method, hasAgreed)
    if (Object.keys(failures).length > 0 || !method) return fail(failures)
    isRunning.current = true
    dispatch({ type: 'placingChanged', placing: 'placing' })
    setErrors({})
    await sendFinal(method).finally(() => {
      isRunning.current = false
    })
  }

  async function sendFinal(method: PaymentMethod) {
    const reply = await sendSave(serializeFinalSend(state.draft, method, displayedTotal, getSendFacts(state)))
    if ('failure' in reply) return failRequest(reply)
    if (reply.error_details.length > 0) {
      dispatch({ type: 'placingChanged', placing: 'failed' })
      await showUnavailableItems(reply.error_details, state.loaded.load_existing)
      return dispatch({ type: 'stageReopened', stage: 3, notice: reply.error || null })
    }
    if (reply.error !== false) return handleRefusal(reply.error, reply.errors)
    // Placed already, by an earlier send or the card provider.
    if (reply.next_url?.startsWith('/order/')) return leaveFor(reply.next_url)
    const finalStep = getFinalStep(method)
    if (finalStep === 'card_frame' && reply.next_url && reply.reference) {
      const { next_url: url, reference, payment_test_mode: isTest } = reply
      return dispatch({ type: 'cardOpened', card: { url, reference, isTest } })
    }
    const completion = await completeOrder(
      finalStep === 'send_approval' ? 'POST /checkout/send-approval' : 'POST /checkout/complete',
    )
    if ('failure' in completion) return failRequest(completion)
    if (!completion.next_url) return fail({ '': completion.error || checkoutMessages.networkFailed })
    leaveFor(completion.next_url)
  }

  async function handleRefusal(error: string, { total, ...refusals }: FieldErrors) {
    const deliveryError = refusals.delivery_method ?? refusals.delivery_arg
    if (refusals.password) dispatch({ type: 'passwordLost' })
    if (refusals.payment_method) void reload()
    // Nothing is ordered at a total that was not shown: it is loaded again, and the next press sends the new one.
    if (total) {
      // First, because the new total may need another payment method.
      dispatch({ type: 'placingChanged', placing: 'failed' })
      await refresh()
      return setTotalNotice(total)
    }
    if (deliveryError) {
      dispatch({ type: 'placingChanged', placing: 'failed' })
      // The day or the service is no longer available: stage 3 shows the current ones.
      return dispatch({ type: 'stageReopened', stage: 3, notice: deliveryError })
    }
    fail(Object.keys(refusals).length > 0 ? refusals : { '': error })
  }

  function leaveFor(url: string) {
    clear()
    location.assign(url)
  }

  return {
    errors,
    attempt,
    totalNotice,
    place,
    leaveCard: (message, isCancelled) => {
      dispatch({ type: 'cardClosed', notice: isCancelled ? message : null })
      if (!isCancelled) fail({ '': message })
    },
  }
}

function validate(state: CheckoutState, method: PaymentMethod | null, hasAgreed: boolean): FieldErrors {
  const { draft, facts } = state
  const billingId = draft.isBillingSameAsDelivery ? draft.delivery.id : draft.billing.id
  const isImported = (id: number | null) => facts.addresses.some(saved => saved.id === id && saved.imported)
  const values = listPageMethods(state)
  return {
    ...validatePlaceOrder({
      deliveryOption: draft.deliveryOption,
      paymentMethod: method ?? '',
      paymentMethods: method === 'quote' ? [...values, 'quote'] : values,
      delivery: getDeliveryAddress(state),
      billing: getBillingAddress(state),
      isDeliveryImported: isImported(draft.delivery.id),
      isBillingImported: isImported(billingId),
      countries: listLoadedCountries(state),
      taxCode: draft.contact.vat || facts.accountTaxCode,
      instructions: draft.deliveryInstructions,
      purchaseOrder: draft.purchaseOrder,
    }),
    ...(hasAgreed || !needsTerms(method) ? {} : { terms: lastStageMessages.termsNeeded }),
  }
}
