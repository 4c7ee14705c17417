import type { Address } from './address.ts'
import type { Country } from './countries.ts'
import { type FieldCheckResult, type FieldErrors, toFieldErrors, validateLength } from './field-checks.ts'
import { normalisePostcode } from './postcode.ts'
import { isPhone } from './telephone.ts'

/** Messages about a new address, at the checkout and in the account (R-CHECKOUT-10). */
export const addressMessages = {
  invalid: (label: AddressFieldLabel) => `${label} is invalid.` as const,
  countryInvalid: 'Country is invalid.',
  // A missing postcode is '{label} is invalid.' with a full stop; a wrong one has none (R-CHECKOUT-10).
  postcodeMismatch: 'Postcode is invalid',
} as const

export type AddressFieldLabel =
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

/** Validates a new address, for delivery or billing (R-CHECKOUT-10). `countries`: those that the shop serves. */
export function validateAddress(address: Address, countries: readonly Country[]): FieldErrors {
  const country = countries.find(({ code }) => code === address.country.trim().toUpperCase())
  return toFieldErrors({
    firstname: validateLine('First name', address.firstname),
    surname: validateLine('Surname', address.surname),
    company: [validateLength('Company', address.company)],
    address1: validateLine('Address line 1', address.address1),
    address2: [validateLength('Address line 2', address.address2)],
    town: validateLine('Town', address.town),
    county: [validateLength('County', address.county)],
    postcode: [
      !address.postcode.trim() && addressMessages.invalid('Postcode'),
      !isValidPostcode(address.postcode, country) && addressMessages.postcodeMismatch,
    ],
    country: [!country && addressMessages.countryInvalid],
    telephone: [!isPhone(address.telephone) && addressMessages.invalid('Telephone')],
  })
}

// The patterns come from the server with the countries; only the normal form is known here.
export function isValidPostcode(text: string, country: Country | undefined): boolean {
  if (!country?.postcode) return true
  return new RegExp(country.postcode).test(normalisePostcode(country.code, text))
}

function validateLine(label: AddressFieldLabel, text: string): FieldCheckResult[] {
  return [!text.trim() && addressMessages.invalid(label), validateLength(label, text)]
}
