import { formatCount } from '../../lib/count.ts'
import { formatShortDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, multiply, priceOnRequestText } from '../../lib/money.ts'
import { FieldError } from '../../ui/forms/Field.tsx'
import { RowInput } from '../../ui/forms/FormFields.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { toStockView } from '../catalogue/listing.ts'
import type { EntryLine, UnreadLine } from './entry-view.ts'

const fields = [
  {
    name: 'quantity',
    rows: 'quantities',
    label: 'Quantity',
    input: { inputMode: 'numeric', className: 'w-20 text-right' },
  },
  { name: 'reference', rows: 'references', label: 'Reference', input: { className: 'w-32' } },
] as const

interface EntryLinesProps {
  lines: readonly EntryLine[]
  errors: Record<string, string>
}

/** The parts of the order with stock, the customer's price and what they paid last. */
export function EntryLines({ lines, errors }: EntryLinesProps) {
  if (lines.length === 0) return null
  return (
    <ul className="mt-4 divide-y divide-rule border-y border-rule" aria-label="Parts of this order">
      {lines.map((line, index) => (
        <li
          key={line.code}
          className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto_7rem_auto]"
        >
          <input type="hidden" name={`codes[${index}]`} value={line.code} />
          <div className="min-w-0">
            <span className="code">{line.code}</span> <span className="wrap-anywhere">{line.title}</span>
            <span className="flex flex-wrap gap-x-4 text-sm">
              <Stock {...toStockView(line.stock)} />
              {line.last && (
                <span className="note">
                  {`Last paid ${formatPounds(line.last.price)} on ${formatShortDate(toLondonTime(new Date(line.last.at)).date)}`}
                </span>
              )}
              {line.isBelowCost && (
                <span className="font-semibold text-danger">The price is below what it costs us.</span>
              )}
            </span>
          </div>
          <div className="flex items-end gap-3">
            {fields.map(({ name, label, rows, input }) => (
              <span key={name}>
                <label
                  htmlFor={`${name}-${line.code}`}
                  className={index === 0 ? 'note block' : 'note block sm:sr-only'}
                >
                  {label}
                  <span className="sr-only"> of {line.code}</span>
                </label>
                <RowInput
                  id={`${name}-${line.code}`}
                  name={`${rows}[${index}]`}
                  defaultValue={line[name]}
                  error={errors[`${name}-${line.code}`]}
                  {...input}
                />
              </span>
            ))}
          </div>
          <LinePrice {...line} />
          <button
            type="submit"
            name="remove"
            value={line.code}
            className="link inline-flex min-h-8 items-center text-sm"
          >
            Remove<span className="sr-only"> {line.code}</span>
          </button>
          <div className="sm:col-span-4">
            {fields.map(({ name }) => (
              <FieldError
                key={name}
                id={`${name}-${line.code}-error`}
                text={errors[`${name}-${line.code}`]}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

function LinePrice({ unitPrice, pieces }: EntryLine) {
  if (unitPrice === null) return <span className="sm:text-right">{priceOnRequestText}</span>
  return (
    <span className="whitespace-nowrap sm:text-right">
      {pieces !== null && <strong>{formatPounds(multiply(unitPrice, pieces))} </strong>}
      <span className="note sm:block">at {formatPounds(unitPrice)}</span>
    </span>
  )
}

/** The lines that have no certain part, each with the parts that it may mean. */
export function UnreadLines({ unread }: { unread: readonly UnreadLine[] }) {
  return unread.map(({ text, proposed }, index) => (
    <div key={text} className="mt-4 border-l-4 border-amber bg-wash p-4">
      <p className="font-semibold wrap-anywhere">
        {proposed.length === 0 ? `We have nothing for “${text}”.` : `Which one is “${text}”?`}
      </p>
      {proposed.length > 0 && (
        <ul className="mt-2">
          {proposed.map(({ code, title, price, available, quantity }, nth) => (
            <li key={code}>
              <button
                type="submit"
                name="add"
                value={`${index}:${code}:${quantity}`}
                // biome-ignore lint/a11y/noAutofocus: Enter takes the first part that is proposed
                autoFocus={index === 0 && nth === 0}
                className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 py-1.5 text-left hover:bg-sunk"
              >
                <span className="link">
                  {quantity} × <span className="code">{code}</span>
                </span>
                <span className="wrap-anywhere">{title}</span>
                <span className="note">
                  {price === null ? priceOnRequestText : formatPounds(price)} · {formatCount(available)} in
                  stock
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  ))
}
