import { formatPounds } from '../../../lib/money.ts'
import { Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { formatLimitUse } from '../../credit/credit.ts'
import { amountCell, Figure, OpenInvoices } from '../LedgerParts.tsx'
import type { InvoicePage, ListedFigures, ListedInvoice } from '../ledger.ts'
import type { ListedStatement } from '../statement/statement.ts'

interface StatementsPageProps {
  navigation: AccountNavigation
  figures: ListedFigures
  invoices: InvoicePage<ListedInvoice>
  statements: ListedStatement[]
  /** Open invoices can be paid by card. */
  takesCards: boolean
}

export function StatementsPage(props: StatementsPageProps) {
  const { navigation, figures, invoices, statements, takesCards } = props
  return (
    <AccountFrame navigation={navigation} current="statements" title="Statements">
      <Figures {...figures} />
      <section aria-labelledby="open" className="mt-8">
        <OpenInvoices invoices={invoices} url="/account/statements?" canPay={takesCards} />
      </section>
      <Section id="statements" heading="Past months" headingClassName="mb-2 text-lg" className="mt-8">
        {statements.length === 0 ? (
          <p className="card p-5">The first statement is here after the month of your first invoice.</p>
        ) : (
          <PastMonths statements={statements} />
        )}
      </Section>
    </AccountFrame>
  )
}

export const statementsPage = definePage('features/sales-ledger/account/StatementsPage', StatementsPage)

function Figures(figures: ListedFigures) {
  const { balance, overdue, toInvoice, limit, available, unallocated } = figures
  const limitUse = formatLimitUse(figures)
  return (
    <Section id="figures" heading="Your account today" headingClassName="sr-only" className="card p-5">
      <dl className="grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap sm:gap-x-8">
        <Figure name={balance < 0 ? 'In your favour' : 'Balance today'} value={balance} />
        {overdue > 0 && <Figure name="Overdue" value={overdue} isBad />}
        {toInvoice > 0 && <Figure name="Ordered, not invoiced yet" value={toInvoice} />}
        {limit !== null && <Figure name="Credit limit" value={limit} />}
        {available !== null && <Figure name="Available to order" value={available} isBad={available < 0} />}
      </dl>
      {limitUse !== null && (
        <p className="mt-4 border-l-4 border-late pl-3">
          {`${limitUse}: what you order on account beyond it will be held until we have spoken.`}
        </p>
      )}
      {unallocated > 0 && (
        <p className="mt-4 note">
          {`${formatPounds(unallocated)} of your payments and credit notes isn’t set against an invoice yet.`}
        </p>
      )}
    </Section>
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
