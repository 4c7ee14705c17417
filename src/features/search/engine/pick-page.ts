import type { Sort } from '../query/parse-query.ts'
import { type BitSet, clearBit, countBits, hasBit, visitBits } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { QueryMatches } from './match-parts.ts'

export interface PageRequest {
  sort: Sort
  size: number
  page: number
}

/** One page of the matches under the filters (`remaining`), and their total. */
export function pickPage(
  index: CatalogueIndex,
  matches: QueryMatches,
  remaining: BitSet,
  { sort, size, page }: PageRequest,
): { total: number; documents: number[] } {
  const total = remaining === matches.all ? matches.count : countBits(remaining)
  const from = (page - 1) * size
  const documents: number[] = []
  let position = 0
  const pick = (document: number): boolean => {
    if (position++ >= from) documents.push(document)
    return documents.length < size
  }
  if (from < total) {
    if (sort === 'relevance') visitByRelevance(matches, remaining, pick)
    else visitInOrder(index, sort, remaining, pick)
  }
  return { total, documents }
}

function visitByRelevance(
  { numbered, fitting, whole, strong }: QueryMatches,
  remaining: BitSet,
  visit: (document: number) => boolean,
): void {
  let rest = remaining
  for (const documents of [numbered.documents, fitting]) {
    if (documents.length === 0) continue
    if (rest === remaining) rest = remaining.slice()
    for (const document of documents) {
      if (!hasBit(rest, document)) continue
      clearBit(rest, document)
      if (!visit(document)) return
    }
  }
  const isEqual = whole === strong
  if (!visitBits(rest, whole, false, visit)) return
  if (!isEqual) {
    if (rest === remaining) rest = remaining.slice()
    for (let i = 0; i < rest.length; i++) rest[i]! &= ~whole[i]!
    if (!visitBits(rest, strong, false, visit)) return
  }
  visitBits(rest, strong, true, visit)
}

function visitInOrder(
  { byPrice, numbers }: CatalogueIndex,
  sort: Exclude<Sort, 'relevance'>,
  remaining: BitSet,
  visit: (document: number) => boolean,
): void {
  const order = sort === 'code' ? numbers.listDocumentsByCode() : byPrice
  for (let i = 0; i < order.length; i++) {
    const document = order[sort === 'price-down' ? order.length - 1 - i : i]!
    if (hasBit(remaining, document) && !visit(document)) return
  }
}
