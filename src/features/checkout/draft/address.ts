import { type Address, normaliseAddress } from '../../../lib/contact/address.ts'
import type { Country } from '../../../lib/contact/countries.ts'

/** The countries of the load reply in the form of the validation rules. */
export function parseCountries(
  countries: Record<string, { name: string; validations: { postcode: string } }>,
): Country[] {
  return Object.entries(countries).map(([code, { name, validations }]) => ({
    code,
    name,
    postcode: validations.postcode || null,
  }))
}

/** 'GB LS1 4DY': what delivery options depend on, in one form however it is typed. */
export function toDestinationKey(address: Address): string {
  const { country, postcode } = normaliseAddress(address)
  return `${country} ${postcode}`
}
