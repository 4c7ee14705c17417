import type { Address } from '../../../../lib/contact/address.ts'
import type { Country } from '../../../../lib/contact/countries.ts'
import { AddressFields } from '../../../../ui/forms/AddressFields.tsx'
import type { Form } from '../useForm.tsx'

interface AddressFormProps {
  side: 'delivery' | 'billing'
  address: Address
  onChange: (change: Partial<Address>) => void
  form: Form
  countries: readonly Country[]
}

/** A new address. It is stored while it is typed and validated when a field is left. */
export function AddressForm({ side, address, onChange, form, countries }: AddressFormProps) {
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
