import { formatAddressSummary } from '../../lib/contact/address.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { formatPounds } from '../../lib/money.ts'
import { AddressFields } from '../../ui/forms/AddressFields.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { RadioField } from '../../ui/forms/FormFields.tsx'
import { createChoiceProps, createFieldProps } from '../../ui/forms/field-props.ts'
import { toPostalAddress } from '../accounts/addresses/saved-address.ts'
import { type Caller, newAddress, newCustomer } from './caller.ts'
import { type EntryForm, entryUrl } from './entry.ts'

export interface CallerFieldsProps {
  form: EntryForm
  /** Null: a new one. */
  customer: Caller | null
  countries: readonly Country[]
  errors: Record<string, string>
}

/** Who calls, and where the goods go. */
export function CallerFields(props: CallerFieldsProps) {
  const { customer } = props
  return (
    <section aria-labelledby="who" className="card p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="who" className="text-lg">
          {customer ? customer.company || customer.name : 'A new customer'}
        </h2>
        <a href={entryUrl} className="link text-sm">
          Choose another
        </a>
      </div>
      <input type="hidden" name="customer" value={customer ? customer.id : newCustomer} />
      {customer ? <AccountFacts {...customer} /> : <NewContact {...props} />}
      {customer && <DeliverTo {...props} customer={customer} />}
    </section>
  )
}

function AccountFacts({ name, email, telephone, accountNumber, onStop, ...approval }: Caller) {
  return (
    <>
      <p className="mt-1 wrap-anywhere">
        {[name, email, telephone, accountNumber].filter(Boolean).join(' · ')}
      </p>
      {onStop && (
        <p className="mt-2 font-semibold text-danger">
          This company’s account is on stop: an order on account is held.
        </p>
      )}
      {approval.ordersRequireApproval && (
        <p className="mt-2 font-semibold">A head buyer approves this person’s orders.</p>
      )}
      {approval.approvalAbove !== null && !approval.ordersRequireApproval && (
        <p className="mt-2">
          A head buyer approves what is above {formatPounds(approval.approvalAbove)} ex VAT a day.
        </p>
      )}
    </>
  )
}

function NewContact(props: CallerFieldsProps) {
  return (
    <div className="mt-3 space-y-5">
      <TextField
        {...createFieldProps(props.form, props.errors)('email')}
        type="email"
        label="Email"
        optional
        hint="The confirmation goes there. Only a quote needs it."
      />
      <TypedAddress {...props} />
      <p className="note">For goods that are collected a name is enough.</p>
    </div>
  )
}

function DeliverTo(props: CallerFieldsProps & { customer: Caller }) {
  const { customer, form, errors } = props
  const saved = customer.addresses.map(address => [
    address.id,
    formatAddressSummary(toPostalAddress(address)),
  ])
  return (
    <div className="mt-5">
      <RadioField
        {...createChoiceProps(form, errors)('deliver_to')}
        legend="Deliver to"
        options={{ ...Object.fromEntries(saved), [newAddress]: 'Another address' }}
      />
      <details open={form.deliver_to === newAddress} className="mt-2">
        <summary className="link w-fit">Enter the other address</summary>
        <div className="mt-5">
          <TypedAddress {...props} />
        </div>
      </details>
    </div>
  )
}

const TypedAddress = ({ countries, form, errors }: CallerFieldsProps) => (
  <AddressFields countries={countries} getFieldProps={field => createFieldProps(form, errors)(field)} />
)
