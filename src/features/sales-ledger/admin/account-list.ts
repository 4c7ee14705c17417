import { type AccountFigures, accountsUrl, type LedgerCompany } from '../ledger.ts'

export const accountFilters = ['all', 'owing', 'overdue', 'over_limit'] as const
export type AccountFilter = (typeof accountFilters)[number]

export const accountFilterNames: Record<AccountFilter, string> = {
  all: 'All accounts',
  owing: 'Owing',
  overdue: 'Overdue',
  over_limit: 'Over the limit',
}

export const accountSorts = ['name', 'balance', 'overdue', 'used', 'available'] as const
export type AccountSort = (typeof accountSorts)[number]

/** What the list shows. `query`: a part of the name or the account number; '' for all. */
export interface AccountListChoice {
  show: AccountFilter
  query: string
  sort: AccountSort
  direction: 'up' | 'down'
}

export interface AccountRow extends LedgerCompany, AccountFigures {}

/** The address of the list with this choice; '&page=N' may be appended. */
export function toAccountListUrl({ show, query, sort, direction }: AccountListChoice): string {
  return `${accountsUrl}?${new URLSearchParams({ show, ...(query !== '' && { query }), sort, direction })}`
}

/** The choice after the heading of a column is followed: amounts begin with the highest. */
export function toggleAccountSort(choice: AccountListChoice, sort: AccountSort): AccountListChoice {
  const first = sort === 'name' || sort === 'available' ? 'up' : 'down'
  const direction = choice.sort !== sort ? first : choice.direction === 'up' ? 'down' : 'up'
  return { ...choice, sort, direction }
}
