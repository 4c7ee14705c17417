import { toUnicode } from 'punycode/punycode.es6.js'
import { toPlainEmail } from './email.ts'

/**
 * The form that is stored and compared: plain characters in lower case, the domain in Unicode, so that
 * 'x@xn--bcher-kva.example' and 'x@Bücher.example' are one address.
 */
export function normaliseEmail(text: string): string {
  return mapDomain(toPlainEmail(text), toUnicodeDomain)
}

/** The form for systems that know ASCII alone: 'x@bücher.example' → 'x@xn--bcher-kva.example'. */
export const toAsciiEmail = (text: string): string => mapDomain(normaliseEmail(text), toAsciiDomain)

/**
 * Every form in which an address may be stored, as typed first: earlier releases stored domains as they were typed, so
 * that both forms of one may have an account of their own.
 */
export function listEmailForms(text: string): string[] {
  const email = normaliseEmail(text)
  return [...new Set([toPlainEmail(text), email, toAsciiEmail(email)])]
}

function mapDomain(email: string, map: (domain: string) => string): string {
  const at = email.search(/@[^@]*$/) + 1
  const domain = email.slice(at)
  const isInternational = at > 0 && /[^\x20-\x7e]|xn--/.test(domain) && !/[\s/?#@:%[\]\\]/.test(domain)
  if (!isInternational) return email
  try {
    return email.slice(0, at) + map(domain)
  } catch {
    // No domain at all, which `isEmail` decides.
    return email
  }
}

/** Throws when the Unicode form is that of another domain or of none, or has signs that `isEmail` refuses, such as emoji. */
function toUnicodeDomain(domain: string): string {
  const ascii = toAsciiDomain(domain)
  const unicode = toUnicode(ascii)
  if (toAsciiDomain(unicode) !== ascii || /[^\p{L}\p{M}\p{N}.-]/u.test(unicode))
    throw new RangeError('no international domain')
  return unicode
}

const toAsciiDomain = (domain: string): string => new URL(`http://${domain}`).hostname
