import { formatDate } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { CardTable } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { Figure } from '../Figure.tsx'
import type { InvoicePage, ListedFigures, ListedInvoice } from '../ledger.ts'
import type { ListedStatement } from '../statement/statement.ts'

interface StatementsPageProps {
  navigation: AccountNavigation
  figures: ListedFigures
  invoices: InvoicePage<ListedInvoice>
  /** Of all pages. */
  openCount: number
  statements: ListedStatement[]
}

export function StatementsPage(props: StatementsPageProps) {
  const { navigation, figures, invoices, openCount, statements } = props
  return (
    <AccountFrame navigation={navigation} current="statements" title="Statements">
      <Figures {...figures} />
      <section aria-labelledby="open" className="mt-8">
        <h2 id="open" className="mb-2 text-lg">
          Open invoices
        </h2>
        {invoices.rows.length === 0 ? (
          <p className="card p-5">Nothing is open on your account.</p>
        ) : (
          <OpenItems invoices={invoices.rows} />
        )}
        {invoices.pages > 1 && (
          <div className="mt-4 space-y-3">
            <p className="text-steel">{`${openCount.toLocaleString('en-GB')} open invoices, those due first before the others.`}</p>
            <Pagination
              page={invoices.page}
              pages={invoices.pages}
              url="/account/statements?"
              label="Open invoices"
            />
          </div>
        )}
      </section>
      <section aria-labelledby="statements" className="mt-8">
        <h2 id="statements" className="mb-2 text-lg">
          Past months
        </h2>
        {statements.length === 0 ? (
          <p className="card p-5">The first statement is here after the month of your first invoice.</p>
        ) : (
          <PastMonths statements={statements} />
        )}
      </section>
    </AccountFrame>
  )
}

export const statementsPage = definePage('features/sales-ledger/account/StatementsPage', StatementsPage)

function Figures({ balance, overdue, toInvoice, limit, available, unallocated }: ListedFigures) {
  return (
    <section aria-labelledby="figures" className="card p-5">
      <h2 id="figures" className="sr-only">
        Your account today
      </h2>
      <dl className="grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap sm:gap-x-8">
        <Figure name={balance < 0 ? 'In your favour' : 'Balance today'} value={balance} />
        {overdue > 0 && <Figure name="Overdue" value={overdue} isBad />}
        {toInvoice > 0 && <Figure name="Ordered, not invoiced yet" value={toInvoice} />}
        {limit !== null && <Figure name="Credit limit" value={limit} />}
        {available !== null && <Figure name="Available to order" value={available} isBad={available < 0} />}
      </dl>
      {unallocated > 0 && (
        <p className="mt-4 note">
          {`${formatPounds(unallocated)} of your payments and credit notes isn’t set against an invoice yet.`}
        </p>
      )}
    </section>
  )
}

const row =
  'border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4'
const amount =
  'py-3 text-right font-semibold tabular-nums whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:p-0'

function OpenItems({ invoices }: { invoices: ListedInvoice[] }) {
  return (
    <CardTable
      caption="Open invoices, those due first before the others"
      columns={['Invoice', 'Date', 'Due', 'Total', 'Open']}
      amounts={2}
    >
      {invoices.map(
        ({ document, pdfUrl, reference, orderUrl, purchaseOrder, issuedOn, dueOn, overdue, total, open }) => (
          <tr key={document} className={row}>
            <th scope="row" className={`card-cell font-normal`}>
              <a href={pdfUrl} className="link code -my-1 inline-block py-1">
                {document}
              </a>
              <span className="block text-sm">
                <a href={orderUrl} className="link inline-block py-1">
                  {`Order ${reference}`}
                </a>
              </span>
              {purchaseOrder !== '' && (
                <span className="block note wrap-anywhere">{`PO number ${purchaseOrder}`}</span>
              )}
            </th>
            <td className="card-cell">
              <span className="note md:hidden">Date </span>
              {formatDate(issuedOn)}
            </td>
            <td className="card-cell">
              {dueOn !== null && (
                <>
                  <span className="note md:hidden">Due </span>
                  {formatDate(dueOn)}
                </>
              )}
              {overdue !== '' && <span className="block text-sm font-semibold text-danger">{overdue}</span>}
            </td>
            <td className={`card-cell tabular-nums whitespace-nowrap md:text-right`}>
              <span className="note md:hidden">Total </span>
              {formatPounds(total)}
            </td>
            <td className={amount}>
              {formatPounds(open)}
              <span className="text-sm font-normal text-steel md:hidden"> open</span>
            </td>
          </tr>
        ),
      )}
    </CardTable>
  )
}

function PastMonths({ statements }: { statements: ListedStatement[] }) {
  return (
    <CardTable
      caption="Statements of past months, newest first"
      columns={['Month', 'Statement', 'Closing balance']}
    >
      {statements.map(({ month, name, pdfUrl, csvUrl, closing }) => (
        <tr key={month} className={row}>
          <th scope="row" className={`card-cell font-normal`}>
            {name}
          </th>
          <td className="card-cell">
            <a href={pdfUrl} className="link tap-target md:-my-2.5">
              PDF<span className="sr-only">{` of the statement for ${name}`}</span>
            </a>
            <a href={csvUrl} className="link ml-4 tap-target md:-my-2.5">
              CSV<span className="sr-only">{` of the statement for ${name}, line by line`}</span>
            </a>
          </td>
          <td className={amount}>
            {closing}
            <span className="block text-sm font-normal text-steel md:hidden">closing balance</span>
          </td>
        </tr>
      ))}
    </CardTable>
  )
}
