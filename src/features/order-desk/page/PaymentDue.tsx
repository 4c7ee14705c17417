import { formatPounds } from '../../../lib/money.ts'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import type { AdminOrderPageProps } from '../page-props.ts'
import { getButtonClass, useNextStep } from '../use-next-step.tsx'

/** What the customer has still to pay by card, and the form that sends the link again. */
export function PaymentDue({ order, requestKey }: AdminOrderPageProps) {
  const canSend = useStaffRight('sales')
  const step = useNextStep(order)
  const { amountDue, linkSentAt, customer, url } = order
  if (amountDue === 0) return null
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="wrap-anywhere">
        {linkSentAt === null
          ? `${customer.email} gets an email with a link to pay ${formatPounds(amountDue)}.`
          : `${customer.email} was sent the link to pay ${formatPounds(amountDue)} on ${linkSentAt}.`}{' '}
        Nothing is sent or invoiced before it is paid. If the customer no longer wants the change, undo it
        with{' '}
        {canSend && order.canCorrect ? (
          <a href={`${url}/correct`} className="link">
            Correct order
          </a>
        ) : (
          'Correct order'
        )}
        .
      </p>
      {canSend && (
        <form method="post" action={`${url}/payment-link`} className="no-print mt-3">
          <input type="hidden" name="request" value={requestKey} />
          <button type="submit" className={getButtonClass(step === 'pay')}>
            Send payment link again
          </button>
        </form>
      )}
    </div>
  )
}
