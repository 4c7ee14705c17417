import { formatPounds } from '../../../lib/money.ts'
import { useStaffRight } from '../../admin/use-staff-right.tsx'
import type { AdminOrderPageProps } from './page-props.ts'

/** What the customer has still to pay by card, and the form that sends the link again. */
export function PaymentDue({ order, requestKey }: AdminOrderPageProps) {
  const canSend = useStaffRight('sales')
  const { amountDue, customer, url } = order
  if (amountDue === 0) return null
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="font-semibold">Waiting for {formatPounds(amountDue)} by card</p>
      <p className="wrap-anywhere">
        {customer.email} has a link to pay it. Nothing is sent or invoiced before it is paid; correct the
        order back if it is not wanted any more.
      </p>
      {canSend && (
        <form method="post" action={`${url}/payment-link`} className="no-print mt-3">
          <input type="hidden" name="request" value={requestKey} />
          <button type="submit" className="button">
            Send payment link again
          </button>
        </form>
      )}
    </div>
  )
}
