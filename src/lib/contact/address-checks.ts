import {
  type FieldCheckResult,
  type FieldErrors,
  toFieldErrors,
  validateLength,
} from '../calls/field-checks.ts'
import type { Address } from './address.ts'
import type { Country } from './countries.ts'
import { normalisePostcode } from './postcode.ts'
import { isPhone } from './telephone.ts'

/** Messages about a new address, at the checkout and in the account (R-CHECKOUT-10). */
export const addressMessages = {
  invalid: (label: AddressFieldLabel) => `${label} is invalid.` as const,
  countryInvalid: 'Country is invalid.',
  // A missing postcode is '{label} is invalid.' with a full stop; a wrong one has none (R-CHECKOUT-10).
  postcodeMismatch: 'Postcode is invalid',
  // The label of a parcel (R-CHECKOUT-33).
  latinLetters: 'The carrier needs this address in Latin letters (accents are fine).',
  latinInstructions: 'The carrier needs the delivery instructions in Latin letters (accents are fine).',
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

/** Validates a new address that goods are sent to: carriers read Latin letters only (R-CHECKOUT-33). */
export function validateDeliveryAddress(address: Address, countries: readonly Country[]): FieldErrors {
  const errors = validateAddress(address, countries)
  const foreign = labelFields.filter(field => !errors[field] && !isLatin(address[field]))
  return { ...errors, ...Object.fromEntries(foreign.map(field => [field, addressMessages.latinLetters])) }
}

/** What is typed freely, and printed on the label of a parcel. */
const labelFields = ['firstname', 'surname', 'company', 'address1', 'address2', 'town', 'county'] as const

export const isLatinAddress = (address: Address): boolean =>
  labelFields.every(field => isLatin(address[field]))

/** Whether all its letters and digits are Latin ones, with accents or not. Signs and emoji are left out on a label. */
export const isLatin = (text: string): boolean =>
  !/(?![\p{Script=Latin}\u02b0-\u02ff])\p{L}|(?![0-9])\p{Nd}/u.test(text.normalize('NFKC'))

// The patterns come from the server with the countries; only the normal form is known here.
export function isValidPostcode(text: string, country: Country | undefined): boolean {
  if (!country?.postcode) return true
  return new RegExp(country.postcode).test(normalisePostcode(country.code, text))
}

function validateLine(label: AddressFieldLabel, text: string): FieldCheckResult[] {
  return [!text.trim() && addressMessages.invalid(label), validateLength(label, text)]
}
