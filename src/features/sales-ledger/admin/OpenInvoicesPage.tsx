import { definePage } from '../../../ui/page.ts'
import { type ColumnSortLink, SortMenu } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { pluralize } from '../../catalogue/listing.ts'
import { accountsUrl } from '../ledger.ts'
import { OpenInvoicesTable } from './LedgerTables.tsx'
import { type OpenInvoiceChoice, type OpenSort, openInvoicesUrl } from './open-invoice-list.ts'
import type { ListedInvoice } from './view.ts'

interface OpenInvoicesPageProps extends AdminListProps<OpenInvoiceChoice, ListedInvoice> {
  sorts: Record<OpenSort, ColumnSortLink>
  sum: string
}

/** The open invoices of all accounts, by age. */
export function OpenInvoicesPage(props: OpenInvoicesPageProps) {
  const { choice, sorts, rows, total, sum } = props
  const { show, query, sort, direction } = choice
  return (
    <AdminListFrame
      current="accounts"
      section="open-invoices"
      title="Open invoices"
      action={
        <a href={accountsUrl} className="button">
          All accounts
        </a>
      }
      search={{
        id: 'invoice-query',
        name: 'Find an invoice',
        label: 'Open invoices',
        query,
        hidden: { show, sort, direction },
        hint: 'By company, or the number of the account, invoice, order or PO',
      }}
      filtersLabel="Open invoices by age"
      list={props}
    >
      <p className="mb-4">
        {total === 0 ? 'No invoices are open' : `${pluralize(total, 'invoice')}, ${sum} open`}
        {query === '' ? '.' : ` for “${query}”.`}
        {query !== '' && (
          <>
            {' '}
            <a href={openInvoicesUrl} className="link">
              Show all
            </a>
          </>
        )}
      </p>
      {rows.length > 0 && <SortMenu links={Object.values(sorts)} />}
      {rows.length > 0 && <OpenInvoicesTable invoices={rows} sorts={sorts} />}
    </AdminListFrame>
  )
}

export const openInvoicesPage = definePage('features/sales-ledger/admin/OpenInvoicesPage', OpenInvoicesPage)
