import { tidyAddress, type WireAddress } from '../shared/address.ts'
import type { Country } from '../shared/countries.ts'

export { fromSaved, splitName } from '../accounts/saved-address.ts'

/** The countries of the load call, as the rules take them. */
export function fromCountries(
  countries: Record<string, { name: string; validations: { postcode: string } }>,
): Country[] {
  return Object.entries(countries).map(([code, { name, validations }]) => ({
    code,
    name,
    postcode: validations.postcode || null,
  }))
}

/** 'GB LS1 4DY': what delivery options depend on, the same however it is typed. */
export function destinationKey(address: WireAddress): string {
  const { country, postcode } = tidyAddress(address)
  return `${country} ${postcode}`
}
