import { ReasonField } from '../../../ui/forms/StaffFields.tsx'
import type { AdminQuotePageProps } from './view.ts'

/** Withdraws a quote. Closed at first, so that it is not pressed instead of sending. */
export function WithdrawForm({ quote, version, reason, errors }: AdminQuotePageProps) {
  const error = errors.reason
  return (
    <details open={error !== undefined || reason !== ''} className="no-print mt-6">
      <summary className="button button-danger w-fit">Withdraw this quote…</summary>
      <form method="post" action={`${quote.url}/withdraw`} className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <ReasonField
          id="reason"
          hint="The customer sees it in their account. This quote can no longer be ordered."
          error={error}
          defaultValue={reason}
        />
        <button type="submit" className="button button-danger mt-4">
          Withdraw quote
        </button>
      </form>
    </details>
  )
}
