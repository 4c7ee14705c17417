import type { House } from '../platform/house.ts'
import { KeptAnswers } from '../platform/kept-answers.ts'
import { type FoundProduct, findProducts, type Hits, type ProductQuestion, productsOf } from './data.ts'
import { type FoundNumber, findByNumber, findCodes } from './number-data.server.ts'

export interface Found {
  total: number
  list: FoundProduct[]
  /** Empty unless codes were asked for. */
  codes: FoundNumber[]
}

// As old as a kept page of results may be.
const keptMs = 10_000

/**
 * Finds products, and up to `mostCodes` numbers, with as few round trips as the question allows: the very number
 * answers at once; which products words find is kept for seconds, their prices and stock never are.
 */
export function makeFinding({
  db,
  now,
}: House): (question: ProductQuestion, mostCodes: number) => Promise<Found> {
  const kept = new KeptAnswers<Hits>()

  const byWords = async (question: ProductQuestion): Promise<{ total: number; list: FoundProduct[] }> => {
    // What can be bought changes with every order.
    if (question.buyable) return findProducts(db, question)
    let fresh: { total: number; list: FoundProduct[] } | null = null
    const nowMs = now().getTime()
    const hits = await kept.get(keyOf(question, nowMs), nowMs, async () => {
      fresh = await findProducts(db, question)
      return hitsOf(fresh)
    })
    return fresh ?? { total: hits.total, list: await productsOf(db, hits, question.companyId) }
  }

  return async (question, mostCodes) => {
    if (/\d/.test(question.query.key)) {
      const numbers = await findByNumber(db, question, mostCodes)
      if (numbers.exact) return numbers
      return { ...(await byWords(question)), codes: numbers.codes }
    }
    const [products, codes] = await Promise.all([
      byWords(question),
      findCodes(db, question.query, mostCodes, question.buyable),
    ])
    return { ...products, codes }
  }
}

// Whose prices are shown does not change what is found.
function keyOf({ query, filters, size, page }: ProductQuestion, nowMs: number): string {
  return JSON.stringify([Math.floor(nowMs / keptMs), query.text, filters, size, page])
}

function hitsOf({ total, list }: { total: number; list: FoundProduct[] }): Hits {
  return { total, list: list.map(({ id, maker, number }) => ({ id, maker, number })) }
}
