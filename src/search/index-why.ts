import { hasBit, type Posting } from './bits.ts'
import { type CatalogueIndex, type IndexedMake, placeOf } from './catalogue-index.ts'
import { type Found, fits, type Hint } from './listed.ts'
import type { ReadQuery } from './query.ts'

/** Why words found a product, where more is to be said than that it has them: it fits a make, it has these sizes. */
export function whyFound(
  index: CatalogueIndex,
  { tokens, measures }: ReadQuery,
): (found: Found) => Hint | null {
  const makes = tokens
    .flatMap(word => makesOfWord(index, word))
    .filter(({ words }) => words.every(word => tokens.includes(word)))
  const isShape = measures.sizes.length > 0 || measures.threads.length > 0
  return found => {
    const doc = index.docOf[found.id] ?? -1
    const make = doc < 0 ? undefined : makes.find(({ posting }) => isIn(posting, doc))
    if (make) return { name: fits, value: make.name }
    return isShape && found.details !== '' ? { name: 'dimensions', value: found.details } : null
  }
}

function makesOfWord({ vocabulary, entries, makes }: CatalogueIndex, word: string): IndexedMake[] {
  const place = placeOf(vocabulary.length, at => vocabulary[at]!, word)
  return vocabulary[place] === word ? entries[place]!.makes.map(make => makes[make]!) : []
}

function isIn({ docs, bits }: Posting, doc: number): boolean {
  return bits ? hasBit(bits, doc) : docs.includes(doc)
}
