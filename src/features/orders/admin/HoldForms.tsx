import { TextField } from '../../../ui/forms/Field.tsx'
import type { AdminOrderPageProps } from './page-props.ts'
import { maxCancellationReasonLength } from './rules.ts'

/** Holds the order: nothing of it is despatched. Closed at first. */
export function HoldForm({ order, version, typed, errors }: AdminOrderPageProps) {
  return (
    <details open={typed.hold !== undefined} className="open:basis-full">
      <summary className="button w-fit">Hold…</summary>
      <form method="post" action={`${order.url}/hold`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <p className="mb-4">
          Nothing is sent until somebody releases the order. The customer sees that it is on hold, not why.
        </p>
        <ReasonField id="hold-reason" label="Reason" typed={typed.hold} error={errors['hold-reason']} />
        <button type="submit" className="button button-strong mt-4">
          Hold order
        </button>
      </form>
    </details>
  )
}

/** Why the order is held, and the form that releases it. */
export function HeldNotice({ order, version, typed, errors }: AdminOrderPageProps) {
  if (order.held === null) return null
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="font-semibold wrap-anywhere">Held: {order.held}</p>
      <p>Nothing is sent before it is released.</p>
      <form
        method="post"
        action={`${order.url}/release`}
        noValidate
        className="no-print mt-3 flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="seen" value={version} />
        <div className="min-w-0 max-w-xl grow basis-60">
          <ReasonField
            id="release-reason"
            label="Why it is released"
            typed={typed.release}
            error={errors['release-reason']}
          />
        </div>
        <button type="submit" className="button button-strong">
          Release order
        </button>
      </form>
    </div>
  )
}

interface ReasonFieldProps {
  id: string
  label: string
  typed: string | undefined
  error: string | undefined
}

function ReasonField({ id, label, typed, error }: ReasonFieldProps) {
  return (
    <TextField
      id={id}
      name="reason"
      label={label}
      hint="For your records."
      width="full"
      autoComplete="off"
      maxLength={maxCancellationReasonLength}
      defaultValue={typed ?? ''}
      error={error ?? null}
    />
  )
}
