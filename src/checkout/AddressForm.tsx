import type { WireAddress } from '../shared/address.ts'
import type { Country } from '../shared/countries.ts'
import { AddressFields } from '../ui/AddressFields.tsx'
import type { LiveForm } from './useForm.tsx'

interface AddressFormProps {
  side: 'delivery' | 'billing'
  address: WireAddress
  onChange: (address: WireAddress) => void
  form: LiveForm
  countries: readonly Country[]
}

/** A new address at the checkout: kept while it is typed, judged when a field is left. */
export function AddressForm({ side, address, onChange, form, countries }: AddressFormProps) {
  const section = side === 'delivery' ? 'shipping' : 'billing'
  return (
    <AddressFields
      countries={countries}
      wire={(field, token) => ({
        id: `${side}-${field}`,
        name: field,
        value: address[field],
        error: form.shown[field],
        autoComplete: `${section} ${token}`,
        onChange: event => {
          onChange({ ...address, [field]: event.target.value })
          form.touch(field)
        },
        onBlur: event => form.leave(field, event.target.value),
      })}
    />
  )
}
