import type { SubmitEvent } from 'react'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AddressTiles } from './AddressTiles.tsx'
import { tidyAddress } from './address.ts'
import { Continue } from './Continue.tsx'
import { checkAddress, errorsOf } from './checks.ts'
import type { Checkout } from './useCheckout.tsx'
import { byId, useForm } from './useForm.tsx'
import { checkoutWords } from './words.ts'

/** Stage 4: where the bill goes; the delivery address unless said otherwise. */
export function BillingStage({ checkout }: { checkout: Checkout }) {
  const { answers, addresses, countries } = checkout
  const { billing } = answers
  const isNew = !billing.same && billing.id === null
  const form = useForm(isNew ? checkAddress(billing.form, countries) : {})

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      const tidy = isNew ? { ...billing, form: tidyAddress(billing.form) } : billing
      const errors = await checkout.finish(4, { ...answers, billing: tidy })
      return errors && errorsOf('billing', errors)
    })
  }

  const { '': general, ...fields } = form.shown
  const hasErrors = Object.keys(fields).length > 0
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary
          errors={byId('billing', fields)}
          lead={general ?? (hasErrors ? checkoutWords.billingInvalid : undefined)}
          attempt={form.attempt}
        />
      )}
      <Checkbox
        id="billing-same"
        name="billing_same"
        isChecked={billing.same}
        onChange={same => checkout.set({ billing: { ...billing, same } })}
      >
        Same as delivery address
      </Checkbox>
      {!billing.same && addresses.length > 0 && (
        <div className="mt-4">
          <AddressTiles
            side="billing"
            addresses={addresses}
            countries={countries}
            chosen={billing.id}
            onChoose={id => checkout.set({ billing: { ...billing, id } })}
          />
        </div>
      )}
      {isNew && (
        <div className="mt-4">
          <AddressForm
            side="billing"
            address={billing.form}
            onChange={changed => checkout.set({ billing: { ...billing, form: changed } })}
            form={form}
            countries={countries}
          />
          {!checkout.isGuest && (
            <div className="mt-4">
              <Checkbox
                id="save-billing"
                name="save_billing_address"
                isChecked={billing.saveForFuture}
                onChange={saveForFuture => checkout.set({ billing: { ...billing, saveForFuture } })}
              >
                Save this address for future orders
              </Checkbox>
            </div>
          )}
        </div>
      )}
      <Continue label="Continue to purchase options" isBusy={form.isBusy} />
    </form>
  )
}
