/**
 * RegExp source that matches a country's normalised postcodes, for `countries[].validations.postcode`; null when the
 * country has none. Linear time, anchored.
 */
export function getPostcodePattern(country: string): string | null {
  return Object.hasOwn(patterns, country) ? patterns[country]! : null
}

/**
 * A postcode as typed (' sw1a-1aa. ') → as stored ('SW1A 1AA'). Does not validate it. Irish Eircodes get a space after
 * the routing key, Norwegian ones lose an 'NO-'.
 */
export function normalisePostcode(country: string, text: string): string {
  // Truncated first: pasted text may be long, and no postcode is.
  const code = text
    .slice(0, 64)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  if (country === 'IE') return insertSpace(code, 3)
  if (country === 'NO') return code.replace(/^NO?(?=[0-9]{4}$)/, '')
  return britishPostcodes.has(country) ? insertSpace(code, code.length - 3) : code
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

function insertSpace(bare: string, from: number): string {
  return from > 0 && bare.length > from ? `${bare.slice(0, from)} ${bare.slice(from)}` : bare
}

const britishPostcodes = new Set(['GB', 'JE', 'GG', 'IM'])

const inward = '[0-9][ABD-HJLNP-UW-Z]{2}'

// In Great Britain: no Q, V, X first, no I, J, Z second, none of C, I, K, M, O, V at the end. GB includes JE, GY, IM
// and BFPO's BF1, because customers choose "United Kingdom" for them.
const patterns: Record<string, string> = {
  GB: `^(?:GIR ?0AA|(?:[A-PR-UWYZ](?:[0-9]{1,2}|[0-9][A-HJKPSTUW]|[A-HK-Y][0-9]{1,2}|[A-HK-Y][0-9][ABEHMNPRVWXY])) ?${inward})$`,
  IE: '^(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$',
  NO: '^[0-9]{4}$',
  JE: `^JE[0-9]{1,2} ?${inward}$`,
  GG: `^GY[0-9]{1,2} ?${inward}$`,
  IM: `^IM[0-9]{1,2} ?${inward}$`,
}
