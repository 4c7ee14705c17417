import { foldAccents } from '../../../lib/fold-accents.ts'

/** The words of a text, the same for the catalogue and for queries: lower case, no accents, '1,000' is 1000. */
export function tokenize(text: string): string[] {
  return (foldAccents(text).match(/\p{N}+(?:[.,]\p{N}+)+(?!\p{L})|[\p{L}\p{N}]+/gu) ?? []).map(
    normalizeNumber,
  )
}

// '1,000' is a thousand and '93,5' a decimal comma.
function normalizeNumber(token: string): string {
  if (!token.includes(',')) return token
  return /^\d{1,3}(?:,\d{3})+$/.test(token) ? token.replaceAll(',', '') : token.replace(',', '.')
}

/** 'filters' → 'filter', 'assemblies' → 'assembly'; null when the word is no plural. */
export function toSingular(word: string): string | null {
  if (word.length < 4 || /\d/.test(word)) return null
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word)) return null
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : null
}
