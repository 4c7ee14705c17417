import { useState } from 'react'
import { formatPounds, toPounds } from '../../lib/money.ts'
import { useRestoredByBack } from '../../ui/useRestoredByBack.tsx'
import { onStopMessage } from '../accounts/messages.ts'
import type { WaitingRow } from './view.ts'

/** The account on which requests are placed. */
export interface ApprovalAccount {
  accountNumber: string
  onStop: boolean
}

interface ApproveOrderProps {
  row: WaitingRow
  /** Null: the head buyer cannot order on account. */
  account: ApprovalAccount | null
}

/** Places a request as it stands with one press; the checkout is for changes, and for cards. */
export function ApproveOrder({ row: { approval, checkoutUrl, reference }, account }: ApproveOrderProps) {
  const [isBusy, setBusy] = useState(false)
  useRestoredByBack(() => setBusy(false))
  if (!approval || !account) {
    return (
      <a href={checkoutUrl} className="button button-next">
        Open in the checkout<span className="sr-only">, request {reference}</span>
      </a>
    )
  }
  return (
    <form
      method="post"
      action={approval.url}
      onSubmit={event => (isBusy ? event.preventDefault() : setBusy(true))}
    >
      <input type="hidden" name="delivery_arg" value={approval.day} />
      <input type="hidden" name="shown_total" value={toPounds(approval.total)} />
      {account.onStop && <p className="mb-3 border-l-4 border-late pl-3">{onStopMessage}</p>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <button type="submit" className="button button-next max-sm:w-full" aria-busy={isBusy || undefined}>
          {isBusy ? 'Placing the order…' : `Approve and order: ${formatPounds(approval.total)}`}
          <span className="sr-only"> request {reference}</span>
        </button>
        <a href={checkoutUrl} className="link tap-target">
          Change something first<span className="sr-only">, request {reference}</span>
        </a>
      </div>
      <p className="mt-1 note">
        Placed on account {account.accountNumber}, under our{' '}
        <a href="/terms-conditions" target="_blank" rel="noopener" className="link">
          terms and conditions (opens in new window)
        </a>
        .
      </p>
    </form>
  )
}
