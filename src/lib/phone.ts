import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface Phone {
  /** As typed, with white space normalised: this is shown to people. */
  typed: string
  /** '+441134960000', or null when the country's numbering plan does not recognise it. */
  e164: string | null
}

/**
 * Parses a telephone number as people write it (spaces, brackets, dots, '+44 (0)113 …', 'ext 12') by the numbering plan
 * of the address's country; null when it cannot be one. A number that the plan does not recognise is accepted when it
 * has 6 to 15 digits. The plans are large (80 KB): only the server may import this file.
 */
export function parsePhone(text: string, country: string): Phone | null {
  const typed = text.trim().replace(/\s+/g, ' ')
  if (typed.length > phoneMaxLength || !phonePattern.test(typed)) return null
  const parsed = parsePhoneNumberFromString(typed, toSupportedCountry(country))
  const e164 = parsed?.isPossible() ? parsed.number : null
  const digits = typed.replace(/[^0-9]/g, '').length
  return e164 || (digits >= 6 && digits <= 15) ? { typed, e164 } : null
}

/** For a field with a maximum length (the card provider's is 20): as typed if it fits, else E.164, else digits. */
export function shortenPhone(phone: Phone, maxLength: number): string {
  if (phone.typed.length <= maxLength) return phone.typed
  return (phone.e164 ?? phone.typed.replace(/[^0-9+]/g, '')).slice(0, maxLength)
}

function toSupportedCountry(country: string): CountryCode {
  return isSupportedCountry(country) ? country : 'GB'
}

export const phoneMaxLength = 40

// Digits with the usual separators, and an extension at the end.
const phonePattern = /^[0-9+(][0-9 ()./+\u2010-\u2015-]*(?:(?:ext\.?|extension|x|#) ?[0-9]{1,7})?$/i
