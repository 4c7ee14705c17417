/**
 * Opayo's back end uses ISO-8859-1. Characters of latin-1 stay (José, Ærø), others are transliterated (Łukasz → Lukasz,
 * Tŷ → Ty), and those without a transliteration are left out. The result has printable characters only: no control
 * characters, no line breaks.
 */
export function toLatin1(text: string): string {
  return [...text.normalize('NFC')].map(transliterate).join('')
}

/** True when every character is one latin-1 byte. */
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
