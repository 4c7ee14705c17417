import { toPlainText } from '../text.ts'

const maxLength = 60
const minDigits = 6
// E.164 has 15; '0044 (0)113 …' has three more.
const maxDigits = 20

const separator = /[/\\,;|&]|\b(?:or|and)\b/i

/**
 * Lenient: people write numbers with spaces, brackets, '+44 (0)' and extensions, and two numbers in one field
 * ('01234 567890 / 07700 900123').
 */
export function isPhone(text: string): boolean {
  const plain = toPlainText(text)
  return (
    plain.length <= maxLength &&
    /^[0-9+(][0-9 ()./\\,;|&:+=x#a-z-]*$/i.test(plain) &&
    plain.split(separator).every(part => countDigits(part) <= maxDigits) &&
    countDigits(parseFirstNumber(plain).number) >= minDigits
  )
}

/**
 * The address of a link that dials a number as people write it, of two the first: '+44 (0)113 496 0000 ext. 12' →
 * 'tel:+441134960000;ext=12'. `country`: of a number without a country's code. A number whose length does not fit it is
 * dialled as it was typed.
 */
export function toTelephoneUrl(text: string, country = 'GB'): string {
  const { number, extension } = parseFirstNumber(toPlainText(text))
  return `tel:${toDialledNumber(number, country)}${extension && `;ext=${extension}`}`
}

/** The first number of a field as it was typed, without its extension. */
export const getFirstNumber = (text: string): string => parseFirstNumber(toPlainText(text)).number

interface TypedNumber {
  number: string
  /** '': none. */
  extension: string
}

function parseFirstNumber(plain: string): TypedNumber {
  const text = plain.replace(/^[^\d+(]+/, '')
  const numbers = /^(?:[\d +().\\/,;|&-]|\b(?:or|and)\b)*/i.exec(text)![0]
  const [first = '', ...parts] = numbers.split(separator)
  let number = first
  for (const part of parts) {
    if (isAnotherNumber(number, part)) return { number: number.trim(), extension: '' }
    number += part
  }
  const [, extension = ''] =
    /^(?:extension|extn|ext|x|#)[ .:=#]*(\d{1,6})/i.exec(text.slice(numbers.length)) ?? []
  return { number: number.replace(/[\s(]+$/, ''), extension }
}

/** '0113/496 0000' is one number; the '1' of '0113 496 0000/1' is the last digit of another. */
function isAnotherNumber(number: string, next: string): boolean {
  const count = countDigits(next)
  return count > 0 && (countDigits(number) >= 9 || (countDigits(number) >= minDigits && count >= minDigits))
}

function toDialledNumber(number: string, country: string): string {
  const international = /^[(\s]*(?:\+\s*(?:00)?|00)\s*([1-9].*)$/.exec(number)?.[1]
  if (international !== undefined) return `+${removeTrunkZero(international)}`
  const digits = number.replace(/\D/g, '')
  const { code, trunk, national } = plans.get(country) ?? british
  if (national.test(digits)) return `+${code}${digits.slice(trunk.length)}`
  // '44 113 496 0000' without the plus sign.
  const withCode = digits.startsWith(code) ? removeTrunkZero(number) : ''
  return national.test(trunk + withCode.slice(code.length)) ? `+${withCode}` : digits
}

/** '44 (0)113 496 0000' and '44 0113 496 0000' → '441134960000'. Italian numbers keep their zero. */
const removeTrunkZero = (international: string): string =>
  international
    .replace(/\(\s*0\s*\)/, '')
    .replace(/\D/g, '')
    .replace(/^(44|353)0/, '$1')

interface NumberingPlan {
  code: string
  /** Dialled before the number within the country. */
  trunk: '0' | ''
  /** A national number with its trunk prefix. */
  national: RegExp
}

const british: NumberingPlan = { code: '44', trunk: '0', national: /^0(?:[1-9]\d{9}|1\d{8}|[58]00\d{6})$/ }
const plans: ReadonlyMap<string, NumberingPlan> = new Map([
  ['GB', british],
  ['JE', british],
  ['GG', british],
  ['IM', british],
  ['IE', { code: '353', trunk: '0', national: /^0\d{7,9}$/ }],
  ['NO', { code: '47', trunk: '', national: /^[2-9]\d{7}$/ }],
])

const countDigits = (text: string): number => text.replace(/\D/g, '').length
