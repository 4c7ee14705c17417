import { ChevronIcon } from '../../ui/Icons.tsx'
import type { AccountOverview } from '../order-pages/account/view.ts'

/** What waits for this person: approvals of a head buyer, and quotes. */
export function PendingLinks({
  openQuotes,
  awaitingApproval,
}: Pick<AccountOverview, 'openQuotes' | 'awaitingApproval'>) {
  const approvals = awaitingApproval ?? 0
  if (approvals === 0 && openQuotes === 0) return null
  return (
    <ul className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
      {approvals > 0 && (
        <PendingLink
          url="/account/approvals"
          count={approvals}
          noun="order"
          description="waiting for your approval"
        />
      )}
      {openQuotes > 0 && (
        <PendingLink url="/account/quotes" count={openQuotes} noun="quote" description="ready to order" />
      )}
    </ul>
  )
}

interface PendingLinkProps {
  url: string
  count: number
  noun: string
  description: string
}

function PendingLink({ url, count, noun, description }: PendingLinkProps) {
  return (
    <li>
      <a
        href={url}
        className="card flex items-center gap-3 border-l-4 border-l-amber px-5 py-3 hover:bg-sunk"
      >
        <strong className="text-2xl">{count}</strong>
        <span className="grow">
          {count === 1 ? noun : `${noun}s`} {description}
        </span>
        <ChevronIcon className="size-5 -rotate-90 text-steel" />
      </a>
    </li>
  )
}
