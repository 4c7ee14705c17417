/** All products of one type, as search results. */
export function toTypeUrl(type: string): string {
  return `/search?query=&filters=${encodeURIComponent(JSON.stringify({ type: [type] }))}`
}
