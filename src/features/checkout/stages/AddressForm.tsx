import type { WireAddress } from '../../../lib/address.ts'
import type { Country } from '../../../lib/countries.ts'
import { AddressFields } from '../../../ui/AddressFields.tsx'
import type { Form } from './useForm.tsx'

interface AddressFormProps {
  side: 'delivery' | 'billing'
  address: WireAddress
  onChange: (change: Partial<WireAddress>) => void
  form: Form
  countries: readonly Country[]
}

/** A new address. It is stored while it is typed and validated when a field is left. */
export function AddressForm({ side, address, onChange, form, countries }: AddressFormProps) {
  const section = side === 'delivery' ? 'shipping' : 'billing'
  return (
    <AddressFields
      countries={countries}
      wire={(field, token) => ({
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
