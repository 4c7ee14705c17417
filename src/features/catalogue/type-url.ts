/** All products of one type, as search results. */
export function toTypeUrl(type: string): string {
  return `/search?query=&filters=${encodeURIComponent(JSON.stringify({ type: [type] }))}`
}

/** 'Oil filter, spin-on' → 'Oil filters, spin-on' */
export function pluralizeType(type: string): string {
  return type.replace(/^[^,(]*\p{L}(?=\s*(?:[,(]|$))/u, noun => (noun.endsWith('s') ? noun : `${noun}s`))
}
