import { cardCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { accountsUrl } from '../ledger.ts'
import type { AccountListChoice, AccountSort } from './account-list.ts'
import type { ListedAccount } from './view.ts'

interface AccountSortLink {
  sort: AccountSort
  name: string
  url: string
  /** Null: the list is not sorted by it. */
  direction: AccountListChoice['direction'] | null
}

interface AccountsPageProps {
  filters: AdminFilter[]
  sorts: AccountSortLink[]
  choice: AccountListChoice
  rows: ListedAccount[]
  total: number
  /** Of all accounts that are found. */
  sums: { balance: string; overdue: string }
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** Companies with what they owe, and how much more they may order on account. */
export function AccountsPage(props: AccountsPageProps) {
  const { filters, sorts, choice, rows, total, sums, page, pages, pageUrl } = props
  return (
    <AdminFrame current="accounts" title="Accounts">
      <FindAccount choice={choice} />
      <AdminFilters label="Accounts by state" filters={filters} />
      <p className="mb-4">
        {choice.query !== '' && `${pluralize(total, 'account')} for “${choice.query}”. `}
        {`Owed in total: ${sums.balance}, of which ${sums.overdue} is overdue.`}
      </p>
      {rows.length === 0 ? (
        <p className="card p-6">No account to show.</p>
      ) : (
        <AccountTable rows={rows} sorts={sorts} />
      )}
      <p className="mt-4 max-w-prose text-sm text-steel">
        Used is what a company owes, with VAT, and its orders on account that are placed and not invoiced yet.
        Available is the credit limit less what is used.
      </p>
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Accounts" />
      </div>
    </AdminFrame>
  )
}

export const accountsPage = definePage('features/sales-ledger/admin/AccountsPage', AccountsPage)

function FindAccount({ choice: { show, query, sort, direction } }: { choice: AccountListChoice }) {
  return (
    <search aria-label="Accounts" className="mb-6 block max-w-xl">
      <form method="get" action={accountsUrl}>
        <input type="hidden" name="show" value={show} />
        <input type="hidden" name="sort" value={sort} />
        <input type="hidden" name="direction" value={direction} />
        <label htmlFor="account-query" className="mb-1 block font-semibold">
          Find an account
        </label>
        <div className="flex gap-2">
          <input
            id="account-query"
            name="query"
            type="search"
            defaultValue={query}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="account-query-hint"
            className="input min-w-0"
          />
          <button type="submit" className="button button-strong px-4">
            Find
          </button>
        </div>
        <p id="account-query-hint" className="mt-1 text-sm text-steel">
          By name or account number
        </p>
      </form>
    </search>
  )
}

const amountHeading = 'py-1 pl-4 text-right font-semibold whitespace-nowrap'

function AccountTable({ rows, sorts }: { rows: ListedAccount[]; sorts: AccountSortLink[] }) {
  const links = new Map(sorts.map(link => [link.sort, link]))
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">What each company owes</caption>
      <thead className="text-sm text-steel max-md:mb-3 max-md:block">
        <tr className="border-b border-edge max-md:flex max-md:flex-wrap max-md:gap-x-4">
          <SortHeading link={links.get('name')!} className="py-1 pr-4 font-semibold" />
          <SortHeading link={links.get('balance')!} className={amountHeading} />
          <SortHeading link={links.get('overdue')!} className={amountHeading} />
          <th scope="col" className={`${amountHeading} max-md:sr-only`}>
            Credit limit
          </th>
          <SortHeading link={links.get('used')!} className={amountHeading} />
          <SortHeading link={links.get('available')!} className={amountHeading} />
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <AccountTableRow key={row.accountNumber} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const sortLabels = { up: 'ascending', down: 'descending' } as const

function SortHeading({
  link: { name, url, direction },
  className,
}: {
  link: AccountSortLink
  className: string
}) {
  return (
    <th
      scope="col"
      aria-sort={direction === null ? undefined : sortLabels[direction]}
      className={`${className} max-md:pr-0 max-md:pl-0`}
    >
      <a href={url} className="link inline-flex min-h-11 items-center gap-1">
        {name}
        {direction !== null && <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>}
      </a>
    </th>
  )
}

function AccountTableRow({ row }: { row: ListedAccount }) {
  const { name, accountNumber, url, onStop, balance, overdue, limit, used, available } = row
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2 max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} font-normal max-md:col-span-2`}>
        <a href={url} className="link -my-1 inline-block py-1 wrap-anywhere">
          {name}
        </a>
        <span className="block text-sm text-steel">
          <span className="code">{accountNumber}</span>
          {onStop && <span className="font-semibold text-ink"> · On stop</span>}
        </span>
      </th>
      <Amount name="Balance" value={balance} isStrong />
      <Amount name="Overdue" value={overdue} isBad={row.isOverdue} />
      <Amount name="Credit limit" value={limit || 'None'} isQuiet={limit === ''} />
      <Amount name="Used" value={used} />
      <Amount name="Available" value={available || '–'} isBad={row.isOverLimit} isQuiet={available === ''} />
    </tr>
  )
}

interface AmountProps {
  name: string
  value: string
  isStrong?: boolean
  isBad?: boolean
  isQuiet?: boolean
}

function Amount({ name, value, isStrong = false, isBad = false, isQuiet = false }: AmountProps) {
  const tone = isBad ? 'font-semibold text-danger' : isQuiet ? 'text-steel' : isStrong ? 'font-semibold' : ''
  return (
    <td className="py-3 pl-4 text-right tabular-nums whitespace-nowrap max-md:block max-md:p-0 max-md:text-left">
      <span className="block text-sm text-steel md:hidden">{name}</span>
      <span className={tone}>{value}</span>
    </td>
  )
}
