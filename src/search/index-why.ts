import { hasBit, type Posting } from './bits.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { type Found, fits, type Hint } from './listed.ts'
import type { ReadQuery } from './query.ts'

/** Why words found it, where more can be said than that it has them: it fits a make's machines, it has these sizes. */
export function whyFound(index: CatalogueIndex, { tokens, measures }: ReadQuery, found: Found): Hint | null {
  const doc = index.docOf[found.id] ?? -1
  if (doc < 0) return null
  const make = index.makes.find(
    ({ words, posting }) =>
      words.length > 0 && words.every(word => tokens.includes(word)) && isIn(posting, doc),
  )
  if (make) return { name: fits, value: make.name }
  const isShape = measures.sizes.length > 0 || measures.threads.length > 0
  return isShape && found.details !== '' ? { name: 'dimensions', value: found.details } : null
}

function isIn({ docs, bits }: Posting, doc: number): boolean {
  return bits ? hasBit(bits, doc) : docs.includes(doc)
}
