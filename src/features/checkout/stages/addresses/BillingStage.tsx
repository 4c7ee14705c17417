import { type SubmitEvent, useState } from 'react'
import { normaliseAddress } from '../../../../lib/contact/address.ts'
import { validateAddress } from '../../../../lib/contact/address-checks.ts'
import { Checkbox } from '../../../../ui/forms/Checkbox.tsx'
import { ErrorSummary } from '../../../../ui/forms/ErrorSummary.tsx'
import { findAccountAddress, toAddress } from '../../draft/draft.ts'
import { removeFieldPrefix } from '../../draft/validate.ts'
import { checkoutMessages } from '../../messages.ts'
import { ContinueButton } from '../ContinueButton.tsx'
import { getMethod, getProgressAfter, listLoadedCountries } from '../state.ts'
import type { Checkout } from '../useCheckout.tsx'
import { prefixFields, useForm } from '../useForm.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AddressTiles } from './AddressTiles.tsx'
import { useAddressChoice } from './useAddressChoice.tsx'

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

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      const tidyBilling = isNew ? { ...billing, ...normaliseAddress(toAddress(billing)) } : billing
      const errors = await checkout.sendStage(4, { ...draft, billing: tidyBilling })
      return errors && removeFieldPrefix('billing', errors)
    })
  }

  const { '': general, ...fields } = form.errors
  const hasErrors = Object.keys(fields).length > 0
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary
          errors={prefixFields('billing', fields)}
          lead={general ?? (hasErrors ? checkoutMessages.billingInvalid : undefined)}
          attempt={form.attempt}
        />
      )}
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
      <ContinueButton to={getProgressAfter(state, 4, draft, 'other').open} isBusy={form.isBusy} />
    </form>
  )
}
