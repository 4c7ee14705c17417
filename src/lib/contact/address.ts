import { getCountryName } from './countries.ts'
import { normalisePostcode } from './postcode.ts'

export const addressFields = [
  'firstname',
  'surname',
  'company',
  'address1',
  'address2',
  'town',
  'county',
  'postcode',
  'country',
  'telephone',
] as const

type AddressField = (typeof addressFields)[number]

/** An address as forms, calls, orders and e-mails carry it. */
export type Address = Record<AddressField, string>

/** The same value for each field, such as its schema in a call. */
export const toEachAddressField = <Value>(value: Value) =>
  Object.fromEntries(addressFields.map(field => [field, value])) as Record<AddressField, Value>

/** A new address starts in the United Kingdom (R-CHECKOUT-10). */
export const emptyAddress: Address = { ...toEachAddressField(''), country: 'GB' }

/** The form that is stored: trimmed, the country code in capitals, the postcode in its country's form. */
export function normaliseAddress(address: Address): Address {
  const trimmed = Object.fromEntries(addressFields.map(field => [field, address[field].trim()]))
  const trimmedAddress = trimmed as unknown as Address
  const country = trimmedAddress.country.toUpperCase()
  return {
    ...trimmedAddress,
    country,
    postcode: trimmedAddress.postcode ? normalisePostcode(country, trimmedAddress.postcode) : '',
  }
}

/** Whether both are the same person at the same place with the same telephone number, however they are written. */
export function isSameAddress(one: Address, other: Address): boolean {
  return toComparable(one) === toComparable(other)
}

const toComparable = (address: Address): string =>
  addressFields
    .map(field => (field === 'telephone' ? toNationalNumber(address[field]) : address[field]))
    .map(text => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase())
    .filter(text => text !== '')
    .join(' ')

/** '+44 (0)113 496 0999' → '01134960999'. */
const toNationalNumber = (telephone: string): string =>
  telephone.replace(/[^+\d]/g, '').replace(/^(\+|00)44(0?)/, '0')

/** The lines of an address label, without empty ones; the country only when it is not the shop's own. */
export function formatAddressLines(address: Address): string[] {
  return [
    `${address.firstname} ${address.surname}`.trim(),
    address.company,
    address.address1,
    address.address2,
    address.town,
    address.county,
    address.postcode,
    address.country === 'GB' ? '' : (getCountryName(address.country) ?? address.country),
  ].filter(line => line !== '')
}

/** 'Northfield Plant Hire, 1 High Street, Leeds LS1 4DY': the one-line summary. */
export function formatAddressSummary(address: Address): string {
  const townAndPostcode = `${address.town} ${address.postcode}`.trim()
  const addressee = address.company || `${address.firstname} ${address.surname}`.trim()
  return [addressee, address.address1, townAndPostcode].filter(part => part !== '').join(', ')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
