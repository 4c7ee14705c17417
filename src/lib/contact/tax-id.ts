export type TaxIdKind = 'GB VAT' | 'GB EORI' | 'IE VAT' | 'NO'

export interface TaxId {
  /** As typed, trimmed. */
  raw: string
  /** Upper case without spaces, dots, hyphens. */
  normalised: string
  /** The kind by its format, or null. 9 digits may be British or Norwegian: then the check digits decide. */
  kind: TaxIdKind | null
  /**
   * 'good': format and check digits are valid. 'wrong_check': a known format with wrong check digits. 'unknown': no
   * known format.
   */
  status: 'good' | 'wrong_check' | 'unknown'
}

/** Parses a TAX/EORI code; null when the field is empty. The caller warns about wrong check digits or refuses them. */
export function parseTaxId(text: string): TaxId | null {
  const raw = text.trim()
  const normalised = raw
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\u2010-\u2015-]/g, '')
  if (!normalised) return null
  const matchingRules = rules.filter(rule => rule.shape.test(normalised))
  const verifiedRule = matchingRules.find(rule => rule.hasValidCheckDigits(normalised))
  const kind = (verifiedRule ?? matchingRules[0])?.kind ?? null
  return { raw, normalised, kind, status: verifiedRule ? 'good' : kind ? 'wrong_check' : 'unknown' }
}

/**
 * True when goods may be sent to a country with this code: Norway requires one (R-CHECKOUT-11). Wrong check digits
 * deserve a warning, but must not lose an order.
 */
export function isTaxIdAccepted(taxId: TaxId | null, country: string): boolean {
  if (country !== 'NO') return true
  return taxId !== null
}

interface TaxIdRule {
  kind: TaxIdKind
  shape: RegExp
  hasValidCheckDigits(code: string): boolean
}

const rules: readonly TaxIdRule[] = [
  {
    kind: 'GB VAT',
    shape: /^(?:GB|XI)?(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
    hasValidCheckDigits: checkBritish,
  },
  { kind: 'GB EORI', shape: /^(?:GB|XI)\d{12}(?:\d{3})?$/, hasValidCheckDigits: checkBritish },
  { kind: 'IE VAT', shape: /^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, hasValidCheckDigits: checkIrish },
  // Any nine digits: a first digit other than 8 or 9 is a mistake, not an unknown code.
  { kind: 'NO', shape: /^(?:NO)?\d{9}(?:MVA)?$/, hasValidCheckDigits: checkNorwegian },
]

function checkBritish(code: string): boolean {
  if (/(?:GD|HA)\d{3}$/.test(code)) return true
  const digits = code.replace(/^\D+/, '')
  const remainder = (sumWeighted(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7, 9))) % 97
  // Numbers issued since 2010 are offset by 55.
  return remainder === 0 || (remainder + 55) % 97 === 0
}

function checkIrish(code: string): boolean {
  const body = code.slice(2)
  // The old form '1A23456L' corresponds to '0234561L'.
  const old = !/^\d{7}/.test(body)
  const digits = old ? `0${body.slice(2, 7)}${body[0]}` : body.slice(0, 7)
  const second = old ? '' : body.slice(8)
  const extra = second ? irishLetters.indexOf(second) * 9 : 0
  return irishLetters[(sumWeighted(digits, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === body[7]
}

function checkNorwegian(code: string): boolean {
  const digits = code.replace(/\D/g, '')
  const check = (11 - (sumWeighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return /^[89]/.test(digits) && check === Number(digits[8])
}

function sumWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'
