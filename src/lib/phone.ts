import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface Phone {
  /** What was typed, trimmed, white space tidied: that is what people read. */
  typed: string
  /** '+441134960000' when it can be told, else null. */
  e164: string | null
}

/**
 * A telephone number as people write it (spaces, brackets, dots, '+44 (0)113 …', 'ext 12'), read in the country of
 * the address; null when it can't be one. Lenient: a number we can't place is kept when it has 6 to 15 digits.
 * The number plans are heavy (80 KB); let only the server import this file.
 */
export function parsePhone(text: string, country: string): Phone | null {
  const typed = text.trim().replace(/\s+/g, ' ')
  if (typed.length > phoneMaxLength || !phoneShape.test(typed)) return null
  const parsed = parsePhoneNumberFromString(typed, region(country))
  const e164 = parsed?.isPossible() ? parsed.number : null
  const digits = typed.replace(/[^0-9]/g, '').length
  return e164 || (digits >= 6 && digits <= 15) ? { typed, e164 } : null
}

/** For a field of at most so many characters (the card gateway's is 20): typed if it fits, else E.164, else digits. */
export function shortenPhone(phone: Phone, maxLength: number): string {
  if (phone.typed.length <= maxLength) return phone.typed
  return (phone.e164 ?? phone.typed.replace(/[^0-9+]/g, '')).slice(0, maxLength)
}

function region(country: string): CountryCode {
  return isSupportedCountry(country) ? country : 'GB'
}

export const phoneMaxLength = 40

// Digits and what people put between them, and an extension at the end.
const phoneShape = /^[0-9+(][0-9 ()./+\u2010-\u2015-]*(?:(?:ext\.?|extension|x|#) ?[0-9]{1,7})?$/i
