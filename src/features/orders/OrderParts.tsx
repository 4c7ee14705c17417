import type { ReactNode } from 'react'
import { formatPounds, type Pence } from '../../lib/money.ts'
import type { OrderContact, OrderTotals } from './order.ts'

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

/** A customer's name, e-mail address and telephone number. */
export function CustomerFact({ name, customer }: { name: string; customer: Omit<OrderContact, 'vat'> }) {
  return (
    <Fact name={name}>
      <span className="block">{customer.name}</span>
      <a href={`mailto:${customer.email}`} className="link block wrap-anywhere">
        {customer.email}
      </a>
      {customer.telephone !== '' && <span className="block">{customer.telephone}</span>}
    </Fact>
  )
}

/** A link to an order or quote, by its reference. */
export function OrderLinkFact({ name, reference, url }: { name: string; reference: string; url: string }) {
  return (
    <Fact name={name}>
      <a href={url} className="link code">
        {reference}
      </a>
    </Fact>
  )
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
