import type { SubmitEvent } from 'react'
import { normaliseAddress } from '../../../../lib/contact/address.ts'
import { validateDeliveryAddress } from '../../../../lib/contact/address-checks.ts'
import { Checkbox } from '../../../../ui/forms/Checkbox.tsx'
import { ErrorSummary } from '../../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../../ui/forms/Field.tsx'
import { toAddress } from '../../draft/draft.ts'
import { needsTaxCode, removeFieldPrefix, requestsTaxCode, validateTaxCode } from '../../draft/validate.ts'
import { checkoutMessages } from '../../messages.ts'
import { ContinueButton } from '../ContinueButton.tsx'
import { getDeliveryAddress, getProgressAfter, getValidOffer, listLoadedCountries } from '../state.ts'
import type { Checkout } from '../useCheckout.tsx'
import { prefixFields, useForm } from '../useForm.tsx'
import { AddressForm } from './AddressForm.tsx'
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

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      const stageDraft = {
        ...draft,
        delivery: isNew ? { ...delivery, ...normaliseAddress(toAddress(delivery)) } : delivery,
      }
      const errors = await checkout.sendStage(2, stageDraft, { change })
      return errors && removeFieldPrefix('delivery', errors)
    })
  }

  const { '': general, vat, ...fields } = form.errors
  const hasErrors = Object.keys(fields).length > 0
  const hasTiles = addresses.length > 0 || choice.loadedAddress !== null
  const showsFields = choice.isTyped || (isNew && hasErrors)
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary
          errors={{ ...prefixFields('delivery', fields), ...(vat ? { 'contact-vat': vat } : {}) }}
          lead={general ?? (hasErrors ? checkoutMessages.deliveryInvalid : undefined)}
          attempt={form.attempt}
        />
      )}
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
      <ContinueButton to={getProgressAfter(state, 2, draft, change).open} isBusy={form.isBusy} />
    </form>
  )
}

function formatTaxCodeHint(country: string, accountTaxCode: string): string {
  const why = needsTaxCode(country) ? 'Norwegian customs ask for it' : 'For customs, if you have one'
  return accountTaxCode ? `${why}. Leave it empty to use ${accountTaxCode} from your account` : why
}
