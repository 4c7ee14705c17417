/**
 * RegExp source that matches a country's normalised postcodes, for `countries[].validations.postcode`; null when the
 * country has none. Linear time, anchored.
 */
export function getPostcodePattern(country: string): string | null {
  return Object.hasOwn(patterns, country) ? patterns[country]! : null
}

/**
 * A postcode as typed (' sw1a-1aa. ') → as stored ('SW1A 1AA'). Does not validate it. Irish Eircodes get a space after
 * the routing key, Norwegian ones lose an 'NO-'. In British ones an O where only a digit can be ('SW1A OAA') is a zero.
 */
export function normalisePostcode(country: string, text: string): string {
  if (text === '') return ''
  // Truncated first: pasted text may be long, and no postcode is.
  const code = text
    .slice(0, 64)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  if (country === 'IE') return insertSpace(code, 3)
  if (country === 'NO') return code.replace(/^NO?(?=[0-9]{4}$)/, '')
  return britishPostcodes.has(country) ? toBritishPostcode(country, code) : code
}

/**
 * The postcode that was probably meant, when the typed one is not valid and one alone is valid with O for 0 or I for 1
 * somewhere: 'S01 4AB' → 'SO1 4AB'. Never stored without the customer's yes: 'S1 4AB' may have been meant.
 */
export function suggestPostcode(country: string, text: string): string | null {
  if (!britishPostcodes.has(country) || parsePostcode(country, text) !== null) return null
  let spellings = ['']
  for (const sign of normalisePostcode(country, text).slice(0, 8)) {
    const similar = similarSigns.get(sign)
    spellings = spellings.flatMap(start => [start + sign, ...(similar ? [start + similar] : [])])
  }
  const valid = new Set(
    spellings.map(spelling => parsePostcode(country, spelling)).filter(code => code !== null),
  )
  return valid.size === 1 ? [...valid][0]! : null
}

/** The stored form when it matches the country's pattern, else null. Without a pattern any text is valid. */
export function parsePostcode(country: string, text: string): string | null {
  const postcode = normalisePostcode(country, text)
  const pattern = getPostcodePattern(country)
  if (!postcode || (pattern && !new RegExp(pattern).test(postcode))) return null
  return postcode
}

export interface OutwardCode {
  /** 'AB', 'M', 'JE' … */
  area: string
  /** The number after the area: AB31 → 31; W1A → 1; NaN when there is none (GIR). */
  district: number
}

/** The outward code of a valid British postcode, however it is typed; null when it is not one. */
export function parseOutwardCode(text: string): OutwardCode | null {
  const postcode = parsePostcode('GB', text)
  if (!postcode) return null
  const [, area, digits] = /^([A-Z]+)([0-9]*)/.exec(postcode)!
  return { area: area!, district: digits ? Number(digits) : Number.NaN }
}

function toBritishPostcode(country: string, bare: string): string {
  const corrected = bare
    .replace(/^[01]/, digit => similarSigns.get(digit)!)
    .replace(/[OI](?=[A-Z]{2}$)/, letter => similarSigns.get(letter)!)
  const isCorrection = corrected !== bare && new RegExp(patterns[country]!).test(corrected)
  const code = isCorrection ? corrected : bare
  return insertSpace(code, code.length - 3)
}

const similarSigns: ReadonlyMap<string, string> = new Map([
  ['0', 'O'],
  ['O', '0'],
  ['1', 'I'],
  ['I', '1'],
])

function insertSpace(bare: string, from: number): string {
  return from > 0 && bare.length > from ? `${bare.slice(0, from)} ${bare.slice(from)}` : bare
}

const britishPostcodes = new Set(['GB', 'JE', 'GG', 'IM'])

const inward = '[0-9][ABD-HJLNP-UW-Z]{2}'

// The 124 areas, JE, GY and IM with them because customers choose "United Kingdom" for them, and two without a place:
// British Forces (BF) and banks (BX). Gibraltar (GX) is abroad.
const areas = [
  'A[BL]|B[ABDHLNRSTFX]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE',
  'K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB',
  'W[ACDFNRSV]?|YO|ZE',
].join('|')
// A district has no leading zero: 'S01' is nowhere.
const outward = `(?:${areas})(?:[0-9]|[1-9][0-9])|(?:EC?|NW?|SE|SW|WC?)[0-9][A-HJ-NP-Y]`

const patterns: Record<string, string> = {
  GB: `^(?:GIR ?0AA|(?:${outward}) ?${inward})$`,
  IE: '^(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$',
  NO: '^[0-9]{4}$',
  JE: `^JE[0-9]{1,2} ?${inward}$`,
  GG: `^GY[0-9]{1,2} ?${inward}$`,
  IM: `^IM[0-9]{1,2} ?${inward}$`,
}
