import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/call.ts'
import { send } from '../../../ui/send.ts'
import type { paymentStatus } from '../../payments/schemas.ts'
import { checkoutMessages } from '../messages.ts'
import type { CardPayment } from './usePlaceOrder.tsx'

interface CardFrameProps {
  payment: CardPayment
  onPaid: () => void
  /** Declined, cancelled or lapsed. */
  onEnded: (message: string) => void
}

/** The card provider's form. The result of the payment comes from the shop's own call, never from the frame. */
export function CardFrame({ payment, onPaid, onEnded }: CardFrameProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const checkPayment = usePaymentStatus(payment.reference, reply => {
    setUnknown(reply === null)
    if (reply === null) return 'unknown'
    if (reply.state === 'waiting') return 'waiting'
    if (reply.state === 'paid' && reply.next_url) {
      onPaid()
      location.assign(reply.next_url)
    } else onEnded(reply.message || checkoutMessages.notCharged)
    return 'ended'
  })
  useEffect(() => heading.current?.focus(), [])

  async function leave() {
    if (isLeaving) return
    setLeaving(true)
    // The payment may have succeeded this very moment: then the confirmation wins.
    const result = await checkPayment()
    if (result !== 'ended') {
      onEnded(result === 'waiting' ? checkoutMessages.notCharged : checkoutMessages.paymentUnknown)
    }
  }

  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-offset-4">
        Pay by card
      </h3>
      {payment.isTest && (
        <p className="mt-2 border-l-4 border-late bg-wash p-3 font-semibold">Test mode: no money is taken.</p>
      )}
      <p role="status" className="mt-2 text-steel">
        {isUnknown ? checkoutMessages.paymentUnknown : isLoaded ? '' : 'Loading the card form…'}
      </p>
      <iframe
        title="Card payment"
        src={payment.url}
        onLoad={() => setLoaded(true)}
        className="mt-2 h-[44rem] w-full rounded border border-rule bg-white"
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <button
          type="button"
          className="button"
          aria-busy={isLeaving || undefined}
          onClick={() => void leave()}
        >
          Cancel and go back
        </button>
        <a href={payment.url} className="link inline-flex min-h-11 items-center">
          Problems? Pay on the provider's page
        </a>
      </div>
      <p className="mt-2 text-sm text-steel">
        Going back charges nothing. Your order is only placed once the payment has gone through.
      </p>
    </div>
  )
}

type PaymentStatus = ReplyOf<typeof paymentStatus>

/** 'unknown': the server did not answer. */
type CheckResult = 'waiting' | 'ended' | 'unknown'

const firstDelayMs = 1000
const maxDelayMs = 5000

/**
 * Checks the payment at once when the frame reports its return, else with growing delays, until `onStatus` returns
 * 'ended'. Returns a function that checks it now.
 */
function usePaymentStatus(
  reference: string,
  onStatus: (status: PaymentStatus | null) => CheckResult,
): () => Promise<CheckResult> {
  const hasEnded = useRef(false)

  async function check(): Promise<CheckResult> {
    const status = await loadStatus(reference)
    if (hasEnded.current) return 'ended'
    const result = onStatus(status)
    hasEnded.current = result === 'ended'
    return result
  }

  const checkLatest = useEffectEvent(check)
  useEffect(() => {
    let delayMs = firstDelayMs
    let timer = setTimeout(checkAndRepeat, delayMs)
    async function checkAndRepeat() {
      if ((await checkLatest()) === 'ended') return
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

  return check
}

// A failed check is repeated later: the payment goes on without it.
async function loadStatus(reference: string): Promise<PaymentStatus | null> {
  const route = `GET /checkout/payment/${encodeURIComponent(reference)}`
  return send<typeof paymentStatus>(route as 'GET /checkout/payment/:reference', {}).catch(() => null)
}
