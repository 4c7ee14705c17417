import type { Country } from '../shared/countries.ts'
import { Field, TextField } from '../ui/Field.tsx'
import type { WireAddress } from './contract.ts'
import type { LiveForm } from './useForm.tsx'

interface AddressFormProps {
  side: 'delivery' | 'billing'
  address: WireAddress
  onChange: (address: WireAddress) => void
  form: LiveForm
  countries: readonly Country[]
}

/** The fields of a new address, in one column (Specification §3). */
export function AddressForm({ side, address, onChange, form, countries }: AddressFormProps) {
  const section = side === 'delivery' ? 'shipping' : 'billing'
  const wire = (field: keyof WireAddress, token: string) => ({
    id: `${side}-${field}`,
    name: field,
    value: address[field],
    error: form.shown[field],
    autoComplete: `${section} ${token}`,
    onChange: (event: { target: { value: string } }) => {
      onChange({ ...address, [field]: event.target.value })
      form.touch(field)
    },
    onBlur: (event: { target: { value: string } }) => form.leave(field, event.target.value),
  })
  const { error, id, ...select } = wire('country', 'country')
  return (
    <div className="space-y-5">
      <TextField {...wire('firstname', 'given-name')} label="First name" />
      <TextField {...wire('surname', 'family-name')} label="Surname" />
      <TextField {...wire('company', 'organization')} label="Company" optional />
      <TextField {...wire('address1', 'address-line1')} label="Address line 1" />
      <TextField {...wire('address2', 'address-line2')} label="Address line 2" optional />
      <TextField {...wire('town', 'address-level2')} label="Town" />
      <TextField {...wire('county', 'address-level1')} label="County" optional />
      <TextField
        {...wire('postcode', 'postal-code')}
        label="Postcode"
        width="short"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field id={id} label="Country" error={error}>
        {wiring => (
          <select {...select} {...wiring} className="input max-w-[36ch]">
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        {...wire('telephone', 'tel')}
        label="Telephone"
        type="tel"
        hint="Only used for delivery problems"
      />
    </div>
  )
}
