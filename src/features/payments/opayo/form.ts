import type { Result } from '../../../lib/result.ts'
import { isLatin1 } from './latin1.ts'

/** Field names and values as Opayo sends and takes them. */
export type Fields = Readonly<Record<string, string>>

export type ParsedFields = Result<{ fields: Fields }, 'malformed' | 'repeated_key'>

/**
 * Fields → `application/x-www-form-urlencoded`, one %XX for each latin-1 byte.
 * Throws RangeError for a character outside latin-1: values are converted by `toLatin1` before.
 */
export function encodeForm(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .join('&')
}

/**
 * A form body, read as latin-1 text, → its fields, decoded exactly once and not trimmed: both would break the signature.
 * A repeated key is refused, because it is unknown which of the two values was signed.
 */
export function parseForm(body: string): ParsedFields {
  if (!isLatin1(body)) return { ok: false, reason: 'malformed' }
  const pairs: [string, string][] = []
  for (const part of body.split('&')) {
    if (part === '') continue
    const split = part.indexOf('=')
    const name = decodePart(split < 0 ? part : part.slice(0, split))
    const value = split < 0 ? '' : decodePart(part.slice(split + 1))
    if (name === null || value === null) return { ok: false, reason: 'malformed' }
    pairs.push([name, value])
  }
  return collectFields(pairs)
}

/** An answer of `Name=Value` lines → its fields. Only the first `=` of a line separates: values may contain more. */
export function parseAnswer(text: string): ParsedFields {
  const pairs: [string, string][] = []
  for (const line of text.split(/\r\n|\n/)) {
    if (line === '') continue
    const split = line.indexOf('=')
    if (split < 1) return { ok: false, reason: 'malformed' }
    pairs.push([line.slice(0, split), line.slice(split + 1)])
  }
  return pairs.length === 0 ? { ok: false, reason: 'malformed' } : collectFields(pairs)
}

function collectFields(pairs: readonly [string, string][]): ParsedFields {
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) return { ok: false, reason: 'repeated_key' }
  return { ok: true, fields: Object.fromEntries(pairs) }
}

function encodePart(text: string): string {
  if (!isLatin1(text)) throw new RangeError('a form field for Opayo must be latin-1')
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
