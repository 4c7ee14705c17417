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

/** 'form': not a VAT number of Great Britain, Northern Ireland or the European Union. Of others the check digits are unknown. */
export type VatNumberFault = 'form' | 'check_digits'

/** A VAT number with the letters of its country, or what is wrong with it. An empty text is '' without a fault. */
export function parseVatNumber(text: string): { number: string; fault: VatNumberFault | null } {
  const taxId = parseTaxId(text)
  if (!taxId) return { number: '', fault: null }
  const number = /^\d/.test(taxId.normalised) ? `GB${taxId.normalised}` : taxId.normalised
  const [, country = '', code = ''] = /^([A-Z]{2})(.*)$/.exec(number) ?? []
  const isBritish = ['GB', 'XI'].includes(country)
  const form = isBritish ? /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/ : europeanForms[country]
  if (!form?.test(code)) return { number, fault: 'form' }
  const isWrong = isBritish ? !checkBritish(number) : country === 'IE' && !checkIrish(number)
  return { number, fault: isWrong ? 'check_digits' : null }
}

/** An EORI without blanks, whether or not it is one by its form. An empty text is '' and counts as one. */
export function parseEori(text: string): { eori: string; isValid: boolean } {
  const eori = parseTaxId(text)?.normalised ?? ''
  const country = eori.slice(0, 2)
  const isBritish = ['GB', 'XI'].includes(country)
  const isValid = isBritish
    ? /^..\d{12}(?:\d{3})?$/.test(eori) && checkBritish(eori)
    : eori === '' || (country in europeanForms && /^..[A-Z0-9]{1,15}$/.test(eori))
  return { eori, isValid }
}

/** Of the European Union, after the letters of the country. */
const europeanForms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
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
