import { getCountryName } from './countries.ts'
import { normalisePostcode } from './postcode.ts'

/** An address as forms, calls, orders and e-mails carry it. */
export interface Address {
  firstname: string
  surname: string
  company: string
  address1: string
  address2: string
  town: string
  county: string
  postcode: string
  country: string
  telephone: string
}

/** The checkout's name for it, until its draft has a schema of its own. */
export type WireAddress = Address

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
] as const satisfies readonly (keyof Address)[]

/** Specification §3: a new address starts in the United Kingdom. */
export const emptyAddress: Address = {
  firstname: '',
  surname: '',
  company: '',
  address1: '',
  address2: '',
  town: '',
  county: '',
  postcode: '',
  country: 'GB',
  telephone: '',
}

/** Whatever a call carried → an address of one-line texts; what is missing is ''. Says nothing about its validity. */
export function parseAddress(carried: unknown): Address {
  const from = isRecord(carried) ? carried : {}
  const read = (field: keyof Address) => toOneLine(from[field])
  return normaliseAddress(
    Object.fromEntries(addressFields.map(field => [field, read(field)])) as unknown as Address,
  )
}

/** As it is stored: trimmed, the country's code in capitals, the postcode in its country's form. */
export function normaliseAddress(address: Address): Address {
  const trimmed = Object.fromEntries(addressFields.map(field => [field, address[field].trim()]))
  const tidy = trimmed as unknown as Address
  const country = tidy.country.toUpperCase()
  return { ...tidy, country, postcode: tidy.postcode ? normalisePostcode(country, tidy.postcode) : '' }
}

/** The lines of an address label; empty ones left out, the country only when it isn't the shop's own. */
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
  const place = `${address.town} ${address.postcode}`.trim()
  const who = address.company || `${address.firstname} ${address.surname}`.trim()
  return [who, address.address1, place].filter(part => part !== '').join(', ')
}

// No field is meant to be longer; what is, was pasted by accident or by malice.
const longestLine = 1000

/** Any value a call carries → one line of text: line breaks and control characters could split a mail's header. */
export function toOneLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .slice(0, longestLine)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
