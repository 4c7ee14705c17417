import { formatAddressSummary } from '../../../../lib/contact/address.ts'
import type { Country } from '../../../../lib/contact/countries.ts'
import { NextButton, TextLink } from '../../../../ui/Actions.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { AddressFields } from '../../../../ui/forms/AddressFields.tsx'
import { ErrorSummary } from '../../../../ui/forms/ErrorSummary.tsx'
import { FieldError, TextField } from '../../../../ui/forms/Field.tsx'
import { TextAreaField } from '../../../../ui/forms/StaffFields.tsx'
import { definePage } from '../../../../ui/page.ts'
import { toPostalAddress } from '../../../accounts/addresses/saved-address.ts'
import { AdminFrame } from '../../../back-office/AdminFrame.tsx'
import { CustomerSearch, newQuoteUrl } from './CustomerSearch.tsx'
import {
  type CustomerOption,
  type NewQuoteForm,
  newAddress,
  newCustomer,
  type QuoteCustomer,
} from './new-quote.ts'

export interface NewQuotePageProps {
  /** What customers were searched for. */
  find: string
  /** The customers; null: nothing was searched for. */
  matches: CustomerOption[] | null
  /** Null: the customer is to be chosen. */
  form: NewQuoteForm | null
  /** Null: a new one, or none is chosen. */
  customer: QuoteCustomer | null
  countries: readonly Country[]
  errors: Record<string, string>
}

/** A quote for a caller: first whose it is, then what they want and where it would go. */
export function NewQuotePage(props: NewQuotePageProps) {
  const { form, errors } = props
  return (
    <AdminFrame current="quotes" title="New quote">
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      {form ? <QuoteForm {...props} form={form} /> : <CustomerSearch {...props} />}
      <p className="no-print mt-6">
        <TextLink href="/admin/quotes">All quotes</TextLink>
      </p>
    </AdminFrame>
  )
}

export const newQuotePage = definePage('features/quotes/admin/new-quote/NewQuotePage', NewQuotePage)

type QuoteFormProps = NewQuotePageProps & { form: NewQuoteForm }

function QuoteForm(props: QuoteFormProps) {
  const { form, customer } = props
  return (
    <form
      method="post"
      action="/admin/quotes"
      noValidate
      className="grid gap-6 lg:grid-cols-2 lg:items-start"
    >
      <input type="hidden" name="request_key" value={form.request_key} />
      <input type="hidden" name="customer" value={customer ? customer.id : newCustomer} />
      <section aria-labelledby="who" className="card p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="who" className="text-lg">
            {customer ? customer.company || customer.name : 'A new customer'}
          </h2>
          <a href={newQuoteUrl} className="link text-sm">
            Choose another
          </a>
        </div>
        {customer ? <KnownCustomer {...customer} /> : <NewCustomer {...props} />}
        {customer ? <DeliverTo {...props} customer={customer} /> : <TypedAddress {...props} />}
      </section>
      <Card id="what" heading="What do they want?">
        <div className="mt-3 space-y-5">
          <TextAreaField
            {...toField(props, 'lines')}
            label="Part numbers and quantities"
            hint="One part on each line, ours or another maker’s, with its quantity"
            rows={10}
            spellCheck={false}
            className="code"
          />
          <TextField {...toField(props, 'purchase_order')} label="PO number" optional />
          <div>
            <NextButton>Make the quote</NextButton>
            <p className="mt-3 note">
              Prices and carriage come next. The customer sees nothing until you send it.
            </p>
          </div>
        </div>
      </Card>
    </form>
  )
}

function KnownCustomer({ name, email, telephone, accountNumber, onStop }: QuoteCustomer) {
  return (
    <>
      <p className="mt-1 wrap-anywhere">
        {[name, email, telephone, accountNumber].filter(Boolean).join(' · ')}
      </p>
      {onStop && <p className="mt-2 font-semibold text-danger">This company’s account is on stop.</p>}
    </>
  )
}

function NewCustomer(props: QuoteFormProps) {
  return (
    <div className="mt-3">
      <TextField
        {...toField(props, 'email')}
        type="email"
        label="Email"
        hint="The quote goes there, with a link that opens it without an account."
      />
    </div>
  )
}

function DeliverTo(props: QuoteFormProps & { customer: QuoteCustomer }) {
  const { customer, form, errors } = props
  const isTyped = form.deliver_to === newAddress
  return (
    <fieldset className="mt-5">
      <legend className="font-semibold">Deliver to</legend>
      <FieldError id="deliver_to-error" text={errors.deliver_to} />
      {customer.addresses.map((address, index) => (
        <AddressChoice
          key={address.id}
          id={index === 0 ? 'deliver_to' : undefined}
          value={String(address.id)}
          chosen={form.deliver_to}
        >
          {formatAddressSummary(toPostalAddress(address))}
        </AddressChoice>
      ))}
      <AddressChoice value={newAddress} chosen={form.deliver_to}>
        Another address
      </AddressChoice>
      <details open={isTyped} className="mt-2">
        <summary className="link w-fit">Enter the other address</summary>
        <TypedAddress {...props} />
      </details>
    </fieldset>
  )
}

interface AddressChoiceProps {
  id?: string | undefined
  value: string
  chosen: string
  children: string
}

function AddressChoice({ id, value, chosen, children }: AddressChoiceProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="radio"
        name="deliver_to"
        id={id}
        value={value}
        defaultChecked={value === chosen}
        className="mt-1"
      />
      <span className="wrap-anywhere">{children}</span>
    </label>
  )
}

const TypedAddress = (props: QuoteFormProps) => (
  <div className="mt-5">
    <AddressFields countries={props.countries} getFieldProps={field => toField(props, field)} />
  </div>
)

const toField = ({ form, errors }: QuoteFormProps, name: keyof NewQuoteForm) => ({
  id: name,
  name,
  defaultValue: form[name],
  error: errors[name],
  autoComplete: 'off',
})
