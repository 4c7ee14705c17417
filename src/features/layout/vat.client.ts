/** Which price leads, as the root of the page says it: `<html data-vat="inc">`. */
const root = () => document.documentElement

const yearSeconds = 31_536_000

/** The other price leads from now on: here at once, and on every page for a year. */
export function turnVat(): void {
  const first = root().dataset.vat === 'inc' ? 'ex' : 'inc'
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store yet
  document.cookie = `vat=${first}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
  showVat()
}

/** Brings the page in line with what was chosen; it may have been made, or kept, before. */
export function showVat(): void {
  if (/(?:^|;\s*)vat=inc(?:;|$)/.test(document.cookie)) root().dataset.vat = 'inc'
  else delete root().dataset.vat
}
