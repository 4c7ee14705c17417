import type { FocusEventHandler } from 'react'
import type { Address } from '../../lib/contact/address.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { suggestPostcode } from '../../lib/contact/postcode.ts'
import { Field, TextField } from './Field.tsx'

/** The props of one field: controlled (`value`) or uncontrolled (`defaultValue`). */
export interface AddressFieldProps {
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
  /** `token`: the field's autocomplete token, without its section ('shipping'). */
  getFieldProps: (field: keyof Address, token: string) => AddressFieldProps
  countries: readonly Country[]
}

/** The fields of a new address, in one column (R-CHECKOUT-10, R-UX-21). */
export const AddressFields = (props: AddressFieldsProps) => (
  <div className="space-y-5">
    <TextField {...props.getFieldProps('firstname', 'given-name')} label="First name" />
    <TextField {...props.getFieldProps('surname', 'family-name')} label="Surname" />
    <TextField {...props.getFieldProps('company', 'organization')} label="Company" optional />
    <PostalFields {...props} />
    <TextField
      {...props.getFieldProps('telephone', 'tel')}
      label="Telephone"
      type="tel"
      hint="Only used for delivery problems"
    />
  </div>
)

/** Where something is. */
export function PostalFields({ getFieldProps, countries }: AddressFieldsProps) {
  const { error, id, ...select } = getFieldProps('country', 'country')
  const postcode = getFieldProps('postcode', 'postal-code')
  const meantPostcode =
    postcode.error === undefined ? null : suggestPostcode(toValue(select), toValue(postcode))
  return (
    <>
      <TextField {...getFieldProps('address1', 'address-line1')} label="Address line 1" />
      <TextField {...getFieldProps('address2', 'address-line2')} label="Address line 2" optional />
      <TextField {...getFieldProps('town', 'address-level2')} label="Town" />
      <TextField {...getFieldProps('county', 'address-level1')} label="County" optional />
      <TextField
        {...postcode}
        label="Postcode"
        {...(meantPostcode !== null && { hint: <MeantPostcode postcode={meantPostcode} /> })}
        width="short"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field id={id} label="Country" error={error}>
        {controlProps => (
          <select {...select} {...controlProps} className="input max-w-[36ch]">
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

const toValue = ({ value, defaultValue }: Pick<AddressFieldProps, 'value' | 'defaultValue'>): string =>
  value ?? defaultValue ?? ''

/** In the type of codes, whose 0 and O differ. */
function MeantPostcode({ postcode }: { postcode: string }) {
  return (
    <>
      Did you mean <span className="code">{postcode}</span>?
    </>
  )
}
