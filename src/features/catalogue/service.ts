import type { Db } from '../../infra/app-context.ts'
import type { CatalogueExamples } from './messages.ts'
import { findExampleRow, listMakeLinks, listTypeLinks } from './queries.ts'

export { listBelowCost, selectAvailabilityRank, selectEquivalents } from './queries.ts'

const maxMakes = 30

/** Links to the product types and to the makes with most variants, for visitors without a part number. */
export async function listCatalogueLinks(db: Db) {
  const [types, makes] = await Promise.all([listTypeLinks(db), listMakeLinks(db, maxMakes)])
  return { types, makes }
}

/** Examples for the hints of the search; null: the catalogue is empty. */
export async function findCatalogueExamples(db: Db): Promise<CatalogueExamples | null> {
  const row = await findExampleRow(db)
  if (!row) return null
  const { productCode, make, numbers } = row
  const type = row.type?.toLowerCase() ?? null
  const [first] = numbers
  const words = [type, make].filter(word => word !== null).join(' ')
  return {
    numbers: first ? [first.key, ...numbers.slice(1).map(({ key }) => key), productCode] : [productCode],
    written: first?.written ?? productCode,
    machine: make !== null && type !== null ? `${make} ${type}` : null,
    descriptions: words === '' ? null : `“${words}”`,
  }
}
