import { useState } from 'react'
import { type Address, normaliseAddress } from '../../../../lib/contact/address.ts'
import { validateAddress, validateDeliveryAddress } from '../../../../lib/contact/address-checks.ts'
import type { Country } from '../../../../lib/contact/countries.ts'
import { AddressFields } from '../../../../ui/forms/AddressFields.tsx'
import { Checkbox } from '../../../../ui/forms/Checkbox.tsx'
import { TextField } from '../../../../ui/forms/Field.tsx'
import { type DraftAddress, findAccountAddress, toAddress } from '../../draft/draft.ts'
import { needsTaxCode, requestsTaxCode, validateTaxCode } from '../../draft/validate.ts'
import { checkoutMessages } from '../../messages.ts'
import { getDeliveryAddress, getMethod, getValidOffer, listLoadedCountries } from '../state.ts'
import type { Checkout } from '../useCheckout.tsx'
import { type Form, StageForm, useForm } from '../useForm.tsx'
import { AddressTiles } from './AddressTiles.tsx'
import { useAddressChoice } from './useAddressChoice.tsx'

/** Stage 2: where the goods go. */
export function AddressStage({ checkout }: { checkout: Checkout }) {
  const { state, dispatch } = checkout
  const { draft, facts } = state
  const { addresses, accountTaxCode } = facts
  const { delivery, contact } = draft
  const countries = listLoadedCountries(state)
  const address = getDeliveryAddress(state)
  const choice = useAddressChoice(checkout, 'delivery')
  const isNew = delivery.id === null
  const form = useForm({
    ...(isNew ? validateDeliveryAddress(toAddress(delivery), countries) : {}),
    ...validateTaxCode(address.country, contact.vat || accountTaxCode),
  })
  const changeDelivery = (fields: Partial<typeof delivery>) =>
    dispatch({ type: 'draftChanged', change: { delivery: { ...delivery, ...fields } } })

  // Another destination may have other dates and prices, so stage 3 is repeated (R-CHECKOUT-4).
  const hasMoved = state.chosenOffer !== null && getValidOffer(state) === null
  const change = hasMoved ? 'destination' : 'other'

  const { '': _, vat, ...fields } = form.errors
  const hasErrors = Object.keys(fields).length > 0
  const hasTiles = addresses.length > 0 || choice.loadedAddress !== null
  const showsFields = choice.isTyped || (isNew && hasErrors)
  return (
    <StageForm
      checkout={checkout}
      stage={2}
      form={form}
      prefix="delivery"
      lead={hasErrors ? checkoutMessages.deliveryInvalid : undefined}
      change={change}
      send={() => checkout.sendStage(2, { ...draft, delivery: tidyAddress(delivery) }, { change })}
    >
      {hasTiles && (
        <AddressTiles
          side="delivery"
          addresses={addresses}
          choice={choice}
          isQuote={facts.source.quote_id !== null}
        />
      )}
      {showsFields && (
        <div className={hasTiles ? 'mt-6' : ''}>
          <AddressForm
            side="delivery"
            address={toAddress(delivery)}
            onChange={changeDelivery}
            form={form}
            countries={countries}
          />
        </div>
      )}
      {requestsTaxCode(address.country, address.postcode) && (
        <div className="mt-5">
          <TextField
            id="contact-vat"
            name="vat"
            label="TAX/EORI code"
            optional={accountTaxCode !== '' || !needsTaxCode(address.country)}
            hint={formatTaxCodeHint(address.country, accountTaxCode)}
            autoComplete="off"
            error={vat}
            value={contact.vat}
            onChange={event => {
              const vat = event.target.value
              dispatch({ type: 'draftChanged', change: { contact: { ...contact, vat } } })
              form.handleChange('vat')
            }}
          />
        </div>
      )}
      {showsFields && (
        <div className="mt-4">
          <Checkbox
            id="save-delivery"
            name="save_for_future"
            isChecked={delivery.saveForFuture}
            onChange={saveForFuture => changeDelivery({ saveForFuture })}
          >
            Save this address for future orders
          </Checkbox>
          <Checkbox
            id="save-as-billing"
            name="save_as_billing"
            isChecked={draft.isBillingSameAsDelivery}
            onChange={isSame =>
              dispatch({ type: 'draftChanged', change: { isBillingSameAsDelivery: isSame } })
            }
          >
            Use as my billing address too
          </Checkbox>
        </div>
      )}
    </StageForm>
  )
}

