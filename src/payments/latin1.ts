/**
 * The card gateway's back end speaks ISO-8859-1. What fits stays as it is (José, Ærø), what does not is spelt
 * with letters that do (Łukasz → Lukasz, Tŷ → Ty), and what has no such spelling is left out.
 * The result holds printable latin-1 characters only: no controls, no line breaks.
 */
export function toLatin1(text: string): string {
  return [...text.normalize('NFC')].map(spell).join('')
}

/** True when every character is one latin-1 byte. */
export function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false
  return true
}

/** At most `max` characters, without half a word at the end where that costs no more than a third. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  if (text[max] === ' ') return head.trimEnd()
  const lastSpace = head.lastIndexOf(' ')
  return (lastSpace >= (max * 2) / 3 ? head.slice(0, lastSpace) : head).trimEnd()
}

function spell(character: string): string {
  if (isPrintable(character)) return character
  const known = spelt[character]
  if (known !== undefined) return known
  if (/^[\s\p{Cc}]$/u.test(character)) return ' '
  return [...character.normalize('NFKD')]
    .map(part => spelt[part] ?? part)
    .filter(part => [...part].every(isPrintable))
    .join('')
}

function isPrintable(character: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(character)
}

// What Unicode does not take apart by itself, and the typography that phones and word processors put in.
const spelt: Readonly<Record<string, string>> = {
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
