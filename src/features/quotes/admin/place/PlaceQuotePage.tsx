import { useState } from 'react'
import { NextButton, StandaloneLink } from '../../../../ui/Actions.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { TextField } from '../../../../ui/forms/Field.tsx'
import { OfChoice, RadioField } from '../../../../ui/forms/FormFields.tsx'
import { createChoiceProps, createFieldProps } from '../../../../ui/forms/field-props.ts'
import { definePage } from '../../../../ui/page.ts'
import { AdminDetailFrame } from '../../../back-office/AdminFrame.tsx'
import { PaidNow } from '../../../order-entry/PaidNow.tsx'
import { agreementNames, type TypedPlacing } from './place-quote.ts'

interface PlaceQuotePageProps {
  reference: string
  customer: string
  quoteUrl: string
  /** '£147.00'. */
  total: string
  onStop: boolean
  /** How it can be paid, by their names. */
  ends: Record<string, string>
  form: TypedPlacing
  version: number
  notice: string | null
  errors: Record<string, string>
}

/** A sent quote is ordered for its customer, who has said yes in another way than the shop's. */
export function PlaceQuotePage(props: PlaceQuotePageProps) {
  const { quoteUrl, form, errors } = props
  const [end, setEnd] = useState<string>(form.end)
  const toField = createFieldProps(form, errors)
  const toChoice = createChoiceProps(form, errors)
  return (
    <AdminDetailFrame {...props} current="quotes" name="Place quote" state={props.customer}>
      <form
        method="post"
        action={`${quoteUrl}/place`}
        noValidate
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'end') setEnd(target.value)
        }}
        className="grid max-w-3xl gap-6"
      >
        <input type="hidden" name="seen" value={props.version} />
        <input type="hidden" name="request_key" value={form.request_key} />
        <Card id="agreement" heading="How did they agree?">
          <div className="mt-3 space-y-5">
            <RadioField {...toChoice('agreed_by')} legend="They agreed" options={agreementNames} />
            <TextField
              {...toField('agreed')}
              label="Who, and when"
              hint="Kept with the order. The customer doesn’t see it."
            />
            <TextField {...toField('purchase_order')} label="PO number" optional />
          </div>
        </Card>
        <Card id="ending" heading="How it is paid">
          <div className="mt-3 space-y-4">
            {props.onStop && (
              <p className="font-semibold text-danger">
                This company’s account is on stop: an order on account is held.
              </p>
            )}
            <RadioField {...toChoice('end')} legend="Payment" options={props.ends} />
            <OfChoice isChosen={end === 'paid'}>
              <PaidNow form={form} errors={errors} />
            </OfChoice>
            <p id="total">
              <strong className="text-lg">{props.total}</strong> inc VAT and carriage, as quoted.
            </p>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <NextButton>Place the order</NextButton>
              <StandaloneLink href={quoteUrl}>Back to the quote</StandaloneLink>
            </div>
          </div>
        </Card>
      </form>
    </AdminDetailFrame>
  )
}

export const placeQuotePage = definePage('features/quotes/admin/place/PlaceQuotePage', PlaceQuotePage)
