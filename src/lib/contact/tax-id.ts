/** A TAX/EORI code or VAT number in upper case, without spaces, dots and hyphens; '' when the field is empty. */
export const normaliseTaxId = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\u2010-\u2015-]/g, '')

/**
 * True when goods may be sent to a country with this code as typed: Norway requires one (R-CHECKOUT-11). A wrong code must
 * not lose an order, so nothing else is checked.
 */
export const isTaxIdAccepted = (text: string, country: string): boolean =>
  country !== 'NO' || normaliseTaxId(text) !== ''

/** 'form': not a VAT number of Great Britain, Northern Ireland or the European Union. Of others the check digits are unknown. */
export type VatNumberFault = 'form' | 'check_digits'

/** A VAT number with the letters of its country, or what is wrong with it. An empty text is '' without a fault. */
export function parseVatNumber(text: string): { number: string; fault: VatNumberFault | null } {
  const normalised = normaliseTaxId(text)
  if (!normalised) return { number: '', fault: null }
  const number = /^\d/.test(normalised) ? `GB${normalised}` : normalised
  const [, country = '', code = ''] = /^([A-Z]{2})(.*)$/.exec(number) ?? []
  const isBritish = ['GB', 'XI'].includes(country)
  const form = isBritish ? /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/ : europeanForms[country]
  if (!form?.test(code)) return { number, fault: 'form' }
  const isWrong = isBritish ? !checkBritish(number) : country === 'IE' && !checkIrish(number)
  return { number, fault: isWrong ? 'check_digits' : null }
}

/** An EORI without blanks, whether or not it is one by its form. An empty text is '' and counts as one. */
export function parseEori(text: string): { eori: string; isValid: boolean } {
  const eori = normaliseTaxId(text)
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

function sumWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'
