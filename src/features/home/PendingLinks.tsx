import { ChevronIcon } from '../../ui/Icons.tsx'
import type { AccountOverview } from '../order-pages/account/view.ts'

/** What waits for this person: approvals of a head buyer, and quotes. */
export function PendingLinks({
  openQuotes,
  awaitingApproval,
}: Pick<AccountOverview, 'openQuotes' | 'awaitingApproval'>) {
  const links = [
    {
      url: '/account/approvals',
      count: awaitingApproval ?? 0,
      noun: 'order',
      text: 'waiting for your approval',
    },
    { url: '/account/quotes', count: openQuotes, noun: 'quote', text: 'ready to order' },
  ].filter(({ count }) => count > 0)
  if (links.length === 0) return null
  return (
    <ul className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
      {links.map(({ url, count, noun, text }) => (
        <li key={url}>
          <a
            href={url}
            className="card flex items-center gap-3 border-l-4 border-l-amber px-5 py-3 hover:bg-sunk"
          >
            <strong className="text-2xl">{count}</strong>
            <span className="grow">
              {count === 1 ? noun : `${noun}s`} {text}
            </span>
            <ChevronIcon className="size-5 -rotate-90 text-steel" />
          </a>
        </li>
      ))}
    </ul>
  )
}
