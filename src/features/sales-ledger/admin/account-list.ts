import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { type Sorting, toSortLink } from '../../admin/table/sorting.ts'
import { type AccountFigures, accountsUrl, type LedgerCompany } from '../ledger.ts'

export const accountsExportUrl = `${accountsUrl}/export.csv` as const

export const accountFilters = ['all', 'owing', 'overdue', 'over_limit'] as const
export type AccountFilter = (typeof accountFilters)[number]

const accountFilterNames: Record<AccountFilter, string> = {
  all: 'All accounts',
  owing: 'Owing',
  overdue: 'Overdue',
  over_limit: 'Over the limit',
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
  new URLSearchParams({ show, ...(query !== '' && { query }), sort, direction }).toString()

/** '&page=N' may be appended. */
export const toAccountListUrl = (choice: AccountListChoice): string =>
  `${accountsUrl}?${toAccountsQuery(choice)}`

/** Amounts begin with the highest, but for what is available. */
export function toAccountSortLinks(choice: AccountListChoice): Record<AccountSort, ColumnSortLink> {
  const toLink = (sort: AccountSort, name: string) =>
    toSortLink(
      choice,
      { sort, name, usual: sort === 'name' || sort === 'available' ? 'up' : 'down' },
      sorting => toAccountListUrl({ ...choice, ...sorting }),
    )
  return {
    name: toLink('name', 'Company'),
    balance: toLink('balance', 'Balance'),
    overdue: toLink('overdue', 'Overdue'),
    used: toLink('used', 'Used'),
    available: toLink('available', 'Available'),
  }
}

export const toAccountFilters = (
  choice: AccountListChoice,
  counts: Record<AccountFilter, number>,
): AdminFilter[] =>
  accountFilters.map(show => ({
    name: accountFilterNames[show],
    url: toAccountListUrl({ ...choice, show }),
    count: counts[show],
    isCurrent: show === choice.show,
  }))
