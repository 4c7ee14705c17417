import type { Db } from '../platform/house.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { KeptIds } from './kept-ids.ts'
import { type NumberRow, numbersBeginning, productsHolding } from './number-data.server.ts'
import { hasNumber, isBeginning, productsBeginning } from './number-index.ts'
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

const fewestRows = 20
const shortestWithin = 3
/** Fewer products than a page: then numbers that hold the key are looked for too. */
export const fewProducts = 10

/** `wantsRows`: the first numbers with their products are worth a question of their own. */
export async function lookUpNumbers(
  db: Db,
  index: CatalogueIndex,
  held: KeptIds,
  { query: { key, looksLikeCode }, size, codes, companyId }: Question,
  wantsRows: boolean,
): Promise<Numbers> {
  if (key === '') return noNumbers
  const exact = otherZeros(key)
  const isKnown = isBeginning(index.numbers, key) || exact.some(other => isBeginning(index.numbers, other))
  // Words are no number unless one begins so. What is written like a number may be newer than the index.
  if (!isKnown && !looksLikeCode) return noNumbers
  const most = Math.max(fewestRows, 2 * size, codes)
  const rows = wantsRows ? await numbersBeginning(db, { key, companyId, most }) : []
  const isWhole = wantsRows && rows.length < most
  const highestId = index.docOf.length - 1
  const ids = isWhole
    ? [...new Set(rows.map(row => row.id))]
    : productsBeginning(index.numbers, key, exact, highestId)
  const found = wantsRows
    ? rows.some(({ number }) => isSameNumber(number, key))
    : [key, ...exact].some(one => hasNumber(index.numbers, one))
  const mayBeWithin = !found && looksLikeCode && key.length >= shortestWithin && ids.length < fewProducts
  if (!mayBeWithin) return { rows, ids, isExact: found, isWithin: false }
  const within = await held.get(key, () => productsHolding(db, key))
  const isWithin = within.length > ids.length
  return { rows, ids: isWithin ? within : ids, isExact: false, isWithin }
}
