/** 'Oil filter, spin-on' → 'Oil filters, spin-on' */
export function pluralizeType(type: string): string {
  return type.replace(/^[^,(]*\p{L}(?=\s*(?:[,(]|$))/u, noun => (noun.endsWith('s') ? noun : `${noun}s`))
}
