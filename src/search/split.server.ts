import type { Db } from '../platform/house.ts'
import { hasBit } from './bits.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { wordsFound } from './index-words.ts'
import { makersOf } from './number-data.server.ts'
import type { ReadQuery } from './query.ts'
import { tokensOf } from './tokens.ts'

// Of a number that more than so many have the beginning of, words say too little.
const mostNumbers = 2000

/**
 * 'donaldson p551712', 'jcb oil filter 32/925346': products of numbers that begin so, where every other word is the
 * number's maker or speaks of the product. In the order of the numbers.
 */
export async function splitFound(db: Db, index: CatalogueIndex, { split }: ReadQuery): Promise<number[]> {
  if (!split) return []
  const { key, words } = split
  const numbers = await makersOf(db, key, mostNumbers)
  if (numbers.length >= mostNumbers) return []
  const spoken = new Map<string, ReturnType<typeof wordsFound>>()
  const ids = new Set<number>()
  for (const { productId, maker } of numbers) {
    const names = tokensOf(maker)
    const left = words.filter(word => !names.some(name => name.startsWith(word)))
    if (left.length === 0) {
      ids.add(productId)
      continue
    }
    const told = left.join(' ')
    if (!spoken.has(told)) spoken.set(told, wordsFound(index, left))
    const doc = index.docOf[productId] ?? -1
    const found = spoken.get(told)
    if (doc >= 0 && found && hasBit(found.all, doc)) ids.add(productId)
  }
  return [...ids]
}
