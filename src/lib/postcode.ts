/**
 * The pattern of a country's normalised postcodes as plain RegExp source, for `countries[].validations.postcode`;
 * null where the country has none that we know. Linear time, anchored.
 */
export function getPostcodePattern(country: string): string | null {
  return Object.hasOwn(patterns, country) ? patterns[country]! : null
}

/**
 * A postcode however it was typed (' sw1a-1aa. ') → as it is stored ('SW1A 1AA'). Says nothing about its validity.
 * Irish Eircodes get their space after the routing key, Norwegian ones lose an 'NO-'.
 */
export function normalisePostcode(country: string, text: string): string {
  // Cut first: no real postcode comes near, and what is pasted by accident may be long.
  const bare = text
    .slice(0, 64)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  if (country === 'IE') return spaced(bare, 3)
  if (country === 'NO') return bare.replace(/^NO?(?=[0-9]{4}$)/, '')
  return britishPostcodes.has(country) ? spaced(bare, bare.length - 3) : bare
}

/** The stored form when it matches the country's pattern, else null. Countries without a pattern take anything. */
export function parsePostcode(country: string, text: string): string | null {
  const postcode = normalisePostcode(country, text)
  const pattern = getPostcodePattern(country)
  if (!postcode || (pattern && !new RegExp(pattern).test(postcode))) return null
  return postcode
}

export interface Outward {
  /** 'AB', 'M', 'JE' … */
  area: string
  /** The number after it: AB31 → 31; W1A → 1; NaN when there is none (GIR). */
  district: number
}

/** The sorting half of a valid British postcode, typed anyhow; null when it isn't one. */
export function parseOutward(text: string): Outward | null {
  const postcode = parsePostcode('GB', text)
  if (!postcode) return null
  const [, area, digits] = /^([A-Z]+)([0-9]*)/.exec(postcode)!
  return { area: area!, district: digits ? Number(digits) : Number.NaN }
}

function spaced(bare: string, from: number): string {
  return from > 0 && bare.length > from ? `${bare.slice(0, from)} ${bare.slice(from)}` : bare
}

const britishPostcodes = new Set(['GB', 'JE', 'GG', 'IM'])

const inward = '[0-9][ABD-HJLNP-UW-Z]{2}'

// Reference: no Q, V, X first, no I, J, Z second, none of C, I, K, M, O, V at the end. GB includes JE, GY, IM and
// the forces' BF1, because buyers choose "United Kingdom" for them.
const patterns: Record<string, string> = {
  GB: `^(?:GIR ?0AA|(?:[A-PR-UWYZ](?:[0-9]{1,2}|[0-9][A-HJKPSTUW]|[A-HK-Y][0-9]{1,2}|[A-HK-Y][0-9][ABEHMNPRVWXY])) ?${inward})$`,
  IE: '^(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$',
  NO: '^[0-9]{4}$',
  JE: `^JE[0-9]{1,2} ?${inward}$`,
  GG: `^GY[0-9]{1,2} ?${inward}$`,
  IM: `^IM[0-9]{1,2} ?${inward}$`,
}
