import type { Sort } from '../query/parse-query.ts'
import { type BitSet, clearBit, countBits, hasBit, visitBits } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { QueryMatches } from './match-query.ts'

export interface PageRequest {
  sort: Sort
  size: number
  /** From 1. */
  page: number
}

/** One page of the matches that filters leave: documents in order, and how many there are in all. */
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
  { numbered, strong }: QueryMatches,
  remaining: BitSet,
  visit: (document: number) => boolean,
): void {
  let others = remaining
  if (numbered.documents.length > 0) {
    others = remaining.slice()
    for (const document of numbered.documents) {
      if (!hasBit(others, document)) continue
      clearBit(others, document)
      if (!visit(document)) return
    }
  }
  if (visitBits(others, strong, false, visit)) visitBits(others, strong, true, visit)
}

function visitInOrder(
  { byPrice, numbers }: CatalogueIndex,
  sort: Exclude<Sort, 'relevance'>,
  remaining: BitSet,
  visit: (document: number) => boolean,
): void {
  const order = sort === 'code' ? numbers.getCodeOrder() : byPrice
  for (let i = 0; i < order.length; i++) {
    const document = order[sort === 'price-down' ? order.length - 1 - i : i]!
    if (hasBit(remaining, document) && !visit(document)) return
  }
}
