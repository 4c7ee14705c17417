import type { ReactNode } from 'react'
import { formatPounds, type Pence, pence, zero } from '../../../lib/money.ts'
import type { ItemisedTotals, TotalLineOptions } from '../../../lib/total-lines.ts'
import { Card } from '../../../ui/Card.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { TotalLines } from '../../../ui/TotalLines.tsx'
import type { LinePaging } from './line-pages.ts'

interface OrderLinesSectionProps {
  heading: string
  totals: ItemisedTotals
  paging: LinePaging
  /** As in TotalLineOptions. */
  totalOptions?: TotalLineOptions
  /** What was credited of the total since, inc VAT. */
  credited?: Pence
  /** The table of the lines. */
  children: ReactNode
}

/** The section of an order page with its lines, totals and vouchers. */
export function OrderLinesSection({
  heading,
  totals,
  paging,
  totalOptions,
  credited = zero,
  children,
}: OrderLinesSectionProps) {
  return (
    <Card id="goods" heading={heading} className="mt-6">
      {children}
      {paging.pages > 1 && (
        <div className="mt-4 mb-6">
          <p className="mb-3 text-center note">{`Page ${paging.page} of ${paging.pages} of the lines`}</p>
          <Pagination {...paging} label="Lines" />
        </div>
      )}
      <TotalLines {...totalOptions} totals={totals} className="mt-4 ml-auto max-w-xs" />
      {credited > 0 && <CreditedTotal total={totals.total} credited={credited} />}
    </Card>
  )
}

/** Below the total. */
function CreditedTotal({ total, credited }: { total: Pence; credited: Pence }) {
  const row = 'flex items-baseline justify-between gap-4'
  return (
    <dl className="mt-1.5 ml-auto max-w-xs space-y-1.5">
      <div className={row}>
        <dt>Credited</dt>
        <dd className="whitespace-nowrap">{formatPounds(pence(-credited))}</dd>
      </div>
      <div className={`border-t border-edge pt-2 text-lg font-semibold ${row}`}>
        <dt>Total after credit</dt>
        <dd className="whitespace-nowrap">{formatPounds(pence(total - credited))}</dd>
      </div>
    </dl>
  )
}
