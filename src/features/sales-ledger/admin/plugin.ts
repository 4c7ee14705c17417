import type { FastifyInstance } from 'fastify'
import type { AdminDeps } from '../../back-office/service.ts'
import { accountRoutes } from './account-routes.server.ts'
import { accountListRoutes } from './accounts.server.ts'
import { exportRoutes } from './export-routes.server.ts'
import { openInvoiceRoutes } from './open-invoices.server.ts'
import { statementRoutes } from './statement-routes.server.ts'

/** The staff's pages of the sales ledger (R-LEDGER-1 to 6, 8 and 9). */
export async function salesLedgerAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  accountListRoutes(app, deps)
  openInvoiceRoutes(app, deps)
  accountRoutes(app, deps)
  statementRoutes(app, deps)
  exportRoutes(app, deps)
}
