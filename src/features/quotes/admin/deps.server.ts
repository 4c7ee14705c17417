import type { EmailForStaff } from '../../../infra/mail/define-email.server.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import type { SearchService } from '../../search/service.ts'

export interface QuoteAdminDeps extends AdminDeps {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
  search: SearchService
  countries: readonly Country[]
}
