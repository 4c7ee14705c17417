import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../../lib/calls/problem.ts'
import { formatDate, formatTime, toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminFile } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import { accountsUrl, type LedgerCompany, toAccountUrl } from '../ledger.ts'
import { findLedgerCompany } from '../queries.ts'
import { emailStatement } from '../schemas.ts'
import { sendStatementFile } from '../statement/send-file.server.ts'
import { type SendResult, sendStatement } from '../statement/send-statement.server.ts'
import { formatMonth, type Month, parseEndedMonth } from '../statement/statement.ts'

/** The statements of a company, as PDF and by e-mail (R-LEDGER-6). */
export function statementRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db, now } = context
  const params = z.object({ account: z.string().max(60), file: z.string().max(30) })

  addAdminFile(
    app,
    deps,
    `${accountsUrl}/:account/statements/:file`,
    { right: 'accounts', params },
    async ({ params: { account, file }, request, reply, staff }) => {
      const company = await getCompany(account)
      return sendStatementFile(context, file, { request, reply, person: staff, companyId: company.id })
    },
  )

  const staffAction = createStaffAction(app, deps, {
    load: async ({ account, month: text }: { account: string; month: string }) => {
      const company = await getCompany(account)
      const month = parseEndedMonth(text, toLondonTime(now()).date)
      if (!month) throw new Problem(404)
      return { company, month, version: null }
    },
    toUrl: ({ params: { account } }) => `${toAccountUrl(account)}#statements`,
  })

  staffAction(emailStatement, {
    right: 'accounts',
    run: async ({ target: { company, month }, body: { sent: seen }, staff, now }) => {
      const result = await sendStatement(db, company, month, { staffId: staff.id, now, seen })
      const message = formatSendResult(result, company, month)
      return result.sent ? done(message) : refuse(message)
    },
  })

  const getCompany = async (account: string): Promise<LedgerCompany> => {
    const company = await findLedgerCompany(db, account)
    if (!company) throw new Problem(404)
    return company
  }
}

function formatSent(at: Date): string {
  const { date, minutes } = toLondonTime(at)
  return `${formatDate(date)} at ${formatTime(minutes)}`
}

function formatSendResult(result: SendResult, { name }: LedgerCompany, month: Month): string {
  const statement = `The statement of ${name} for ${formatMonth(month)}`
  if (result.sent) return `${statement} goes to ${result.recipients.join(', ')} by email.`
  return result.why === 'sent'
    ? `${statement} was already sent, on ${formatSent(result.earlier)}. To send it once more, press ‘Email it again’.`
    : `${name} has no head buyer to send it to. Download the PDF instead.`
}
