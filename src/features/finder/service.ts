import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import type { Visitors } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { CatalogueExamples } from '../catalogue/examples.ts'
import type { SearchService } from '../search/service.ts'

export { listMakeChoices } from './machines/make-queries.server.ts'
export { getMachineFilters } from './queries.ts'

export interface FinderDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
  search: SearchService
  getExamples: () => Promise<CatalogueExamples | null>
}

/** The company whose prices the visitor sees; null: list prices. */
export function getCompanyId(person: Person | null): number | null {
  return person?.company?.id ?? null
}
