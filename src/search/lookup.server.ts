import type { Db } from '../platform/house.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { KeptIds } from './kept-ids.ts'
import { type NumberRow, numbersBeginning, productsHolding } from './number-data.server.ts'
import { hasNumber, isBeginning, numbersFor, productsBeginning } from './number-index.ts'
import { isSameNumber, otherZeros } from './query.ts'
import type { Question } from './question.ts'

/** What was found by number. */
export interface Numbers {
  /** The first numbers, each with its product; empty when they were not asked for. */
  rows: NumberRow[]
  /** All products, the very number's first, then what begins so, then what holds it. */
  ids: ArrayLike<number>
  isExact: boolean
  /** `ids` has products that `rows` knows nothing of: numbers that hold the key. */
  isWithin: boolean
}

export const noNumbers: Numbers = { rows: [], ids: [], isExact: false, isWithin: false }

const shortestWithin = 3
/** Fewer products than a page: then numbers that hold the key are looked for too. */
export const fewProducts = 10

/** `wantsRows`: the first numbers with their products are worth a question of their own. */
export async function lookUpNumbers(
  db: Db,
  index: CatalogueIndex,
  held: KeptIds,
  { query: { key, looksLikeCode }, products, size, codes, companyId }: Question,
  wantsRows: boolean,
): Promise<Numbers> {
  if (key === '') return noNumbers
  const zeros = otherZeros(key).filter(other => hasNumber(index.numbers, other))
  const isKnown = zeros.length > 0 || isBeginning(index.numbers, key)
  // Words are no number unless one begins so. What is written like a number may be newer than the index.
  if (!isKnown && !looksLikeCode) return noNumbers
  const most = Math.max(products ? numbersFor(index.numbers, key, size) : 1, codes)
  const { rows, isWhole } = wantsRows
    ? await numbersBeginning(db, { key, zeros, companyId, most })
    : { rows: [], isWhole: false }
  const ids = isWhole
    ? [...new Set(rows.map(row => row.id))]
    : held.getNow(key, () => productsBeginning(index.numbers, key, zeros, index.docOf.length - 1))
  const found = wantsRows
    ? rows[0] !== undefined && isSameNumber(rows[0].number, key)
    : zeros.length > 0 || hasNumber(index.numbers, key)
  const mayBeWithin = !found && looksLikeCode && key.length >= shortestWithin && ids.length < fewProducts
  if (!mayBeWithin) return { rows, ids, isExact: found, isWithin: false }
  const within = await held.get(`${key} within`, () => productsHolding(db, key))
  const isWithin = within.length > ids.length
  return { rows, ids: isWithin ? within : ids, isExact: false, isWithin }
}
