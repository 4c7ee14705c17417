import { useState } from 'react'
import { formatPounds } from '../../../../lib/money.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { Card } from '../../../../ui/Card.tsx'
import { FieldError, TextField } from '../../../../ui/forms/Field.tsx'
import { DayField, MoneyField, TextAreaField } from '../../../../ui/forms/FormFields.tsx'
import { TotalLines } from '../../../../ui/TotalLines.tsx'
import { calculateTypedTotals, parseAmount } from '../../offer.ts'
import type { AdminQuotePageProps } from '../view.ts'
import { OfferLines } from './OfferLines.tsx'
import type { TypedFigures } from './offer-form.ts'

/** What to offer. Totals are recalculated while staff type; without JavaScript by a button. */
export function OfferForm(props: AdminQuotePageProps) {
  const { quote, version, original, form, errors } = props
  const [figures, setFigures] = useState<TypedFigures[]>(form.rows)
  const [deliveryCost, setDeliveryCost] = useState(form.deliveryCost)
  const onType = (index: number, typed: TypedFigures) => setFigures(figures.with(index, typed))
  return (
    <form method="post" action={`${quote.url}/offer`} noValidate className="mt-6">
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="original" value={original} />
      <input type="hidden" name="last_message" value={props.thread.form?.lastMessage} />
      {/* The first button is the one that Enter presses. */}
      <button type="submit" name="step" value="check" tabIndex={-1} aria-hidden="true" className="sr-only">
        Check
      </button>
      <Card id="prices" heading={quote.isOpen ? 'Prices to offer' : 'Prices offered'}>
        {props.saved !== null && <SavedNote {...props} saved={props.saved} />}
        <OfferLines
          rows={form.rows}
          url={quote.url}
          isOpen={quote.isOpen}
          figures={figures}
          errors={errors}
          onType={onType}
        />
        {quote.isOpen && <AddPart {...props} />}
        <div className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_20rem]">
          {quote.isOpen ? (
            <Terms {...props} deliveryCost={deliveryCost} onDeliveryCost={setDeliveryCost} />
          ) : (
            <div>
              {form.deliveryTitle !== '' && <p className="mb-2">{`Carriage: ${form.deliveryTitle}`}</p>}
              <p className="whitespace-pre-line">{form.note}</p>
            </div>
          )}
          <Totals quote={quote} figures={figures} deliveryCost={deliveryCost} />
        </div>
        {quote.isOpen && <SendButtons {...props} />}
      </Card>
    </form>
  )
}

/** The offer is with the customer as it stands. */
export const isPlaceNext = ({ quote, saved }: AdminQuotePageProps): boolean =>
  quote.placeUrl !== null && saved === null

function SavedNote({ quote, saved }: AdminQuotePageProps & { saved: string }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-amber bg-wash p-3">
      <p>
        {`${saved}, not sent yet.`}
        {quote.isPriced && ' Until you send it, the customer has the offer that was sent last.'}
      </p>
      <button type="submit" name="step" value="discard" className="link min-h-10">
        Discard the saved changes
      </button>
    </div>
  )
}

function AddPart({ form: { add, isAdded }, errors }: AdminQuotePageProps) {
  const toInput = (name: 'add_code' | 'add_quantity') => ({
    id: name,
    name,
    autoComplete: 'off',
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': errors[name] && `${name}-error`,
  })
  return (
    <fieldset className="mt-4 rounded border border-rule p-4">
      <legend className="px-1 font-semibold">Add a part</legend>
      <FieldError id="add_code-error" text={errors.add_code} />
      <FieldError id="add_quantity-error" text={errors.add_quantity} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <label htmlFor="add_code" className="block max-sm:w-full">
          <span className="mb-1 block text-sm">Part number, ours or another maker’s</span>
          <input
            {...toInput('add_code')}
            defaultValue={add.code}
            // biome-ignore lint/a11y/noAutofocus: the next part is typed here
            autoFocus={isAdded}
            className="input code sm:w-[26ch]"
          />
        </label>
        <label htmlFor="add_quantity" className="block">
          <span className="mb-1 block text-sm">Quantity</span>
          <input
            {...toInput('add_quantity')}
            defaultValue={add.quantity}
            inputMode="numeric"
            placeholder="1"
            className="input max-w-[8ch] text-right"
          />
        </label>
        <button type="submit" name="step" value="add" className="button">
          Add to quote
        </button>
      </div>
    </fieldset>
  )
}

interface TermsProps extends AdminQuotePageProps {
  deliveryCost: string
  onDeliveryCost: (text: string) => void
}

function Terms({ form, errors, deliveryCost, onDeliveryCost }: TermsProps) {
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap gap-x-8 gap-y-5">
        <MoneyField
          id="carriage"
          name="carriage"
          label="Carriage, £ ex VAT"
          value={deliveryCost}
          onChange={event => onDeliveryCost(event.target.value)}
          error={errors.carriage}
        />
        <TextField
          id="carriage_title"
          name="carriage_title"
          label="Sent by"
          optional
          placeholder="Pallet, two working days"
          autoComplete="off"
          defaultValue={form.deliveryTitle}
          error={errors.carriage_title}
        />
        <DayField
          id="valid_until"
          label="Valid until"
          error={errors.valid_until}
          name="valid_until"
          defaultValue={form.validUntil}
          className="max-w-[18ch]"
        />
      </div>
      <TextAreaField
        id="note"
        label="Note to the customer"
        optional
        hint="Shown in the email and on the PDF."
        error={errors.note}
        name="note"
        defaultValue={form.note}
      />
    </div>
  )
}

function SendButtons(props: AdminQuotePageProps) {
  const { quote } = props
  return (
    <div className="no-print mt-6 flex flex-wrap items-center gap-3 border-t border-rule pt-5">
      <button
        type="submit"
        name="step"
        value="send"
        className={isPlaceNext(props) ? 'button' : 'button button-next'}
      >
        Send quote
      </button>
      <button type="submit" name="step" value="save" className="button">
        Save, send later
      </button>
      <noscript>
        <button type="submit" name="step" value="sums" className="button">
          Update totals
        </button>
      </noscript>
      <p className="note">
        {quote.isPriced
          ? `${quote.customer.name} will get another email, and the earlier offer will no longer apply.`
          : `${quote.customer.name} will get an email with the quotation as a PDF.`}
      </p>
    </div>
  )
}

interface TotalsProps extends Pick<AdminQuotePageProps, 'quote'> {
  figures: readonly TypedFigures[]
  deliveryCost: string
}

function Totals({ quote: { vatRate, requestedGoods, isPrepared }, figures, deliveryCost }: TotalsProps) {
  const prices = figures.map(({ price }) => price)
  const quantities = figures.map(({ quantity }) => ({ quantity: parseQuantity(quantity) }))
  const typedTotals = calculateTypedTotals({ prices, deliveryCost }, quantities, vatRate)
  const totals = typedTotals && {
    ...typedTotals,
    vouchers: [],
    deliveryCost: parseAmount(deliveryCost),
    vatRateBp: vatRate,
  }
  return (
    <div aria-live="polite">
      <p className="mb-3 note">
        {`${isPrepared ? 'At the customer’s prices' : 'Requested at'} ${formatPounds(requestedGoods)} ex VAT`}
      </p>
      {totals === null ? (
        <p>Enter a quantity and a price for each line and the carriage to see the total.</p>
      ) : (
        <TotalLines totals={totals} />
      )}
    </div>
  )
}
