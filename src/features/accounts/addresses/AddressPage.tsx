import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import { NextButton, StandaloneLink } from '../../../ui/Actions.tsx'
import { AddressFields } from '../../../ui/forms/AddressFields.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { OptionField } from '../../../ui/forms/FormFields.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import type { AccountNavigation } from '../navigation.ts'
import type { AddressForm } from '../schemas.ts'

export interface AddressPageProps {
  navigation: AccountNavigation
  /** Null: a new one. */
  id: number | null
  /** With which a head buyer can share it; null: the viewer is not a head buyer. */
  company: string | null
  values: AddressForm
  countries: readonly Country[]
  errors: FieldErrors
}

export function AddressPage({ navigation, id, company, values, countries, errors }: AddressPageProps) {
  const title = id === null ? 'Add an address' : 'Edit the address'
  return (
    <AccountFrame navigation={navigation} current="addresses" title={title}>
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <form
        method="post"
        action={id === null ? '/account/addresses' : `/account/addresses/${id}`}
        noValidate
        className="card p-5 sm:p-6"
      >
        <AddressFields
          countries={countries}
          getFieldProps={(field, token) => ({
            id: field,
            name: field,
            defaultValue: values[field],
            error: errors[field],
            autoComplete: token,
          })}
        />
        {id === null && company !== null && (
          <fieldset className="mt-5">
            <legend className="font-semibold">Who can use it</legend>
            <OptionField type="checkbox" name="shared" defaultChecked={values.shared}>
              {`Share with everybody at ${company}`}
            </OptionField>
          </fieldset>
        )}
        {id !== null && values.shared && (
          <p className="mt-5 border-l-4 border-amber pl-3">
            Everybody at {company} uses this address, so your change applies to them all.
          </p>
        )}
        <fieldset className="mt-5">
          <legend className="font-semibold">Filled in for you at checkout</legend>
          <OptionField type="checkbox" name="default_delivery" defaultChecked={values.default_delivery}>
            Deliver here by default
          </OptionField>
          {!(id !== null && values.shared) && (
            <OptionField type="checkbox" name="default_billing" defaultChecked={values.default_billing}>
              Send bills here by default
            </OptionField>
          )}
        </fieldset>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <NextButton>Save address</NextButton>
          <StandaloneLink href="/account/addresses">Back without saving</StandaloneLink>
        </div>
      </form>
    </AccountFrame>
  )
}

export const addressPage = definePage('features/accounts/addresses/AddressPage', AddressPage)
