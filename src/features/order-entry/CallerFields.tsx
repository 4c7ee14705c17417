import { formatAddressSummary } from '../../lib/contact/address.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { formatPounds, type Pence, pence } from '../../lib/money.ts'
import { PostalFields } from '../../ui/forms/AddressFields.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { RadioField } from '../../ui/forms/FormFields.tsx'
import { createChoiceProps, createFieldProps } from '../../ui/forms/field-props.ts'
import { toPostalAddress } from '../accounts/addresses/saved-address.ts'
import { type Caller, newAddress, newCustomer } from './caller.ts'
import type { EntryForm } from './entry.ts'

export interface CallerFieldsProps {
  form: EntryForm
  /** Null: a new one. */
  customer: Caller | null
  /** What the customer's account may still owe; below 0: it is over the limit. Null: there is no limit. */
  creditLeft: Pence | null
  countries: readonly Country[]
  errors: Record<string, string>
}

/** Who calls, over the whole form. */
export function CallerFields(props: CallerFieldsProps) {
  const { customer, form } = props
  return (
    <section aria-labelledby="who" className="card p-5 lg:col-span-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id="who" className="text-lg">
            {customer ? customer.company || customer.name : 'A new customer'}
          </h2>
          {customer && <AccountFacts {...props} customer={customer} />}
        </div>
        {/* What is typed stays: the order gets another customer. */}
        <button type="submit" name="step" value="change" className="link min-h-8 text-sm">
          Choose another
        </button>
      </div>
      <input type="hidden" name="customer" value={customer ? customer.id : newCustomer} />
      <input type="hidden" name="like" value={form.like} />
      {!customer && <NewContact {...props} />}
    </section>
  )
}

function AccountFacts({ customer, creditLeft }: CallerFieldsProps & { customer: Caller }) {
  const { name, company, email, telephone, accountNumber, onStop, ...approval } = customer
  const { ordersRequireApproval, approvalAbove } = approval
  return (
    <>
      {[company === '' ? '' : name, email, telephone, accountNumber].filter(Boolean).map(fact => (
        <span key={fact} className="wrap-anywhere">
          {fact}
        </span>
      ))}
      {onStop && <strong className="text-danger">On stop</strong>}
      {creditLeft !== null && (
        <span className={creditLeft < 0 ? 'font-semibold text-danger' : undefined}>
          {creditLeft < 0
            ? `${formatPounds(pence(-creditLeft))} over the credit limit`
            : `${formatPounds(creditLeft)} credit left`}
        </span>
      )}
      {ordersRequireApproval && <strong>A head buyer approves this person’s orders.</strong>}
      {approvalAbove !== null && !ordersRequireApproval && (
        <span>A head buyer approves what is above {formatPounds(approvalAbove)} ex VAT a day.</span>
      )}
    </>
  )
}

function NewContact(props: CallerFieldsProps) {
  return (
    <>
      <p className="note">For goods that are collected a name is enough.</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <ContactFields {...props} />
        <TextField
          {...createFieldProps(props.form, props.errors)('email')}
          type="email"
          label="Email"
          optional
          hint="The confirmation goes there. Only a quote needs it."
        />
      </div>
    </>
  )
}

function ContactFields({ form, errors }: CallerFieldsProps) {
  const toField = createFieldProps(form, errors)
  return (
    <>
      <TextField {...toField('firstname')} label="First name" />
      <TextField {...toField('surname')} label="Surname" />
      <TextField {...toField('company')} label="Company" optional />
      <TextField {...toField('telephone')} label="Telephone" type="tel" />
    </>
  )
}

/** Where the goods go. */
export function DeliverTo(props: CallerFieldsProps) {
  const { customer, form, errors, countries } = props
  const isTyped = form.postcode !== '' || 'postcode' in errors || 'address1' in errors
  const saved = customer?.addresses.map(address => [
    address.id,
    formatAddressSummary(toPostalAddress(address)),
  ])
  return (
    <section className="card p-5" aria-label="Deliver to">
      {saved && (
        <RadioField
          {...createChoiceProps(form, errors)('deliver_to')}
          legend="Deliver to"
          options={{ ...Object.fromEntries(saved), [newAddress]: 'Another address' }}
        />
      )}
      <details open={saved ? form.deliver_to === newAddress : isTyped}>
        <summary className="link w-fit">{saved ? 'Enter the other address' : 'Deliver to'}</summary>
        <div className="mt-5 space-y-5">
          {saved && <ContactFields {...props} />}
          <PostalFields
            countries={countries}
            getFieldProps={field => createFieldProps(form, errors)(field)}
          />
        </div>
      </details>
    </section>
  )
}
