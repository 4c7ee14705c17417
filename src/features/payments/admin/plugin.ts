import type { FastifyInstance } from 'fastify'
import type { AdminDeps } from '../../back-office/service.ts'
import { cancelEntryRoutes } from './cancel-entry.server.ts'
import { cashSheetRoutes } from './cash-sheet.server.ts'
import { enterPaymentRoutes } from './enter-payment.server.ts'
import { proFormaRoutes } from './pro-formas.server.ts'

/** Staff's pages of the money that they take by hand (R-CASH-1 to 4). */
export async function handPaymentsPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  cashSheetRoutes(app, deps)
  proFormaRoutes(app, deps)
  enterPaymentRoutes(app, deps)
  cancelEntryRoutes(app, deps)
}
