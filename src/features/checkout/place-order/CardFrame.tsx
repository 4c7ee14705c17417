import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/call.ts'
import { send } from '../../../ui/send.ts'
import type { cancelPayment, paymentStatus } from '../../payments/schemas.ts'
import { checkoutMessages } from '../messages.ts'
import type { CardPayment } from '../stages/state.ts'

interface CardFrameProps {
  payment: CardPayment
  onPaid: () => void
  /** Declined or lapsed; `isCancelled`: the customer has cancelled it. */
  onEnded: (message: string, isCancelled: boolean) => void
}

/**
 * The card provider's form. The result of the payment comes from the shop's own call, never from the frame. Frame and
 * 'Cancel payment' work without JavaScript too.
 */
export function CardFrame({ payment, onPaid, onEnded }: CardFrameProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const applyStatus = usePaymentStatus(payment.reference, reply => {
    setProblem(reply === null ? checkoutMessages.paymentUnknown : null)
    if (reply === null || reply.state === 'waiting') return 'waiting'
    if (reply.state === 'paid' && reply.next_url) {
      onPaid()
      location.assign(reply.next_url)
    } else onEnded(reply.message || checkoutMessages.notCharged, reply.state === 'cancelled')
    return 'ended'
  })
  useEffect(() => heading.current?.focus(), [])

  async function cancel(event: SubmitEvent) {
    event.preventDefault()
    if (isCancelling) return
    setCancelling(true)
    // The payment may have succeeded this very moment: then the confirmation wins.
    const reply = await sendCancel(payment.reference)
    setCancelling(false)
    if (reply) applyStatus(reply)
    else setProblem(checkoutMessages.cancelFailed)
  }

  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-offset-4">
        Pay by card
      </h3>
      <p className="mt-1">Your order is placed as soon as the payment has gone through.</p>
      {payment.isTest && (
        <p className="mt-3 border-l-4 border-late bg-wash p-3 font-semibold">Test mode: no money is taken.</p>
      )}
      <p role="status" className="needs-script mt-2 text-steel">
        {problem ?? (isLoaded ? '' : 'Loading the card form…')}
      </p>
      <iframe
        title="Card payment"
        src={payment.url}
        onLoad={() => setLoaded(true)}
        className="mt-2 h-[46rem] w-full min-[30rem]:h-[40rem] rounded border border-rule bg-white"
      />
      <form
        method="post"
        action={`/checkout/payment/${payment.reference}/cancel`}
        onSubmit={event => void cancel(event)}
        className="mt-2"
      >
        <p>
          Something to change?{' '}
          <button
            type="submit"
            className="link min-h-11 cursor-pointer"
            aria-busy={isCancelling || undefined}
          >
            Cancel payment
          </button>
          <span className="block text-sm text-steel">
            Nothing is charged, and your order stays here to change or pay another way.
          </span>
        </p>
        <a href={payment.url} className="link mt-1 inline-flex min-h-11 items-center">
          Form does not open? Pay on the provider’s page
        </a>
      </form>
    </div>
  )
}

type PaymentStatus = ReplyOf<typeof paymentStatus>

type CheckResult = 'waiting' | 'ended'

const firstDelayMs = 1000
const maxDelayMs = 5000

/**
 * Checks the payment at once when the frame reports its return, else with growing delays, until `onStatus` returns
 * 'ended'; a status of null is an unanswered check. Returns a function for a status that came by another call.
 */
function usePaymentStatus(
  reference: string,
  onStatus: (status: PaymentStatus | null) => CheckResult,
): (status: PaymentStatus) => void {
  const hasEnded = useRef(false)

  function apply(status: PaymentStatus | null): void {
    if (!hasEnded.current) hasEnded.current = onStatus(status) === 'ended'
  }

  const checkNow = useEffectEvent(async () => apply(await loadStatus(reference)))
  useEffect(() => {
    let delayMs = firstDelayMs
    let timer = setTimeout(checkAndRepeat, delayMs)
    async function checkAndRepeat() {
      await checkNow()
      if (hasEnded.current) return
      delayMs = Math.min(maxDelayMs, delayMs * 1.25)
      timer = setTimeout(checkAndRepeat, delayMs)
    }
    function handleMessage(event: MessageEvent) {
      const isReturn = event.origin === location.origin && event.data?.type === 'payment-returned'
      if (!isReturn) return
      clearTimeout(timer)
      delayMs = firstDelayMs
      void checkAndRepeat()
    }
    addEventListener('message', handleMessage)
    return () => {
      hasEnded.current = true
      clearTimeout(timer)
      removeEventListener('message', handleMessage)
    }
  }, [])

  return apply
}

// A failed check is repeated later: the payment goes on without it.
async function loadStatus(reference: string): Promise<PaymentStatus | null> {
  const route = `GET /checkout/payment/${encodeURIComponent(reference)}`
  return send<typeof paymentStatus>(route as 'GET /checkout/payment/:reference', {}).catch(() => null)
}

/** Null: the server did not answer, or with a problem. */
async function sendCancel(reference: string): Promise<PaymentStatus | null> {
  const route = `POST /checkout/payment/${encodeURIComponent(reference)}/cancel`
  return send<typeof cancelPayment>(route as 'POST /checkout/payment/:reference/cancel', {}).catch(() => null)
}
