import { useState } from 'react'
import { formatPounds } from '../../../lib/money.ts'
import { Field, TextField } from '../../../ui/forms/Field.tsx'
import { TotalLines } from '../../../ui/TotalLines.tsx'
import { calculateTypedTotals, maxNoteLength, parseAmount } from '../offer.ts'
import { OfferLines } from './OfferLines.tsx'
import type { AdminQuotePageProps } from './view.ts'

/** The prices to offer. Totals are recalculated while staff type; without JavaScript by a button. */
export function OfferForm({ quote, version, typed, errors }: AdminQuotePageProps) {
  const [prices, setPrices] = useState(typed.prices)
  const [deliveryCost, setDeliveryCost] = useState(typed.deliveryCost)
  const setPrice = (index: number, text: string) =>
    setPrices(quote.lines.map((_line, nth) => (nth === index ? text : (prices[nth] ?? ''))))
  return (
    <form method="post" action={`${quote.url}/offer`} noValidate className="mt-6">
      <input type="hidden" name="seen" value={version} />
      <section aria-labelledby="prices" className="card p-5">
        <h2 id="prices" className="text-lg">
          {quote.isOpen ? 'Prices to offer' : 'Prices offered'}
        </h2>
        <OfferLines quote={quote} prices={prices} errors={errors} onPrice={setPrice} />
        <div className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_20rem]">
          {quote.isOpen ? (
            <div className="space-y-5">
              <div className="flex flex-wrap gap-x-8 gap-y-5">
                <TextField
                  id="carriage"
                  name="carriage"
                  label="Carriage, £ ex VAT"
                  inputMode="decimal"
                  autoComplete="off"
                  width="short"
                  maxLength={20}
                  value={deliveryCost}
                  onChange={event => setDeliveryCost(event.target.value)}
                  error={errors.carriage ?? null}
                />
                <Field id="valid_until" label="Valid until" error={errors.valid_until ?? null}>
                  {controlProps => (
                    <input
                      {...controlProps}
                      type="date"
                      name="valid_until"
                      defaultValue={typed.validUntil}
                      className="input max-w-[18ch]"
                    />
                  )}
                </Field>
              </div>
              <Field
                id="note"
                label="Note to the customer"
                optional
                hint="Shown in the email and on the PDF."
                error={errors.note ?? null}
              >
                {controlProps => (
                  <textarea
                    {...controlProps}
                    name="note"
                    rows={3}
                    maxLength={maxNoteLength}
                    defaultValue={typed.note}
                    className="input"
                  />
                )}
              </Field>
            </div>
          ) : (
            <p className="whitespace-pre-line">{typed.note}</p>
          )}
          <Totals quote={quote} prices={prices} deliveryCost={deliveryCost} />
        </div>
        {quote.isOpen && (
          <div className="no-print mt-6 flex flex-wrap items-center gap-3 border-t border-rule pt-5">
            <button type="submit" name="step" value="send" className="button button-next">
              Send quote
            </button>
            <noscript>
              <button type="submit" name="step" value="sums" className="button">
                Update totals
              </button>
            </noscript>
            <p className="text-sm text-steel">
              {quote.isPriced
                ? `${quote.customer.name} will get another email, and the earlier prices will no longer apply.`
                : `${quote.customer.name} will get an email with the quotation as a PDF.`}
            </p>
          </div>
        )}
      </section>
    </form>
  )
}

function Totals({
  quote: { lines, vatRate, requestedGoods },
  prices,
  deliveryCost,
}: {
  quote: AdminQuotePageProps['quote']
  prices: string[]
  deliveryCost: string
}) {
  const typedTotals = calculateTypedTotals({ prices, deliveryCost }, lines, vatRate)
  const totals = typedTotals && {
    ...typedTotals,
    vouchers: [],
    deliveryCost: parseAmount(deliveryCost),
    vatRateBp: vatRate,
  }
  return (
    <div aria-live="polite">
      <p className="mb-3 text-sm text-steel">Requested at {formatPounds(requestedGoods)} ex VAT</p>
      {totals === null ? (
        <p>Enter a price for each line and the carriage to see the total.</p>
      ) : (
        <TotalLines totals={totals} />
      )}
    </div>
  )
}
