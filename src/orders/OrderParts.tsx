import type { ReactNode } from 'react'
import { type Pence, showPounds } from '../shared/money.ts'

/** Parts of the pages that show an order: after it was placed, and in the account. */

export interface OrderTotals {
  subtotal: Pence
  discount: Pence
  /** Null: to be quoted. */
  carriage: Pence | null
  vat: Pence
  total: Pence
}

export function OrderSums({ totals }: { totals: OrderTotals }) {
  return (
    <dl className="mt-4 ml-auto max-w-xs space-y-1.5">
      <Sum name="Subtotal" text={showPounds(totals.subtotal)} />
      {totals.discount > 0 && <Sum name="Discounts" text={`−${showPounds(totals.discount)}`} />}
      <Sum name="Delivery" text={carriageText(totals.carriage)} />
      <Sum name="VAT" text={showPounds(totals.vat)} />
      <Sum name="Total" text={showPounds(totals.total)} isMain />
    </dl>
  )
}

function carriageText(carriage: Pence | null): string {
  if (carriage === null) return 'We will quote'
  return carriage === 0 ? 'FREE' : showPounds(carriage)
}

function Sum({ name, text, isMain = false }: { name: string; text: string; isMain?: boolean }) {
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

export function Lines({ of }: { of: string[] }) {
  return of.map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
