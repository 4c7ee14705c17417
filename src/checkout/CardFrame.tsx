import { useEffect, useRef, useState } from 'react'
import type { paymentStatus } from '../payments/contract.ts'
import type { ReplyOf } from '../shared/call.ts'
import { send } from '../ui/send.ts'
import { ownWords } from './messages.ts'
import type { CardPayment } from './usePlaceOrder.tsx'

interface CardFrameProps {
  payment: CardPayment
  onPaid: () => void
  /** Declined, cancelled or lapsed, with what the buyer is told. */
  onEnded: (message: string) => void
}

/** The card provider's own form. What became of the payment is asked of the shop, never believed of the frame. */
export function CardFrame({ payment, onPaid, onEnded }: CardFrameProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const ask = usePaymentStatus(payment.reference, reply => {
    setUnknown(reply === null)
    if (reply === null) return 'unknown'
    if (reply.state === 'waiting') return 'waiting'
    if (reply.state === 'paid' && reply.next_url) {
      onPaid()
      location.assign(reply.next_url)
    } else onEnded(reply.message || ownWords.notCharged)
    return 'ended'
  })
  useEffect(() => heading.current?.focus(), [])

  async function leave() {
    if (isLeaving) return
    setLeaving(true)
    // He may have paid this very moment: then the confirmation wins.
    const asked = await ask()
    if (asked !== 'ended') onEnded(asked === 'waiting' ? ownWords.notCharged : ownWords.paymentUnknown)
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
        {isUnknown ? ownWords.paymentUnknown : isLoaded ? '' : 'Loading the card form…'}
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

type Status = ReplyOf<typeof paymentStatus>

/** 'unknown': the shop did not answer. */
type Asked = 'waiting' | 'ended' | 'unknown'

const firstPauseMs = 1000
const longestPauseMs = 5000

// Asks at once when the frame says that it came back, else again and again, ever slower; stops when `onStatus` says so.
function usePaymentStatus(
  reference: string,
  onStatus: (reply: Status | null) => Asked,
): () => Promise<Asked> {
  const judge = useRef(onStatus)
  judge.current = onStatus
  const hasEnded = useRef(false)

  async function ask(): Promise<Asked> {
    const reply = await readStatus(reference)
    if (hasEnded.current) return 'ended'
    const asked = judge.current(reply)
    hasEnded.current = asked === 'ended'
    return asked
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for one payment
  useEffect(() => {
    let pauseMs = firstPauseMs
    let timer = setTimeout(next, pauseMs)
    async function next() {
      if ((await ask()) === 'ended') return
      pauseMs = Math.min(longestPauseMs, pauseMs * 1.25)
      timer = setTimeout(next, pauseMs)
    }
    function hear(event: MessageEvent) {
      const isReturn = event.origin === location.origin && event.data?.type === 'payment-returned'
      if (!isReturn) return
      clearTimeout(timer)
      pauseMs = firstPauseMs
      void next()
    }
    addEventListener('message', hear)
    return () => {
      hasEnded.current = true
      clearTimeout(timer)
      removeEventListener('message', hear)
    }
  }, [reference])

  return ask
}

// A status that cannot be had is asked again later: the payment goes on without it.
async function readStatus(reference: string): Promise<Status | null> {
  const route = `GET /checkout/payment/${encodeURIComponent(reference)}`
  return send<typeof paymentStatus>(route as 'GET /checkout/payment/:reference', {}).catch(() => null)
}
