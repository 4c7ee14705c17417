import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { send } from '../../../ui/browser/send.ts'
import { CardForm, OpenCardForm, usePaymentStatus } from '../../payments/CardForm.tsx'
import type { cancelPayment, paymentStatus } from '../../payments/schemas.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import type { CardPayment } from './state.ts'

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
  const [isCancelling, setCancelling] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const applyStatus = usePaymentStatus(
    () => loadStatus(payment.reference),
    reply => {
      setProblem(reply === null ? lastStageMessages.paymentUnknown : null)
      if (reply === null || reply.state === 'waiting') return 'waiting'
      if (reply.state === 'paid' && reply.next_url) {
        onPaid()
        location.assign(reply.next_url)
      } else onEnded(reply.message || lastStageMessages.notCharged, reply.state === 'cancelled')
      return 'ended'
    },
  )
  useEffect(() => heading.current?.focus(), [])

  async function cancel(event: SubmitEvent) {
    event.preventDefault()
    if (isCancelling) return
    setCancelling(true)
    // The payment may have succeeded this very moment: then the confirmation wins.
    const reply = await sendCancel(payment.reference)
    setCancelling(false)
    if (reply) applyStatus(reply)
    else setProblem(lastStageMessages.cancelFailed)
  }

  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-offset-4">
        Pay by card
      </h3>
      <p className="mt-1">Your order is placed as soon as the payment has gone through.</p>
      <CardForm url={payment.url} isTest={payment.isTest} problem={problem} />
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
          <span className="block note">
            Nothing is charged, and your order stays here to change or pay another way.
          </span>
        </p>
        <OpenCardForm url={payment.url} />
      </form>
    </div>
  )
}

type PaymentStatus = ReplyOf<typeof paymentStatus>

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
