import type { Db } from '../platform/house.ts'
import { productsOf } from './data.ts'
import type { KeptListing, KeptNumbers } from './kept-listing.ts'
import type { FoundProduct } from './listed.ts'
import {
  type NumberQuestion,
  type NumberRow,
  numbersBeginning,
  numbersWithKeys,
  roundedUp,
} from './number-data.server.ts'

// A company's own prices are asked of the database each time: they are read with the rows.

/** As productsOf(), asking only for what is not kept. */
export async function listedProducts(
  db: Db,
  kept: KeptListing,
  ids: readonly number[],
  companyId: number | null,
): Promise<FoundProduct[]> {
  if (companyId !== null) return productsOf(db, ids, companyId)
  const reading = kept.products.reading()
  const known = ids.map(id => kept.products.get(id))
  const missing = ids.filter((_id, nth) => known[nth] === undefined)
  if (missing.length === 0) return known as FoundProduct[]
  const read = new Map<number, FoundProduct>()
  for (const product of await productsOf(db, missing, null)) {
    kept.products.keep(reading, product.id, product)
    read.set(product.id, product)
  }
  return ids.flatMap((id, nth) => known[nth] ?? read.get(id) ?? [])
}

/** As numbersBeginning(), from what is kept where it was asked before. */
export async function listedNumbers(
  db: Db,
  kept: KeptListing,
  question: NumberQuestion,
): Promise<{ rows: NumberRow[]; isWhole: boolean }> {
  if (question.companyId !== null) return numbersBeginning(db, question)
  const asked = `${question.key} ${roundedUp(question.most)} ${question.zeros.length}`
  return keptOrRead(db, kept, asked, () => numbersBeginning(db, question))
}

/** As numbersWithKeys(), the same way. */
export async function listedWithKeys(
  db: Db,
  kept: KeptListing,
  { key, keys, companyId }: { key: string; keys: readonly string[]; companyId: number | null },
): Promise<NumberRow[]> {
  const read = async () => ({ rows: await numbersWithKeys(db, keys, key, companyId), isWhole: true })
  if (companyId !== null) return (await read()).rows
  return (await keptOrRead(db, kept, `${key} in ${keys.join(' ')}`, read)).rows
}

async function keptOrRead(
  db: Db,
  kept: KeptListing,
  asked: string,
  read: () => Promise<{ rows: NumberRow[]; isWhole: boolean }>,
): Promise<{ rows: NumberRow[]; isWhole: boolean }> {
  const known = kept.numbersOf(asked)
  if (known) return { rows: await withProducts(db, kept, known), isWhole: known.isWhole }
  const [readingNumbers, readingProducts] = [kept.readingNumbers(), kept.products.reading()]
  const { rows, isWhole } = await read()
  kept.keepNumbers(readingNumbers, asked, { list: rows, isWhole })
  for (const row of rows) {
    kept.products.keep(readingProducts, row.id, { ...row, number: null, maker: null })
  }
  return { rows, isWhole }
}

async function withProducts(db: Db, kept: KeptListing, { list }: KeptNumbers): Promise<NumberRow[]> {
  const ids = [...new Set(list.map(({ id }) => id))]
  const products = await listedProducts(db, kept, ids, null)
  const byId = new Map(products.map(product => [product.id, product]))
  return list.flatMap(({ id, number, maker }) => {
    const product = byId.get(id)
    return product ? [{ ...product, number, maker }] : []
  })
}
