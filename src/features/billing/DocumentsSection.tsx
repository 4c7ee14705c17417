import { formatPounds, pence } from '../../lib/money.ts'
import { Card } from '../../ui/Card.tsx'
import type { DocumentItem, RefundItem } from './view.ts'

interface DocumentsSectionProps {
  documents: readonly DocumentItem[]
  refunds?: readonly RefundItem[]
}

/** The invoices and credit notes of an order, each to open, and what was refunded. */
export function DocumentsSection({ documents, refunds = [] }: DocumentsSectionProps) {
  if (documents.length === 0 && refunds.length === 0) return null
  return (
    <Card
      id="documents"
      heading={refunds.length > 0 ? 'Invoices, credit notes and refunds' : 'Invoices and credit notes'}
      className="mt-6"
    >
      <ul className="mt-1 -mb-2 divide-y divide-rule">
        {documents.map(({ name, number, url, day, note, isCredit, total }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
            <span className="min-w-0 wrap-anywhere">
              <a href={url} className="link tap-target">
                {name} {number}
                <span className="sr-only"> (PDF)</span>
              </a>
              {note !== '' && <span className="note"> · {note}</span>}
            </span>
            <span className="flex grow items-baseline justify-between gap-x-4 sm:grow-0">
              <span className="note">{day}</span>
              <span className="min-w-20 text-right font-semibold tabular-nums">
                {formatPounds(isCredit ? pence(-total) : total)}
              </span>
            </span>
          </li>
        ))}
        {refunds.map(({ text, day }, index) => (
          // Refunds are only added: each keeps its index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="flex flex-wrap items-center justify-between gap-x-6 py-3">
            <span className="min-w-0">{text}</span>
            <span className="note">{day}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
