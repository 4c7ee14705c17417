import type { Result } from '../../../lib/result.ts'

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

/**
 * Opayo's back end uses ISO-8859-1. Characters of latin-1 stay (José, Ærø), others are transliterated (Łukasz → Lukasz,
 * Tŷ → Ty), and those without a transliteration are left out. The result has printable characters only: no control
 * characters, no line breaks.
 */
export function toLatin1(text: string): string {
  return [...text.normalize('NFC')].map(transliterate).join('')
}

export function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false
  return true
}

/** At most `max` characters; ends at a word boundary where that costs no more than a third. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  if (text[max] === ' ') return head.trimEnd()
  const lastSpace = head.lastIndexOf(' ')
  return (lastSpace >= (max * 2) / 3 ? head.slice(0, lastSpace) : head).trimEnd()
}

function transliterate(character: string): string {
  if (isPrintable(character)) return character
  const replacement = replacements[character]
  if (replacement !== undefined) return replacement
  if (/^[\s\p{Cc}]$/u.test(character)) return ' '
  return [...character.normalize('NFKD')]
    .map(part => replacements[part] ?? part)
    .filter(part => [...part].every(isPrintable))
    .join('')
}

function isPrintable(character: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(character)
}

// Characters that Unicode does not decompose, and the typography of phones and word processors.
const replacements: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '€': 'EUR',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Œ: 'OE',
  œ: 'oe',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
  ẞ: 'SS',
}
