import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { NextButton } from '../../../ui/Actions.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'

export interface FindOrderPageProps {
  reference: string
  postcode: string
  /** By field; empty: nothing was looked up yet. */
  errors: FieldErrors
}

/** Looks an order up by its number and a postcode, without a login: a plain form. */
export function FindOrderPage({ errors, ...typed }: FindOrderPageProps) {
  const toField = createFieldProps(typed, errors)
  return (
    <div className="wrap py-8 md:py-10">
      <div className="max-w-xl">
        <h1 className="text-2xl md:text-3xl">Where is my order?</h1>
        <p className="mt-3">
          The order number is in the email we sent you. Use the postcode of the delivery or the billing
          address.
        </p>
        {Object.keys(errors).length > 0 && (
          <div className="mt-5">
            <ErrorSummary errors={errors} attempt={1} />
          </div>
        )}
        <form method="post" action="/order/find" noValidate className="card mt-5 space-y-5 p-5">
          <TextField
            {...toField('reference')}
            label="Order number"
            hint="For example FH7K2M9QXA"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField {...toField('postcode', 'postal-code')} label="Postcode" width="short" />
          <NextButton>Find the order</NextButton>
        </form>
        <p className="mt-5">
          Have an account?{' '}
          <a href="/account/orders" className="link -my-2.5 tap-target">
            Sign in
          </a>{' '}
          to see all your orders and invoices.
        </p>
      </div>
    </div>
  )
}

export const findOrderPage = definePage('features/order-pages/lookup/FindOrderPage', FindOrderPage)
