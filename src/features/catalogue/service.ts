import type { Db } from '../../infra/app-context.ts'
import { countProductsByType, countVariantsByMake } from './queries.ts'
import { toTypeUrl } from './type-url.ts'

export interface CatalogueLink {
  name: string
  url: string
  count: number
}

const maxMakes = 30

/** Links to the product types and to the makes with most variants, for visitors without a part number. */
export async function listCatalogueLinks(
  db: Db,
): Promise<{ types: CatalogueLink[]; makes: CatalogueLink[] }> {
  const [types, makes] = await Promise.all([countProductsByType(db), countVariantsByMake(db, maxMakes)])
  return {
    types: types.map(({ name, count }) => ({ name, count, url: toTypeUrl(name) })),
    makes: makes.map(({ name, slug, count }) => ({
      name,
      count,
      url: `/filters/${slug}`,
    })),
  }
}
