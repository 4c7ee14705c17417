import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import type { Visitors } from '../accounts/service.ts'

export interface QuotesDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
}
