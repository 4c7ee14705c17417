import type { SubmitEvent } from 'react'
import { tidyAddress } from '../shared/address.ts'
import { checkAddress } from '../shared/address-checks.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { TextField } from '../ui/Field.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AddressTiles } from './AddressTiles.tsx'
import { Continue } from './Continue.tsx'
import type { Checkout } from './checkout.ts'
import { asksTaxCode, checkTaxCode, errorsOf } from './checks.ts'
import { addressOf, optionOf } from './draft.ts'
import { byId, useForm } from './useForm.tsx'
import { checkoutWords } from './words.ts'

/** Stage 2: where the goods go. */
export function AddressStage({ checkout }: { checkout: Checkout }) {
  const { answers, addresses, countries } = checkout
  const { delivery, contact } = answers
  const address = addressOf(delivery, addresses)
  const form = useForm({
    ...(delivery.id === null ? checkAddress(delivery.form, countries) : {}),
    ...checkTaxCode(address.country, contact.vat || checkout.knownVat),
  })

  // Other dates and prices may hold elsewhere, so stage 3 is asked again (Specification §4).
  const isMoved = answers.option !== null && optionOf(answers, addresses) === null
  const change = isMoved ? 'destination' : 'other'

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      const next = { ...delivery, form: delivery.id === null ? tidyAddress(delivery.form) : delivery.form }
      const billing = delivery.saveAsBilling ? { ...answers.billing, same: true } : answers.billing
      const errors = await checkout.finish(2, { ...answers, delivery: next, billing }, { change })
      return errors && errorsOf('delivery', errors)
    })
  }

  const { '': general, vat, ...fields } = form.shown
  const hasErrors = Object.keys(fields).length > 0
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary
          errors={{ ...byId('delivery', fields), ...(vat ? { 'contact-vat': vat } : {}) }}
          lead={general ?? (hasErrors ? checkoutWords.deliveryInvalid : undefined)}
          attempt={form.attempt}
        />
      )}
      {addresses.length > 0 && (
        <AddressTiles
          side="delivery"
          addresses={addresses}
          chosen={delivery.id}
          onChoose={id => checkout.set({ delivery: { ...delivery, id } })}
        />
      )}
      {delivery.id === null && (
        <div className={addresses.length > 0 ? 'mt-6' : ''}>
          <AddressForm
            side="delivery"
            address={delivery.form}
            onChange={changed => checkout.set({ delivery: { ...delivery, form: changed } })}
            form={form}
            countries={countries}
          />
        </div>
      )}
      {asksTaxCode(address.country) && (
        <div className="mt-5">
          <TextField
            id="contact-vat"
            name="vat"
            label="TAX/EORI code"
            optional={checkout.knownVat !== ''}
            hint={
              checkout.knownVat
                ? `Norwegian customs want it. Empty, we give ${checkout.knownVat} of your account`
                : 'Norwegian customs want it'
            }
            autoComplete="off"
            error={vat}
            value={contact.vat}
            onChange={event => {
              checkout.set({ contact: { ...contact, vat: event.target.value } })
              form.touch('vat')
            }}
          />
        </div>
      )}
      {delivery.id === null && (
        <div className="mt-4">
          <Checkbox
            id="save-delivery"
            name="save_for_future"
            isChecked={delivery.saveForFuture}
            onChange={saveForFuture => checkout.set({ delivery: { ...delivery, saveForFuture } })}
          >
            Save this address for future orders
          </Checkbox>
          <Checkbox
            id="save-as-billing"
            name="save_as_billing"
            isChecked={delivery.saveAsBilling}
            onChange={saveAsBilling => checkout.set({ delivery: { ...delivery, saveAsBilling } })}
          >
            Use as my billing address too
          </Checkbox>
        </div>
      )}
      <Continue to={checkout.leadsTo(2, answers, change)} isBusy={form.isBusy} />
    </form>
  )
}
