import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import type { PageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { getAccountPage, type PageDeps, toAccountPage, toLoginRedirect } from '../accounts/service.ts'
import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { toCredit } from '../credit/credit.ts'
import { statementsPage } from './account/StatementsPage.tsx'
import { getUnallocated, pickInvoicePage, toListedInvoice } from './ledger.ts'
import { getAccountFigures, listOpenInvoices } from './queries.ts'
import { listMonths } from './statement/queries.ts'
import { sendStatementFile } from './statement/send-file.server.ts'
import { toListedStatement } from './statement/statement.ts'

const url = '/account/statements'
const maxMonths = 24
const toOrderUrl = (reference: string): string => `/account/orders/${reference}`

/** What a company owes, for its head buyers: to everybody else the pages do not exist (R-LEDGER-7). */
export async function statementsPlugin(
  app: FastifyInstance,
  deps: PageDeps & { takesCards: boolean },
): Promise<void> {
  const { context, visitors, pages } = deps
  const query = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })
  getAccountPage(deps, url, { query }, ({ person, query: { page } }) =>
    renderStatements(context, person, { companyId: getCompanyId(person), page, takesCards: deps.takesCards }),
  )

  const params = z.object({ file: z.string().max(30) })
  app.get(`${url}/:file`, { schema: { params } }, async (request, reply) => {
    const { file } = request.params as z.output<typeof params>
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    return sendStatementFile(context, file, { request, reply, person, companyId: getCompanyId(person) })
  })
}

function getCompanyId(person: Person): number {
  if (!isHeadBuyer(person)) throw new Problem(404)
  return person.company!.id
}

async function renderStatements(
  { db, now }: AppContext,
  person: Person,
  { companyId, page, takesCards }: { companyId: number; page: number; takesCards: boolean },
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const [figures, open, months] = await Promise.all([
    getAccountFigures(db, companyId, today),
    listOpenInvoices(db, companyId),
    listMonths(db, companyId, today, maxMonths),
  ])
  const invoices = pickInvoicePage(open, page)
  return toAccountPage(person, statementsPage, 'Statements', {
    figures: { ...figures, ...toCredit(figures), unallocated: getUnallocated(open, figures.balance) },
    invoices: {
      ...invoices,
      rows: invoices.rows.map(invoice => toListedInvoice(invoice, toOrderUrl, today)),
    },
    takesCards,
    statements: months.map(month => toListedStatement(month, url)),
  })
}
