import { type ItemisedTotals, listTotalLines, type TotalLineOptions } from '../lib/total-lines.ts'

interface TotalLinesProps extends TotalLineOptions {
  totals: ItemisedTotals
  /** Left out while the shop takes no orders. */
  withDelivery?: boolean
  /** The total in the largest type, on the page that leads to the checkout. */
  isLarge?: boolean
  className?: string
}

/** Goods, vouchers, delivery, VAT and total of a basket, an order or a quote, as a list. */
export function TotalLines({
  totals,
  withDelivery = true,
  isLarge = false,
  className = '',
  ...options
}: TotalLinesProps) {
  const lines = listTotalLines(totals, options).filter(({ kind }) => withDelivery || kind !== 'delivery')
  return (
    <dl className={`space-y-1.5 ${className}`}>
      {lines.map(({ kind, name, note, text, amount }) => (
        <div
          key={name}
          className={`flex items-baseline justify-between gap-4 ${kind === 'total' ? 'border-t border-edge pt-2 text-lg font-semibold' : ''}`}
        >
          <dt className="min-w-0">
            <span>{name}</span>{' '}
            {note !== null && <span className="inline-block text-sm font-normal text-steel">{note}</span>}
          </dt>
          <dd
            className={`whitespace-nowrap ${amount !== null && amount < 0 ? 'text-stock' : ''} ${isLarge && kind === 'total' ? 'text-xl' : ''}`}
          >
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}
