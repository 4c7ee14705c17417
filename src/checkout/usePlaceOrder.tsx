import { useRef, useState } from 'react'
import type { Errors } from '../shared/field-checks.ts'
import type { Pence } from '../shared/money.ts'
import { tellAlert } from '../ui/Dialog.tsx'
import { finalBody } from './bodies.ts'
import { type Away, finishOrder, save } from './calls.browser.ts'
import type { Checkout } from './checkout.ts'
import { checkPlaceOrder } from './checks.ts'
import type { PaymentMethod } from './contract.ts'
import { addressOf, billingOf, methodOf } from './draft.ts'
import { checkoutWords, ownWords } from './messages.ts'
import { offerLogin } from './offerLogin.tsx'
import { afterPlaceOrder, needsTerms } from './stages.ts'
import { tellItems } from './tellItems.tsx'

/** The card form that is open now. */
export interface CardPayment {
  url: string
  reference: string
  isTest: boolean
}

export interface PlaceOrder {
  /** What stands in the way, by field; '' for what no field has. */
  errors: Errors
  attempt: number
  /** The total has changed since he saw it: said where he presses next. */
  news: string | null
  card: CardPayment | null
  place: (hasAgreed: boolean) => Promise<void>
  /** The card form ended without a payment. */
  leaveCard: (message: string) => void
}

/**
 * The last step: saves the order for good, then completes it, sends it for approval, or opens the card form.
 * `shown`: what stands there as 'You pay'; `refresh` reads it anew.
 */
export function usePlaceOrder(checkout: Checkout, shown: Pence, refresh: () => Promise<void>): PlaceOrder {
  const [errors, setErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [news, setNews] = useState<string | null>(null)
  const [card, setCard] = useState<CardPayment | null>(null)
  // Set at once: a second click may come before the next rendering.
  const isRunning = useRef(false)
  const { answers, loaded, sender, setPlacing } = checkout
  const method = methodOf(answers, loaded.payment_methods)

  function fail(refused: Errors) {
    setErrors(refused)
    setAttempt(count => count + 1)
    setPlacing('failed')
  }

  // Specification §8: a network failure raises an alert too.
  function failAway({ away, isSignedOut }: Away) {
    fail({ '': away })
    return isSignedOut ? offerLogin() : tellAlert('Your order was not placed', away)
  }

  async function place(hasAgreed: boolean) {
    if (isRunning.current) return
    setNews(null)
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
    const reply = await save(finalBody(answers, method, shown, sender))
    if ('away' in reply) return failAway(reply)
    if (reply.error_details.length > 0) {
      setPlacing('failed')
      await tellItems(reply.error_details, loaded.load_existing)
      return checkout.back(3, reply.error || null)
    }
    if (reply.error !== false) return refuse(reply.error, reply.errors)
    // Placed already, by an earlier send or the card provider.
    if (reply.next_url?.startsWith('/order/')) return leaveFor(reply.next_url)
    const next = afterPlaceOrder(method)
    if (next === 'card_frame' && reply.next_url && reply.reference) {
      setPlacing('idle')
      return setCard({ url: reply.next_url, reference: reply.reference, isTest: reply.payment_test_mode })
    }
    const done = await finishOrder(
      next === 'send_approval' ? 'POST /checkout/send-approval' : 'POST /checkout/complete',
    )
    if ('away' in done) return failAway(done)
    if (!done.next_url) return fail({ '': done.error || ownWords.networkAway })
    leaveFor(done.next_url)
  }

  async function refuse(error: string, { total, ...refused }: Errors) {
    const reason = refused.delivery_method ?? refused.delivery_arg
    if (refused.password) checkout.losePassword()
    if (refused.payment_method) checkout.reload()
    // Nothing is ordered at a sum that he has not seen: it is read anew, and the next press sends that one.
    if (total) {
      await refresh()
      setNews(total)
      return setPlacing('failed')
    }
    if (reason) {
      setPlacing('failed')
      // The day or the service went meanwhile: stage 3 says so and shows what can be had now.
      return checkout.back(3, reason)
    }
    fail(Object.keys(refused).length > 0 ? refused : { '': error })
  }

  function leaveFor(url: string) {
    checkout.forget()
    location.assign(url)
  }

  return {
    errors,
    attempt,
    news,
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
      vat: answers.contact.vat || checkout.knownVat,
      instructions: answers.instructions,
    }),
    ...(hasAgreed || !needsTerms(method) ? {} : { terms: checkoutWords.termsNeeded }),
  }
}
