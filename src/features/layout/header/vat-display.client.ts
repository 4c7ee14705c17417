// The root element says which price comes first: `<html data-vat="inc">`.
const getRoot = () => document.documentElement

const yearSeconds = 31_536_000

/** Puts the other price first, in this page at once and by a cookie on every page for a year. */
export function switchVat(): void {
  const first = getRoot().dataset.vat === 'inc' ? 'ex' : 'inc'
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store yet
  document.cookie = `vat=${first}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
  applyVatChoice()
}

/** Applies the choice in the cookie: the page may have been rendered or cached before it. */
export function applyVatChoice(): void {
  if (/(?:^|;\s*)vat=inc(?:;|$)/.test(document.cookie)) getRoot().dataset.vat = 'inc'
  else delete getRoot().dataset.vat
}
