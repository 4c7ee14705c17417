import type { FocusEventHandler } from 'react'
import type { Address } from '../lib/address.ts'
import type { Country } from '../lib/countries.ts'
import { Field, TextField } from './Field.tsx'

/** What one field of the form is tied to: a state that is kept (`value`), or what the form began with. */
export interface AddressWire {
  id: string
  name: string
  error: string | undefined
  autoComplete: string
  value?: string
  defaultValue?: string
  onChange?: (event: { target: { value: string } }) => void
  onBlur?: FocusEventHandler<HTMLInputElement | HTMLSelectElement>
}

interface AddressFieldsProps {
  /** `token`: the field's autocomplete token, without its section. */
  wire: (field: keyof Address, token: string) => AddressWire
  countries: readonly Country[]
}

/** The fields of a new address, in one column (Specification §3). */
export function AddressFields({ wire, countries }: AddressFieldsProps) {
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
