import type { EmailForStaff } from '../../../infra/mail/define-email.server.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import type { PlacingDeps } from '../../order-entry/service.ts'

export interface QuoteAdminDeps extends AdminDeps, PlacingDeps {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
}
