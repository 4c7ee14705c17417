import { formatPounds } from '../../../lib/money.ts'
import { Field, TextField } from '../../../ui/forms/Field.tsx'
import { ConfirmField } from './ConfirmField.tsx'
import type { AdminOrderPageProps } from './page-props.ts'
import { maxCancellationReasonLength } from './rules.ts'

/** Refunds money to the card; the order stays as it is. */
export function RefundForm({ order, version, typed, errors }: AdminOrderPageProps) {
  if (!order.money) return null
  const fields = ['refund-amount', 'refund-reason', 'refund-confirm']
  return (
    <details open={fields.some(field => errors[field] !== undefined)} className="open:basis-full">
      <summary className="button w-fit">Refund…</summary>
      <form method="post" action={`${order.url}/refund`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <div className="space-y-5">
          <TextField
            id="refund-amount"
            name="amount"
            label="Amount, £"
            hint={`Up to ${formatPounds(order.money.left)} inc VAT. The order itself doesn’t change.`}
            inputMode="decimal"
            autoComplete="off"
            width="short"
            maxLength={20}
            defaultValue={typed.refund?.amount ?? ''}
            error={errors['refund-amount'] ?? null}
          />
          <Field
            id="refund-reason"
            label="Reason"
            hint="For your records."
            error={errors['refund-reason'] ?? null}
          >
            {controlProps => (
              <textarea
                {...controlProps}
                name="reason"
                rows={2}
                maxLength={maxCancellationReasonLength}
                defaultValue={typed.refund?.reason ?? ''}
                className="input"
              />
            )}
          </Field>
        </div>
        <ConfirmField
          id="refund-confirm"
          label="Yes, refund this amount to the card"
          error={errors['refund-confirm']}
        />
        <button type="submit" className="button button-strong mt-4">
          Send refund
        </button>
      </form>
    </details>
  )
}
