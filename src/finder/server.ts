import type { Visitors } from '../accounts/server.ts'
import type { Person } from '../accounts/visitor.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import type { SearchService } from '../search/server.ts'
import type { FinderCache } from './finder-cache.server.ts'

export { getFilters as filtersOf } from './data.ts'
export { FinderCache } from './finder-cache.server.ts'
export { listMakeChoices } from './tree-data.server.ts'

export interface FinderDeps {
  house: House
  visitors: Visitors
  pages: Pages
  search: SearchService
  cache: FinderCache
}

/** Whose prices are shown; null: the list's. */
export function getCompanyId(person: Person | null): number | null {
  return person?.company?.id ?? null
}
