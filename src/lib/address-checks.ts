import type { Address } from './address.ts'
import type { Country } from './countries.ts'
import { type Errors, type Fault, isPhone, toErrors, tooLong } from './field-checks.ts'
import { normalisePostcode } from './postcode.ts'

/** What is said of a new address (Specification §5), at the checkout and in the account. */
export const addressMessages = {
  invalid: (label: AddressLabel) => `${label} is invalid.` as const,
  countryInvalid: 'Country is invalid.',
  // Missing, it is '{label} is invalid.' with a full stop; mismatched, it is this, without one.
  postcodeMismatch: 'Postcode is invalid',
} as const

export type AddressLabel =
  | 'First name'
  | 'Surname'
  | 'Address line 1'
  | 'Town'
  | 'Postcode'
  | 'Country'
  | 'Telephone'
  | 'Company'
  | 'Address line 2'
  | 'County'

/** A new address, for delivery or billing (Specification §5). `countries`: those the shop serves. */
export function checkAddress(address: Address, countries: readonly Country[]): Errors {
  const country = countries.find(({ code }) => code === address.country.trim().toUpperCase())
  return toErrors({
    firstname: lineFaults('First name', address.firstname),
    surname: lineFaults('Surname', address.surname),
    company: [tooLong('Company', address.company)],
    address1: lineFaults('Address line 1', address.address1),
    address2: [tooLong('Address line 2', address.address2)],
    town: lineFaults('Town', address.town),
    county: [tooLong('County', address.county)],
    postcode: [
      !address.postcode.trim() && addressMessages.invalid('Postcode'),
      !isPostcodeValid(address.postcode, country) && addressMessages.postcodeMismatch,
    ],
    country: [!country && addressMessages.countryInvalid],
    telephone: [!isPhone(address.telephone) && addressMessages.invalid('Telephone')],
  })
}

// The list of countries comes from the server, pattern and all; only the normal form is ours to know.
export function isPostcodeValid(text: string, country: Country | undefined): boolean {
  if (!country?.postcode) return true
  return new RegExp(country.postcode).test(normalisePostcode(country.code, text))
}

function lineFaults(label: AddressLabel, text: string): Fault[] {
  return [!text.trim() && addressMessages.invalid(label), tooLong(label, text)]
}
