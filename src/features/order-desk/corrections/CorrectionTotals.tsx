import { Card } from '../../../ui/Card.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import type { ConfirmedSums, CorrectionSums } from './correction-props.ts'

interface CorrectionTotalsProps {
  sums: ConfirmedSums
  error: string | undefined
}

const rows = [
  ['subtotal', 'Goods ex VAT'],
  ['discount', 'Discount'],
  ['delivery', 'Delivery'],
  ['vat', 'VAT'],
  ['total', 'Total inc VAT'],
] as const satisfies readonly (readonly [keyof CorrectionSums, string])[]

const cell = 'px-3 py-2 text-right whitespace-nowrap last:pr-0'

/** What the order costs before and after, with the box that confirms the new total. */
export function CorrectionTotals({ sums, error }: CorrectionTotalsProps) {
  const { before, after, refund, to_pay: toPay, changes } = sums
  const visibleRows = rows.filter(([key]) => key !== 'discount' || before.discount > 0)
  return (
    <Card id="new-total" heading="New total" className="max-w-2xl border-l-4 border-l-amber">
      <ul className="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
        {changes.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <table className="mt-3 w-full">
        <caption className="sr-only">What the order costs before and after</caption>
        <thead className="note">
          <tr className="border-b border-edge">
            <th scope="col" className="py-2 text-left font-semibold">
              <span className="sr-only">Sum</span>
            </th>
            <th scope="col" className={`${cell} font-semibold`}>
              Before
            </th>
            <th scope="col" className={`${cell} font-semibold`}>
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {visibleRows.map(([key, name]) => (
            <tr key={key} className="border-b border-rule">
              <th
                scope="row"
                className={`py-2 text-left ${key === 'total' ? 'font-semibold' : 'font-normal'}`}
              >
                {name}
              </th>
              <td className={`${cell} ${key === 'total' ? 'font-semibold' : ''}`}>
                {formatRow(key, before[key])}
              </td>
              <td
                className={`${cell} ${key === 'total' || before[key] !== after[key] ? 'font-semibold' : ''}`}
              >
                {formatRow(key, after[key])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refund > 0 && <p className="mt-3">{formatSum(refund)} is refunded to the card.</p>}
      {toPay > 0 && (
        <p className="mt-3 max-w-prose">
          <strong>{formatSum(toPay)} is then to be paid by card.</strong> The customer gets a link by email to
          pay it. The order is held until it is paid.
        </p>
      )}
      <div className={`mt-4 ${error ? 'border-l-4 border-danger pl-3' : ''}`}>
        <FieldError id="confirm-error" text={error} />
        <label htmlFor="confirm" className="flex min-h-11 items-center gap-3">
          <input
            id="confirm"
            type="checkbox"
            name="confirm"
            value={after.total.toFixed(2)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'confirm-error' : undefined}
            className="size-5 shrink-0"
          />
          {after.total === before.total ? 'Yes, the total stays ' : 'Yes, change the total to '}
          {formatSum(after.total)}
        </label>
      </div>
      <input type="hidden" name="displayed" value="1" />
      <button type="submit" className="button button-next mt-2">
        Save and email the customer
      </button>
    </Card>
  )
}

const formatRow = (key: keyof CorrectionSums, pounds: number): string =>
  key === 'delivery' && pounds === 0 ? 'FREE' : formatSum(pounds)

const formatSum = (pounds: number): string =>
  pounds.toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
