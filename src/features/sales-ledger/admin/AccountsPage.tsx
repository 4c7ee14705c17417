import { cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import { type ColumnSortLink, SortHeading, SortMenu } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { pluralize } from '../../catalogue/listing.ts'
import type { AccountFilter, AccountListChoice, AccountSort } from './account-list.ts'
import { openInvoicesUrl } from './open-invoice-list.ts'
import type { ListedAccount } from './view.ts'

interface AccountsPageProps extends AdminListProps<AccountListChoice, ListedAccount> {
  sorts: Record<AccountSort, ColumnSortLink>
  /** Accounts that the search finds, in all groups. */
  matches: number
  /** Of these accounts; `overdue` is 'nothing' when none is. */
  sums: { balance: string; overdue: string }
}

/** Companies with what they owe, and how much more they may order on account. */
export function AccountsPage(props: AccountsPageProps) {
  const { sorts, choice, rows, matches, sums } = props
  const { show, query, sort, direction } = choice
  return (
    <AdminListFrame
      current="accounts"
      section="accounts"
      title="Accounts"
      action={
        <a href={openInvoicesUrl} className="button">
          Open invoices
        </a>
      }
      search={{
        id: 'account-query',
        name: 'Find an account',
        label: 'Accounts',
        query,
        hidden: { show, sort, direction },
        hint: 'By name or account number',
      }}
      filtersLabel="Accounts by state"
      list={props}
    >
      <p className="mb-4">
        {query !== '' && `${pluralize(matches, 'account')} for “${query}”. `}
        {`Owed ${sums.balance}, ${sums.overdue} overdue.`}
      </p>
      {rows.length > 0 && (
        <p className="mb-2 max-w-prose text-sm text-steel">
          Used is what a company owes, with VAT, and its orders on account that are placed and not invoiced
          yet. Available is the credit limit less what is used.
        </p>
      )}
      {rows.length === 0 && query === '' && <p className="card p-6">{noneOfGroup[show]}</p>}
      {rows.length > 0 && <SortMenu links={Object.values(sorts)} />}
      {rows.length > 0 && <AccountTable rows={rows} sorts={sorts} />}
    </AdminListFrame>
  )
}

export const accountsPage = definePage('features/sales-ledger/admin/AccountsPage', AccountsPage)

const noneOfGroup: Record<AccountFilter, string> = {
  all: 'No company has an account yet.',
  owing: 'No company owes anything.',
  overdue: 'Nothing is overdue.',
  over_limit: 'No company is over its limit.',
  on_stop: 'No account is on stop.',
}

const amountHeading = 'py-1 pl-4 text-right font-semibold whitespace-nowrap'

function AccountTable({ rows, sorts }: { rows: ListedAccount[]; sorts: AccountsPageProps['sorts'] }) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">What each company owes</caption>
      <thead className="text-sm text-steel max-md:hidden">
        <tr className="border-b border-edge">
          <SortHeading link={sorts.name} className="py-1 pr-4 font-semibold" />
          <SortHeading link={sorts.balance} className={amountHeading} />
          <SortHeading link={sorts.overdue} className={amountHeading} />
          <th scope="col" className={`${amountHeading}`}>
            Credit limit
          </th>
          <SortHeading link={sorts.used} className={amountHeading} />
          <SortHeading link={sorts.available} className={amountHeading} />
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

function AccountTableRow({ row }: { row: ListedAccount }) {
  const { name, accountNumber, url, onStop, balance, overdue, limit, used, available } = row
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2 max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} font-normal max-md:col-span-2`}>
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span>
            <a
              href={url}
              className="link wrap-anywhere max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {name}
            </a>
          </span>
          {onStop && <OnStopLabel />}
        </span>
        <span className="code block text-sm text-steel">{accountNumber}</span>
      </th>
      <Amount name="Balance" value={balance} isStrong />
      <Amount name="Overdue" value={overdue} isBad={row.isOverdue} />
      <Amount name="Credit limit" value={limit || 'No limit'} />
      <Amount name="Used" value={used} />
      <Amount name="Available" value={available} isBad={row.isOverLimit} hasNoLimit={limit === ''} />
    </tr>
  )
}

const OnStopLabel = () => (
  <span className="inline-flex items-center gap-1.5 rounded border border-edge bg-surface px-2 text-sm font-semibold whitespace-nowrap">
    <span aria-hidden="true" className="size-2.5 rounded-full bg-danger print:hidden" />
    On stop
  </span>
)

interface AmountProps {
  name: string
  value: string
  isStrong?: boolean
  isBad?: boolean
  /** On phones, where the names of empty values fill the screen, it is left out. */
  hasNoLimit?: boolean
}

function Amount({ name, value, isStrong = false, isBad = false, hasNoLimit = false }: AmountProps) {
  const tone = isBad
    ? 'font-semibold text-danger'
    : hasNoLimit
      ? 'text-steel'
      : isStrong
        ? 'font-semibold'
        : ''
  return (
    <td
      className={`py-3 pl-4 text-right tabular-nums whitespace-nowrap max-md:p-0 max-md:text-left ${hasNoLimit ? 'max-md:hidden' : 'max-md:block'}`}
    >
      <span className="block text-sm text-steel md:hidden">{name}</span>
      <span className={tone}>{value}</span>
    </td>
  )
}
