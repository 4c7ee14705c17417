import type { SubmitEvent } from 'react'
import { tidyAddress } from '../shared/address.ts'
import { checkAddress } from '../shared/address-checks.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AddressTiles } from './AddressTiles.tsx'
import { Continue } from './Continue.tsx'
import type { Checkout } from './checkout.ts'
import { errorsOf } from './checks.ts'
import { accountAddress, methodOf } from './draft.ts'
import { byId, useForm } from './useForm.tsx'
import { checkoutWords } from './words.ts'

/** Stage 4: where the bill goes; the delivery address unless said otherwise. */
export function BillingStage({ checkout }: { checkout: Checkout }) {
  const { answers, addresses, countries, loaded } = checkout
  const { billing } = answers
  const isOnAccount =
    checkout.progress.done.includes(5) &&
    methodOf(answers, loaded.payment_methods) === 'account' &&
    accountAddress(addresses)
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
      {isOnAccount && (
        <p className="mb-3 border-l-4 border-link pl-3">
          You pay on account, so the bill goes to your account billing address. To bill another one, choose
          another payment method first.
        </p>
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
        </div>
      )}
      <Continue to={checkout.leadsTo(4)} isBusy={form.isBusy} />
    </form>
  )
}
