import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { or404 } from '../../../lib/calls/problem.ts'
import { formatDate, formatTime, toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminFile } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import { accountsUrl, type LedgerCompany, toAccountUrl } from '../ledger.ts'
import { getLedgerCompany } from '../ledger-account.server.ts'
import { emailStatement } from '../schemas.ts'
import { sendStatementFile } from '../statement/send-file.server.ts'
import { type SendResult, sendStatement } from '../statement/send-statement.server.ts'
import { formatMonth, type Month, parseEndedMonth } from '../statement/statement.ts'
import { accountRoutes } from './account-routes.server.ts'
import { accountListRoutes } from './accounts.server.ts'
import { exportRoutes } from './export-routes.server.ts'
import { openInvoiceRoutes } from './open-invoices.server.ts'
import { reminderRoutes } from './reminder-routes.server.ts'

/** The staff's pages of the sales ledger (R-LEDGER-1 to 6, 8, 9 and 11). */
export async function salesLedgerAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  accountListRoutes(app, deps)
  openInvoiceRoutes(app, deps)
  accountRoutes(app, deps)
  statementRoutes(app, deps)
  exportRoutes(app, deps)
  reminderRoutes(app, deps)
}

/** The statements of a company, as PDF and by e-mail (R-LEDGER-6). */
function statementRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db, now } = context
  const params = z.object({ account: z.string().max(60), file: z.string().max(30) })

  addAdminFile(
    app,
    deps,
    `${accountsUrl}/:account/statements/:file`,
    { right: 'accounts', params },
    async ({ params: { account, file }, request, reply, staff }) => {
      const company = await getLedgerCompany(db, account)
      return sendStatementFile(context, file, { request, reply, person: staff, companyId: company.id })
    },
  )

  const staffAction = createStaffAction(app, deps, {
    load: async ({ account, month: text }: { account: string; month: string }) => {
      const company = await getLedgerCompany(db, account)
      const month = or404(parseEndedMonth(text, toLondonTime(now()).date))
      return { company, month, version: null }
    },
    toUrl: ({ params: { account } }) => `${toAccountUrl(account)}#statements`,
  })

  staffAction(emailStatement, {
    right: 'accounts',
    run: async ({ target: { company, month }, body: { sent: expectedVersion }, staff, now }) => {
      const result = await sendStatement(db, company, month, { staffId: staff.id, now, expectedVersion })
      const message = formatSendResult(result, company, month)
      return result.ok ? done(message) : refuse(message)
    },
  })
}

function formatSendResult(result: SendResult, { name }: LedgerCompany, month: Month): string {
  const statement = `The statement of ${name} for ${formatMonth(month)}`
  if (result.ok) return `${statement} goes to ${result.recipients.join(', ')} by email.`
  if (result.reason === 'no_recipient')
    return `${name} has no emails of its accounts department and no head buyer to send it to. Download the PDF instead.`
  const { date, minutes } = toLondonTime(result.reason)
  return `${statement} was already sent, on ${formatDate(date)} at ${formatTime(minutes)}. To send it once more, press ‘Email it again’.`
}
