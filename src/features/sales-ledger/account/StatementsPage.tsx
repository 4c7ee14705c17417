import { formatPounds } from '../../../lib/money.ts'
import { CardTable } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { amountCell, Figure, OpenInvoices } from '../LedgerParts.tsx'
import type { InvoicePage, ListedFigures, ListedInvoice } from '../ledger.ts'
import type { ListedStatement } from '../statement/statement.ts'

interface StatementsPageProps {
  navigation: AccountNavigation
  figures: ListedFigures
  invoices: InvoicePage<ListedInvoice>
  statements: ListedStatement[]
}

export function StatementsPage(props: StatementsPageProps) {
  const { navigation, figures, invoices, statements } = props
  return (
    <AccountFrame navigation={navigation} current="statements" title="Statements">
      <Figures {...figures} />
      <section aria-labelledby="open" className="mt-8">
        <OpenInvoices invoices={invoices} url="/account/statements?" />
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

function PastMonths({ statements }: { statements: ListedStatement[] }) {
  return (
    <CardTable
      caption="Statements of past months, newest first"
      columns={['Month', 'Statement', 'Closing balance']}
    >
      {statements.map(({ month, name, pdfUrl, csvUrl, closing }) => (
        <tr key={month} className="card-row">
          <th scope="row" className="card-cell">
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
          <td className={amountCell}>
            {closing}
            <span className="block text-sm font-normal text-steel md:hidden">closing balance</span>
          </td>
        </tr>
      ))}
    </CardTable>
  )
}
