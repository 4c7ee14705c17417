import type { ReactNode } from 'react'
import { formatPounds, type Pence } from '../../lib/money.ts'
import type { OrderTotals } from './order.ts'

/** Parts that the confirmation, the account's and the staff's pages share. */

export function OrderTotalsList({ totals }: { totals: OrderTotals }) {
  return (
    <dl className="mt-4 ml-auto max-w-xs space-y-1.5">
      <TotalsRow name="Subtotal" text={formatPounds(totals.subtotal)} />
      {totals.discount > 0 && <TotalsRow name="Discounts" text={`−${formatPounds(totals.discount)}`} />}
      <TotalsRow name="Delivery" text={formatDeliveryCost(totals.deliveryCost)} />
      <TotalsRow name="VAT" text={formatPounds(totals.vat)} />
      <TotalsRow name="Total" text={formatPounds(totals.total)} isMain />
    </dl>
  )
}

function formatDeliveryCost(deliveryCost: Pence | null): string {
  if (deliveryCost === null) return 'We will quote'
  return deliveryCost === 0 ? 'FREE' : formatPounds(deliveryCost)
}

function TotalsRow({ name, text, isMain = false }: { name: string; text: string; isMain?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${isMain ? 'border-t border-edge pt-2 text-lg font-semibold' : ''}`}
    >
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-steel">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
