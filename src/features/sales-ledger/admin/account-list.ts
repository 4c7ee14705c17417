import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery } from '../../admin/table/list-page.ts'
import { type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import { type AccountFigures, accountsUrl, type LedgerCompany } from '../ledger.ts'

export const accountFilters = ['all', 'owing', 'overdue', 'over_limit', 'on_stop'] as const
export type AccountFilter = (typeof accountFilters)[number]

const accountFilterNames: Record<AccountFilter, string> = {
  all: 'All accounts',
  owing: 'Owing',
  overdue: 'Overdue',
  over_limit: 'Over the limit',
  on_stop: 'On stop',
}

export const accountSorts = ['name', 'balance', 'overdue', 'used', 'available'] as const
export type AccountSort = (typeof accountSorts)[number]

/** What the list shows. `query`: a part of the name or the account number; '' for all. */
export interface AccountListChoice extends Sorting<AccountSort> {
  show: AccountFilter
  query: string
}

export interface AccountRow extends LedgerCompany, AccountFigures {}

/** What follows the '?' of the list. */
export const toAccountsQuery = ({ show, query, sort, direction }: AccountListChoice): string =>
  toListQuery({ show, query, sort, direction })

const toAccountListUrl = (choice: AccountListChoice): string => `${accountsUrl}?${toAccountsQuery(choice)}`

/** Amounts begin with the highest, but for what is available. */
const columns: SortColumns<AccountSort> = {
  name: { name: 'Company', usual: 'up' },
  balance: { name: 'Balance', usual: 'down' },
  overdue: { name: 'Overdue', usual: 'down' },
  used: { name: 'Used', usual: 'down' },
  available: { name: 'Available', usual: 'up' },
}

export const toAccountSortLinks = (choice: AccountListChoice): Record<AccountSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toAccountListUrl({ ...choice, ...sorting }))

export const toAccountFilters = (
  choice: AccountListChoice,
  counts: Record<AccountFilter, number>,
): AdminFilter[] =>
  toGroupFilters(accountFilterNames, choice.show, {
    count: show => counts[show],
    toUrl: show => toAccountListUrl({ ...choice, show }),
  })
