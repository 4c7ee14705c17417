import type { Country } from '../../../lib/countries.ts'
import type { AdminDeps } from '../../admin/service.ts'
import type { SearchService } from '../../search/service.ts'

export interface QuoteAdminDeps extends AdminDeps {
  search: SearchService
  countries: readonly Country[]
}
