import { formatPounds, type Pence } from '../lib/money.ts'

interface PriceProps {
  exVat: Pence | null
  incVat?: Pence | null
  /** 'row': the leading price above the other. 'page': both side by side in one size. */
  size?: 'row' | 'page'
}

/**
 * A price as traders and consumers read it; without one the buyer is told to ask. Excluding VAT leads, or including it
 * where the visitor has turned them round (theme.css, `data-vat`).
 */
export function Price({ exVat, incVat = null, size = 'row' }: PriceProps) {
  if (exVat === null) return <span className="whitespace-nowrap text-steel">Price on request</span>
  return size === 'page' ? (
    <PagePrice exVat={exVat} incVat={incVat} />
  ) : (
    <RowPrice exVat={exVat} incVat={incVat} />
  )
}

// The colour, size and place of the two change hands where including VAT leads.
function RowPrice({ exVat, incVat }: { exVat: Pence; incVat: Pence | null }) {
  const yields = incVat === null ? '' : 'inc-first:text-sm inc-first:font-normal inc-first:text-steel'
  return (
    <span className="inline-flex flex-col whitespace-nowrap">
      <span className={`text-lg font-semibold ${yields}`}>
        {formatPounds(exVat)}
        <VatWord short="ex" long="excluding VAT" />
      </span>
      {incVat !== null && (
        <span className="text-sm text-steel inc-first:order-first inc-first:text-lg inc-first:font-semibold inc-first:text-ink">
          {formatPounds(incVat)}
          <VatWord short="inc" long="including VAT" />
        </span>
      )}
    </span>
  )
}

function PagePrice({ exVat, incVat }: { exVat: Pence; incVat: Pence | null }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-2xl whitespace-nowrap sm:gap-x-8 lg:text-3xl">
      <span className={`font-semibold ${incVat === null ? '' : 'inc-first:font-normal'}`}>
        {formatPounds(exVat)}
        <VatWord short="ex VAT" long="excluding VAT" />
      </span>
      {incVat !== null && (
        <span className="inc-first:order-first inc-first:font-semibold">
          {formatPounds(incVat)}
          <VatWord short="inc VAT" long="including VAT" />
        </span>
      )}
    </p>
  )
}

// Rule 57: the short word for the eye, the long one for the ear.
function VatWord({ short, long }: { short: string; long: string }) {
  return (
    <>
      <span className="sr-only"> {long}</span>
      <span aria-hidden="true" className="text-sm font-normal text-steel">
        {' '}
        {short}
      </span>
    </>
  )
}
