import { type Pence, showPounds } from '../shared/money.ts'

interface PriceProps {
  exVat: Pence | null
  incVat?: Pence | null
  /** 'row': ex VAT leads, inc VAT below it. 'page': both side by side in one size. */
  size?: 'row' | 'page'
}

/** A price as traders and consumers read it; without one the buyer is told to ask. */
export function Price({ exVat, incVat = null, size = 'row' }: PriceProps) {
  if (exVat === null) return <span className="whitespace-nowrap text-steel">Price on request</span>
  return size === 'page' ? (
    <PagePrice exVat={exVat} incVat={incVat} />
  ) : (
    <RowPrice exVat={exVat} incVat={incVat} />
  )
}

function RowPrice({ exVat, incVat }: { exVat: Pence; incVat: Pence | null }) {
  return (
    <span className="inline-block whitespace-nowrap">
      <span className="text-lg font-semibold">{showPounds(exVat)}</span>
      <VatWord short="ex" long="excluding VAT" />
      {incVat !== null && (
        <span className="block text-sm text-steel">
          {showPounds(incVat)}
          <VatWord short="inc" long="including VAT" />
        </span>
      )}
    </span>
  )
}

function PagePrice({ exVat, incVat }: { exVat: Pence; incVat: Pence | null }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1 sm:gap-x-8">
      <span className="whitespace-nowrap">
        <span className="text-2xl font-semibold lg:text-3xl">{showPounds(exVat)}</span>
        <VatWord short="ex VAT" long="excluding VAT" />
      </span>
      {incVat !== null && (
        <span className="whitespace-nowrap">
          <span className="text-2xl lg:text-3xl">{showPounds(incVat)}</span>
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
      <span aria-hidden="true" className="text-sm text-steel">
        {' '}
        {short}
      </span>
    </>
  )
}
