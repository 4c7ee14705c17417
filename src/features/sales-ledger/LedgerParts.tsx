import { formatCount } from '../../lib/count.ts'
import { formatDate, formatShortDate } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { CardTable } from '../../ui/CardTable.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import type { InvoicePage, ListedInvoice } from './ledger.ts'

interface FigureProps {
  name: string
  value: Pence | string
  isBad?: boolean
}

/** A figure of an account. */
export const Figure = ({ name, value, isBad = false }: FigureProps) => (
  <div>
    <dt className="note">{name}</dt>
    <dd className={`text-xl font-semibold tabular-nums sm:text-2xl ${isBad ? 'text-danger' : ''}`}>
      {typeof value === 'string' ? value : formatPounds(value)}
    </dd>
  </div>
)

/** The last cell of a row, on phones in the corner of the card. */
export const amountCell =
  'py-3 text-right font-semibold tabular-nums whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:p-0'

interface OpenInvoicesProps {
  invoices: InvoicePage<ListedInvoice>
  /** Of the page of the account. */
  url: string
  /** Of the query: the page of the invoices. */
  parameter?: string
  isForStaff?: boolean
  /** Its customer can pay them by card. */
  canPay?: boolean
}

/** The open invoices of an account, for its head buyers and for staff. */
export function OpenInvoices({
  invoices,
  url,
  parameter = 'page',
  isForStaff = false,
  canPay = false,
}: OpenInvoicesProps) {
  const { rows, count, page, pages } = invoices
  return (
    <>
      <h2 id="open" className="mb-2 text-lg">
        Open invoices
      </h2>
      {rows.length === 0 ? (
        <p className="card p-5">{`Nothing is open on ${isForStaff ? 'this' : 'your'} account.`}</p>
      ) : (
        <CardTable
          caption="Open invoices, those due first before the others"
          columns={['Invoice', 'Date', 'Due', 'Total', 'Open']}
          amounts={2}
        >
          {rows.map(invoice => (
            <OpenInvoiceRow key={invoice.id} invoice={invoice} isForStaff={isForStaff} canPay={canPay} />
          ))}
        </CardTable>
      )}
      {pages > 1 && (
        <div className="mt-4 space-y-3">
          <p className="text-steel">{`${formatCount(count)} open invoices, those due first before the others.`}</p>
          <Pagination page={page} pages={pages} url={url} parameter={parameter} label="Open invoices" />
        </div>
      )}
    </>
  )
}

interface OpenInvoiceRowProps {
  invoice: ListedInvoice
  isForStaff: boolean
  canPay: boolean
}

function OpenInvoiceRow({ invoice, isForStaff, canPay }: OpenInvoiceRowProps) {
  const { purchaseOrder, dueOn, overdue } = invoice
  const formatDay = isForStaff ? formatShortDate : formatDate
  return (
    <tr className="card-row">
      <th scope="row" className="card-cell">
        <a
          href={invoice.pdfUrl}
          className="link code max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {invoice.document}
        </a>
        <a
          href={invoice.orderUrl}
          className="link block w-fit text-sm max-md:flex max-md:min-h-11 max-md:items-center"
        >
          {`Order ${invoice.reference}`}
        </a>
        {purchaseOrder !== '' && (
          <span className="block note wrap-anywhere">{`PO number ${purchaseOrder}`}</span>
        )}
        {canPay && (
          <a href={`/account/statements/invoices/${invoice.number}/pay`} className="button my-1">
            Pay by card<span className="sr-only"> for {invoice.document}</span>
          </a>
        )}
      </th>
      <td className="card-cell whitespace-nowrap">
        <span className="note md:hidden">Date </span>
        {formatDay(invoice.issuedOn)}
      </td>
      <td className="card-cell whitespace-nowrap">
        {(dueOn !== null || isForStaff) && <span className="note md:hidden">Due </span>}
        {dueOn !== null && formatDay(dueOn)}
        {dueOn === null && isForStaff && 'No day'}
        {overdue !== '' && <span className="block text-sm font-semibold text-danger">{overdue}</span>}
        {overdue === '' && isForStaff && <span className="block note">Not due</span>}
      </td>
      <td className="card-cell tabular-nums whitespace-nowrap md:text-right">
        <span className="note md:hidden">Total </span>
        {formatPounds(invoice.total)}
      </td>
      <td className={amountCell}>
        {formatPounds(invoice.open)}
        <span className="text-sm font-normal text-steel md:hidden"> open</span>
      </td>
    </tr>
  )
}
