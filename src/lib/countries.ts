import { getPostcodePattern } from './postcode.ts'

/** A country one may deliver to or bill. */
export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
  /** RegExp source of a normalised postcode (postcode.ts), or null when any will do. */
  postcode: string | null
}

// First, because the lists below are made from it while this file is read.
const names: ReadonlyMap<string, string> = new Map([
  ['GB', 'United Kingdom'],
  ['IE', 'Ireland'],
  ['NO', 'Norway'],
  ['JE', 'Jersey'],
  ['GG', 'Guernsey'],
  ['IM', 'Isle of Man'],
])

/** Specification §3: the list until the server replaces it. */
export const defaultCountries: readonly Country[] = listCountries(['GB', 'IE'])

/** Contract §7: the countries of the demo shop. */
export const demoCountries: readonly Country[] = listCountries(['GB', 'IE', 'NO', 'JE', 'GG', 'IM'])

/** Countries by their codes; throws on a code we have no name for (a setting gone wrong). */
export function listCountries(codes: readonly string[]): Country[] {
  return codes.map(code => {
    const name = getCountryName(code)
    if (!name) throw new RangeError(`unknown country: ${code}`)
    return { code, name, postcode: getPostcodePattern(code) }
  })
}

/** 'IE' → 'Ireland'; null for a code we don't know. */
export function getCountryName(code: string): string | null {
  return names.get(code) ?? null
}

/** The country of that code in a list, however it is cased; null when it isn't there. */
export function findCountry(countries: readonly Country[], code: string): Country | null {
  const wanted = code.trim().toUpperCase()
  return countries.find(country => country.code === wanted) ?? null
}
