import { useRef, useState } from 'react'
import type { ReplyOf } from '../shared/call.ts'
import { tellAlert } from '../ui/Dialog.tsx'
import { Refused, send } from '../ui/send.ts'
import { checkPlaceOrder, type Errors } from './checks.ts'
import type { completeCheckout, PaymentMethod } from './contract.ts'
import { addressOf, billingOf, finalBody, methodOf } from './draft.ts'
import { afterPlaceOrder } from './stages.ts'
import { tellItems } from './tellItems.tsx'
import { type Checkout, save } from './useCheckout.tsx'
import { checkoutWords, ownWords } from './words.ts'

/** The card form that is open now. */
export interface CardPayment {
  url: string
  reference: string
  isTest: boolean
}

export interface PlaceOrder {
  placing: 'idle' | 'placing' | 'failed'
  /** What stands in the way, by field; '' for what no field has. */
  errors: Errors
  attempt: number
  card: CardPayment | null
  place: (hasAgreed: boolean) => Promise<void>
  /** The card form ended without a payment. */
  leaveCard: (message: string) => void
}

/** The last step: saves the order for good, then completes it, sends it for approval, or opens the card form. */
export function usePlaceOrder(checkout: Checkout): PlaceOrder {
  const [placing, setPlacing] = useState<PlaceOrder['placing']>('idle')
  const [errors, setErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [card, setCard] = useState<CardPayment | null>(null)
  // Set at once: a second click may come before the next rendering.
  const isRunning = useRef(false)
  const { answers, addresses, loaded, isGuest, password } = checkout
  const method = methodOf(answers, loaded.payment_methods)

  function fail(refused: Errors) {
    setErrors(refused)
    setAttempt(count => count + 1)
    setPlacing('failed')
  }

  async function place(hasAgreed: boolean) {
    if (isRunning.current) return
    const faults = faultsOf(checkout, method, hasAgreed)
    if (Object.keys(faults).length > 0 || !method) return fail(faults)
    isRunning.current = true
    setPlacing('placing')
    setErrors({})
    await saveAndFinish(method).finally(() => {
      isRunning.current = false
    })
  }

  async function saveAndFinish(method: PaymentMethod) {
    const reply = await save(finalBody(answers, addresses, method, { password, isGuest }))
    if ('away' in reply) {
      fail({ '': reply.away })
      return tellAlert('Your order was not placed', reply.away)
    }
    if (reply.error_details.length > 0) {
      setPlacing('failed')
      await tellItems(reply.error_details)
      return checkout.back(reply.error || null)
    }
    if (reply.error !== false) {
      const reason = reply.errors.delivery_method ?? reply.errors.delivery_arg
      setPlacing('failed')
      // The day or the service went meanwhile: stage 3 says so and shows what can be had now.
      if (reason) return checkout.back(reason)
      return fail(Object.keys(reply.errors).length > 0 ? reply.errors : { '': reply.error })
    }
    // Placed already, by an earlier send or the card provider.
    if (reply.next_url?.startsWith('/order/')) return leaveFor(reply.next_url)
    const next = afterPlaceOrder(method)
    if (next === 'card_frame' && reply.next_url && reply.reference) {
      setPlacing('idle')
      return setCard({ url: reply.next_url, reference: reply.reference, isTest: reply.payment_test_mode })
    }
    const done = await finish(
      next === 'send_approval' ? 'POST /checkout/send-approval' : 'POST /checkout/complete',
    )
    if (!done.next_url) return fail({ '': done.error || ownWords.networkAway })
    leaveFor(done.next_url)
  }

  function leaveFor(url: string) {
    checkout.forget()
    location.assign(url)
  }

  return {
    placing,
    errors,
    attempt,
    card,
    place,
    leaveCard: message => {
      setCard(null)
      fail({ '': message })
    },
  }
}

function faultsOf(checkout: Checkout, method: PaymentMethod | null, hasAgreed: boolean): Errors {
  const { answers, addresses, loaded, countries } = checkout
  const delivery = addresses.find(({ id }) => id === answers.delivery.id)
  const billing = answers.billing.same ? delivery : addresses.find(({ id }) => id === answers.billing.id)
  const values = loaded.payment_methods.map(({ value }) => value)
  return {
    ...checkPlaceOrder({
      deliveryMethod: answers.option?.code ?? '',
      offered: null,
      paymentMethod: method ?? '',
      paymentMethods: method === 'quote' ? [...values, 'quote'] : values,
      delivery: addressOf(answers.delivery, addresses),
      billing: billingOf(answers, addresses),
      deliveryImported: delivery?.imported ?? false,
      billingImported: billing?.imported ?? false,
      countries,
      vat: answers.contact.vat,
      instructions: answers.instructions,
    }),
    ...(hasAgreed ? {} : { terms: checkoutWords.termsNeeded }),
  }
}

async function finish(
  route: 'POST /checkout/complete' | 'POST /checkout/send-approval',
): Promise<ReplyOf<typeof completeCheckout>> {
  try {
    // Both answer alike (contract §3).
    return await send<typeof completeCheckout>(route as 'POST /checkout/complete', {})
  } catch (error) {
    return { error: error instanceof Refused ? error.message : ownWords.networkAway, next_url: null }
  }
}
