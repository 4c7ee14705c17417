import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../infra/pages/render.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { line } from '../../../lib/validate.ts'
import { type AdminDeps, addAdminPage } from '../../admin/service.ts'
import { accountsUrl } from '../ledger.ts'
import { accountsPage } from './AccountsPage.tsx'
import {
  type AccountListChoice,
  type AccountSort,
  accountFilterNames,
  accountFilters,
  accountSorts,
  toAccountListUrl,
  toggleAccountSort,
} from './account-list.ts'
import { accountRoutes } from './account-routes.server.ts'
import { exportRoutes } from './export-routes.server.ts'
import { type AccountList, listAccounts } from './queries.ts'
import { statementRoutes } from './statement-routes.server.ts'
import { toListedAccount } from './view.ts'

const pageSize = 50
const choiceQuery = z.object({
  show: z.enum(accountFilters).catch('all'),
  query: line(100).catch(''),
  sort: z.enum(accountSorts).catch('name'),
  direction: z.enum(['up', 'down']).catch('up'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The staff's pages of the sales ledger: the accounts of all companies, and one with its payments (R-LEDGER-1 to 5). */
export async function salesLedgerAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { context } = deps
  accountRoutes(app, deps)
  statementRoutes(app, deps)
  exportRoutes(app, deps)

  addAdminPage(
    deps,
    accountsUrl,
    { right: 'accounts', query: choiceQuery },
    async ({ query: { page, ...choice } }) => {
      const today = toLondonTime(context.now()).date
      const list = await listAccounts(context.db, choice, { size: pageSize, page, today })
      if (list.rows.length === 0 && page > 1) return { to: toAccountListUrl(choice) }
      const props = {
        ...toLinks(choice, list),
        choice,
        rows: list.rows.map(toListedAccount),
        total: list.counts.all,
        sums: { balance: formatPounds(list.totals.balance), overdue: formatPounds(list.totals.overdue) },
        page,
        pages: Math.ceil(list.counts[choice.show] / pageSize),
        pageUrl: toAccountListUrl(choice),
      }
      return toPageResult(accountsPage, props, { title: 'Accounts' })
    },
  )
}

const sortNames: Record<AccountSort, string> = {
  name: 'Company',
  balance: 'Balance',
  overdue: 'Overdue',
  used: 'Used',
  available: 'Available',
}

function toLinks(choice: AccountListChoice, { counts }: AccountList) {
  return {
    filters: accountFilters.map(show => ({
      name: accountFilterNames[show],
      url: toAccountListUrl({ ...choice, show }),
      count: counts[show],
      isCurrent: show === choice.show,
    })),
    sorts: accountSorts.map(sort => ({
      sort,
      name: sortNames[sort],
      url: toAccountListUrl(toggleAccountSort(choice, sort)),
      direction: sort === choice.sort ? choice.direction : null,
    })),
  }
}
