import type { EmailForStaff } from '../../../infra/mail/define-email.server.ts'
import type { Country } from '../../../lib/countries.ts'
import type { AdminDeps } from '../../admin/service.ts'
import type { SearchService } from '../../search/service.ts'

export interface QuoteAdminDeps extends AdminDeps {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
  search: SearchService
  countries: readonly Country[]
}
