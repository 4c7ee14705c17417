import { formatPounds, type Pence, priceOnRequestText } from '../lib/money.ts'

interface PriceProps {
  exVat: Pence | null
  incVat?: Pence | null
  /** 'row': the first price above the other. 'page': both side by side in one size. */
  size?: 'row' | 'page'
}

/**
 * A price excluding and including VAT, or 'Price on request'. Excluding VAT comes first unless the visitor switched
 * (theme.css, `data-vat`).
 */
export function Price({ exVat, incVat = null, size = 'row' }: PriceProps) {
  if (exVat === null) {
    const onRequestClass = size === 'page' ? 'text-2xl font-semibold' : 'text-steel'
    return <span className={`whitespace-nowrap ${onRequestClass}`}>{priceOnRequestText}</span>
  }
  return size === 'page' ? (
    <PagePrice exVat={exVat} incVat={incVat} />
  ) : (
    <RowPrice exVat={exVat} incVat={incVat} />
  )
}

// When the price including VAT comes first, the two prices swap size, colour and position; 'ex' and 'inc' are drawn by the
// style sheet (theme.css).
function RowPrice({ exVat, incVat }: { exVat: Pence; incVat: Pence | null }) {
  return (
    <span className="price">
      <b>
        {formatPounds(exVat)}
        <i> excluding VAT</i>
      </b>
      {incVat !== null && (
        <b>
          {formatPounds(incVat)}
          <i> including VAT</i>
        </b>
      )}
    </span>
  )
}

function PagePrice({ exVat, incVat }: { exVat: Pence; incVat: Pence | null }) {
  return (
    <p className="page-price flex flex-wrap items-baseline gap-x-5 gap-y-1 text-2xl whitespace-nowrap sm:gap-x-8 lg:text-3xl">
      <span className={`font-semibold ${incVat === null ? '' : 'inc-first:font-normal'}`}>
        {formatPounds(exVat)}
        <VatLabel short="ex VAT" long="excluding VAT" />
      </span>
      {incVat !== null && (
        <span className="inc-first:order-first inc-first:font-semibold">
          {formatPounds(incVat)}
          <VatLabel short="inc VAT" long="including VAT" />
        </span>
      )}
    </p>
  )
}

// R-UX-57: a short visible label, and the full words for screen readers.
function VatLabel({ short, long }: { short: string; long: string }) {
  return (
    <>
      <span>{` ${long}`}</span>
      <small aria-hidden="true">{` ${short}`}</small>
    </>
  )
}
