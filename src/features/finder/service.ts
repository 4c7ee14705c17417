import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import type { Visitors } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { SearchService } from '../search/service.ts'
import type { FinderCache } from './finder-cache.server.ts'

export { FinderCache } from './finder-cache.server.ts'
export { getFilters as filtersOf } from './queries.ts'
export { listMakeChoices } from './tree-queries.server.ts'

export interface FinderDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
  search: SearchService
  cache: FinderCache
}

/** Whose prices are shown; null: the list's. */
export function getCompanyId(person: Person | null): number | null {
  return person?.company?.id ?? null
}
