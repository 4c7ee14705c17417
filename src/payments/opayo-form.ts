import { isLatin1 } from './latin1.ts'

/** Field names and values as the card gateway sends and takes them. */
export type Fields = Readonly<Record<string, string>>

export type ReadFields = { ok: true; fields: Fields } | { ok: false; why: 'malformed' | 'repeated_key' }

/**
 * Fields → `application/x-www-form-urlencoded`, one %XX for each latin-1 byte.
 * Throws RangeError for a character outside latin-1: whoever builds the fields spells them first (`toLatin1`).
 */
export function encodeForm(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .join('&')
}

/**
 * A form body, read as latin-1 text, → its fields, decoded exactly once and never trimmed: both would break
 * the signature. A repeated key is refused, for nobody can say which of the two was signed.
 */
export function decodeForm(body: string): ReadFields {
  if (!isLatin1(body)) return { ok: false, why: 'malformed' }
  const pairs: [string, string][] = []
  for (const part of body.split('&')) {
    if (part === '') continue
    const split = part.indexOf('=')
    const name = decodePart(split < 0 ? part : part.slice(0, split))
    const value = split < 0 ? '' : decodePart(part.slice(split + 1))
    if (name === null || value === null) return { ok: false, why: 'malformed' }
    pairs.push([name, value])
  }
  return gather(pairs)
}

/** An answer of `Name=Value` lines → its fields. Only the first `=` of a line divides: values contain more. */
export function parseAnswer(text: string): ReadFields {
  const pairs: [string, string][] = []
  for (const line of text.split(/\r\n|\n/)) {
    if (line === '') continue
    const split = line.indexOf('=')
    if (split < 1) return { ok: false, why: 'malformed' }
    pairs.push([line.slice(0, split), line.slice(split + 1)])
  }
  return pairs.length === 0 ? { ok: false, why: 'malformed' } : gather(pairs)
}

function gather(pairs: readonly [string, string][]): ReadFields {
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) return { ok: false, why: 'repeated_key' }
  return { ok: true, fields: Object.fromEntries(pairs) }
}

function encodePart(text: string): string {
  if (!isLatin1(text)) throw new RangeError('a form field for the card gateway must be latin-1')
  return text.replace(/[^A-Za-z0-9._-]/g, character =>
    character === ' ' ? '+' : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

function decodePart(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  return text
    .replaceAll('+', ' ')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