function formatTaxCodeHint(country: string, accountTaxCode: string): string {
  const why = needsTaxCode(country) ? 'Norwegian customs ask for it' : 'For customs, if you have one'
  return accountTaxCode ? `${why}. Leave it empty to use ${accountTaxCode} from your account` : why
}

/** Stage 4: the billing address, by default the delivery address. */
export function BillingStage({ checkout }: { checkout: Checkout }) {
  const { state, dispatch } = checkout
  const { draft, progress, facts } = state
  const { addresses } = facts
  const { billing, isBillingSameAsDelivery } = draft
  const countries = listLoadedCountries(state)
  const isOnAccount =
    progress.completed.includes(5) && getMethod(state) === 'account' && findAccountAddress(addresses)
  const choice = useAddressChoice(checkout, 'billing')
  const isNew = !isBillingSameAsDelivery && billing.id === null
  // Unticked beside a new delivery address: the question is not repeated.
  const [offersSame] = useState(isBillingSameAsDelivery || draft.delivery.id !== null)
  const form = useForm(isNew ? validateAddress(toAddress(billing), countries) : {})
  const changeBilling = (fields: Partial<typeof billing>) =>
    dispatch({ type: 'draftChanged', change: { billing: { ...billing, ...fields } } })

  const { '': _, ...fields } = form.errors
  const hasErrors = Object.keys(fields).length > 0
  return (
    <StageForm
      checkout={checkout}
      stage={4}
      form={form}
      prefix="billing"
      lead={hasErrors ? checkoutMessages.billingInvalid : undefined}
      send={() =>
        checkout.sendStage(4, { ...draft, billing: isBillingSameAsDelivery ? billing : tidyAddress(billing) })
      }
    >
      {isOnAccount && (
        <p className="mb-3 border-l-4 border-link pl-3">
          You’re paying on account, so the bill goes to your account billing address. To use another, choose
          another payment method first.
        </p>
      )}
      {offersSame && (
        <Checkbox
          id="billing-same"
          name="billing_same"
          isChecked={isBillingSameAsDelivery}
          onChange={isSame => dispatch({ type: 'draftChanged', change: { isBillingSameAsDelivery: isSame } })}
        >
          Same as delivery address
        </Checkbox>
      )}
      {!isBillingSameAsDelivery && (addresses.length > 0 || choice.loadedAddress !== null) && (
        <div className="mt-4">
          <AddressTiles
            side="billing"
            addresses={addresses}
            choice={choice}
            isQuote={facts.source.quote_id !== null}
          />
        </div>
      )}
      {isNew && (choice.isTyped || hasErrors) && (
        <div className="mt-4">
          <AddressForm
            side="billing"
            address={toAddress(billing)}
            onChange={changeBilling}
            form={form}
            countries={countries}
          />
          <div className="mt-4">
            <Checkbox
              id="save-billing"
              name="save_billing_address"
              isChecked={billing.saveForFuture}
              onChange={saveForFuture => changeBilling({ saveForFuture })}
            >
              Save this address for future orders
            </Checkbox>
          </div>
        </div>
      )}
    </StageForm>
  )
}

/** A typed address in the form that is stored. */
const tidyAddress = (address: DraftAddress): DraftAddress =>
  address.id === null ? { ...address, ...normaliseAddress(toAddress(address)) } : address

interface AddressFormProps {
  side: 'delivery' | 'billing'
  address: Address
  onChange: (change: Partial<Address>) => void
  form: Form
  countries: readonly Country[]
}

/** A new address. It is stored while it is typed and validated when a field is left. */
function AddressForm({ side, address, onChange, form, countries }: AddressFormProps) {
  const section = side === 'delivery' ? 'shipping' : 'billing'
  return (
    <AddressFields
      countries={countries}
      getFieldProps={(field, token) => ({
        id: `${side}-${field}`,
        name: field,
        value: address[field],
        error: form.errors[field],
        autoComplete: `${section} ${token}`,
        onChange: event => {
          onChange({ [field]: event.target.value })
          form.handleChange(field)
        },
        onBlur: event => form.handleBlur(field, event.target.value),
      })}
    />
  )
}
