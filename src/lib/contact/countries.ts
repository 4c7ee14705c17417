import { getPostcodePattern } from './postcode.ts'

/** A country that the shop delivers to or bills. */
export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
  /** RegExp source of a normalised postcode (postcode.ts); null: any postcode is valid. */
  postcode: string | null
}

// Defined first: the lists below use it while this module is evaluated.
const names: ReadonlyMap<string, string> = new Map([
  ['GB', 'United Kingdom'],
  ['IE', 'Ireland'],
  ['NO', 'Norway'],
  ['JE', 'Jersey'],
  ['GG', 'Guernsey'],
  ['IM', 'Isle of Man'],
])

/** The countries of the demo shop (R-DEMO-4). */
export const demoCountries: readonly Country[] = listCountries(['GB', 'IE', 'NO', 'JE', 'GG', 'IM'])

/** Throws on an unknown code, which is a wrong setting. */
export function listCountries(codes: readonly string[]): Country[] {
  return codes.map(code => {
    const name = getCountryName(code)
    if (!name) throw new RangeError(`unknown country: ${code}`)
    return { code, name, postcode: getPostcodePattern(code) }
  })
}

/** 'IE' → 'Ireland'; null for an unknown code. */
export function getCountryName(code: string): string | null {
  return names.get(code) ?? null
}
