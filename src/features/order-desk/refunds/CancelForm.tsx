import { formatPounds } from '../../../lib/money.ts'
import { ConfirmField } from '../../../ui/forms/ConfirmField.tsx'
import { ReasonField } from '../../../ui/forms/StaffFields.tsx'
import type { AdminOrderPageProps } from '../page-props.ts'

/** Cancels the order. Closed at first, so that it is not pressed by mistake. */
export function CancelForm({ order, version, typed, errors }: AdminOrderPageProps) {
  const error = errors['cancel-reason']
  const unconfirmed = errors['cancel-confirm']
  const refundable = order.money?.left ?? 0
  return (
    <details open={typed.cancel !== undefined} className="open:basis-full">
      <summary className="button button-danger">Cancel this order…</summary>
      <form method="post" action={`${order.url}/cancel`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <p className="mb-4">
          The goods go back into stock,{' '}
          {order.totals.vouchers.length > 0 && 'the voucher can be used again, '}
          {order.money && refundable > 0 && `${formatPounds(order.money.left)} is refunded to the card, `}
          and {order.customer.name} will get an email.
        </p>
        <ReasonField
          id="cancel-reason"
          hint="Included in the email."
          error={error}
          defaultValue={typed.cancel ?? ''}
        />
        <ConfirmField
          id="cancel-confirm"
          label={`Yes, cancel order ${order.reference}`}
          error={unconfirmed}
        />
        <button type="submit" className="button button-danger mt-4">
          Cancel order
        </button>
      </form>
    </details>
  )
}
