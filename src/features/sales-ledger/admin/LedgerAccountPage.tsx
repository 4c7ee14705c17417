import { formatPounds } from '../../../lib/money.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { Card, Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { type DiscardedInput, DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { formatLimitUse } from '../../credit/credit.ts'
import { amountCell, Figure, OpenInvoices } from '../LedgerParts.tsx'
import { accountsUrl, type InvoicePage, type ListedFigures, type ListedInvoice } from '../ledger.ts'
import type { ListedStatement } from '../statement/statement.ts'
import { CreditLimitForm, PaymentForm, type PaymentFormProps } from './LedgerForms.tsx'
import type { ListedSource } from './view.ts'

interface LedgerAccountPageProps extends PaymentFormProps {
  name: string
  accountNumber: string
  onStop: boolean
  figures: ListedFigures
  openInvoices: InvoicePage<ListedInvoice>
  ages: { name: string; value: string }[]
  sources: ListedSource[]
  limit: string
  statements: ListedStatement[]
  page: number
  pages: number
  /** What was typed for invoices that are paid by now. */
  discardedInput: DiscardedInput[]
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}

export function LedgerAccountPage(props: LedgerAccountPageProps) {
  const { name, accountNumber, url, openInvoices, sources, page, pages, notice, errors } = props
  const limitUse = formatLimitUse(props.figures)
  return (
    <AdminFrame
      current="accounts"
      title={<span className="wrap-anywhere">{name}</span>}
      action={
        <a href="#enter-payment" className="button button-strong lg:hidden">
          Enter a payment
        </a>
      }
    >
      <p className="-mt-4 mb-6">
        Account <span className="code">{accountNumber}</span>
        {props.onStop && <span className="font-semibold"> · On stop</span>}
        {limitUse !== null && <span className="font-semibold">{` · ${limitUse}`}</span>}
      </p>
      <FormResult notice={notice} errors={errors} />
      <DiscardedInputs facts={props.discardedInput} />
      <Figures {...props} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="min-w-0 space-y-8">
          <section aria-labelledby="open">
            <OpenInvoices
              invoices={openInvoices}
              url={`${url}?page=${page}`}
              parameter="invoices"
              isForStaff
            />
          </section>
          <Section id="paid" heading="Payments and credit notes" headingClassName="mb-2 text-lg">
            <SourcesTable sources={sources} />
            <div className="mt-4">
              <Pagination
                page={page}
                pages={pages}
                url={`${url}?invoices=${openInvoices.page}`}
                label="Payments and credit notes"
              />
            </div>
          </Section>
        </div>
        <div className="space-y-6">
          <PaymentForm {...props} />
          <CreditLimitForm {...props} />
          <StatementList url={url} statements={props.statements} />
        </div>
      </div>
      <p className="no-print mt-6">
        <TextLink href={accountsUrl}>All accounts</TextLink>
      </p>
    </AdminFrame>
  )
}

export const ledgerAccountPage = definePage(
  'features/sales-ledger/admin/LedgerAccountPage',
  LedgerAccountPage,
)

function Figures({ figures, ages }: LedgerAccountPageProps) {
  const { balance, overdue, toInvoice, limit, used, available, unallocated } = figures
  return (
    <Section id="figures" heading="Figures" headingClassName="sr-only" className="card p-5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        <Figure name="Balance" value={balance} />
        <Figure name="Overdue" value={overdue} isBad={overdue > 0} />
        <Figure name="Credit limit" value={limit ?? 'None'} />
        <Figure name="Used" value={used} />
        {available !== null && <Figure name="Available" value={available} isBad={available < 0} />}
      </dl>
      <p className="mt-4 note">
        {unallocated !== 0 &&
          `Balance: the open invoices, less ${formatPounds(unallocated)} not allocated yet. `}
        {`Used: the balance, plus ${formatPounds(toInvoice)} of orders that are placed and not invoiced yet.`}
      </p>
      <h3 className="mt-5 text-sm font-normal text-steel">Open invoices by age</h3>
      <dl className="mt-1 grid gap-x-6 border-t border-rule pt-2 sm:grid-cols-5">
        {ages.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 py-1 sm:block">
            <dt className="note">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function SourcesTable({ sources }: { sources: ListedSource[] }) {
  if (sources.length === 0) return <p className="card p-5">No payment or credit note yet.</p>
  return (
    <CardTable
      caption="Payments and credit notes, newest first"
      columns={['Payment or credit note', 'Day', 'State', 'Amount']}
    >
      {sources.map(source => (
        <SourceRow key={source.key} source={source} />
      ))}
    </CardTable>
  )
}

function SourceRow({ source }: { source: ListedSource }) {
  const { name, url, day, note, who, state, isCancelled, hasUnallocated } = source
  const tone = hasUnallocated ? 'font-semibold' : 'text-steel'
  return (
    <tr className="card-row">
      <th scope="row" className={`card-cell wrap-anywhere max-md:pr-28`}>
        <a href={url} className="link -my-1 inline-block py-1">
          {name}
        </a>
        {note !== '' && <span className="block note">{note}</span>}
      </th>
      <td className="card-cell">
        <span className="whitespace-nowrap">{day}</span>
        {who !== '' && <span className="block note">{who}</span>}
      </td>
      <td className={`card-cell wrap-anywhere ${tone}`}>{state}</td>
      <td className={`${amountCell} ${isCancelled ? 'text-steel line-through' : ''}`}>{source.amount}</td>
    </tr>
  )
}

function StatementList({ url, statements }: { url: string; statements: ListedStatement[] }) {
  return (
    <Card id="statements" heading="Statements">
      {statements.length === 0 ? (
        <p className="mt-2">The first one is here after the month of the first invoice.</p>
      ) : (
        <ul className="mt-2 divide-y divide-rule">
          {statements.map(statement => (
            <StatementItem key={statement.month} url={url} statement={statement} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function StatementItem({ url, statement }: { url: string; statement: ListedStatement }) {
  const { month, name, pdfUrl, csvUrl, closing, sent, sentAt } = statement
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-4">
        <a href={pdfUrl} className="link tap-target">
          {name}
          <span className="sr-only">, PDF</span>
        </a>
        <a href={csvUrl} className="link mr-auto tap-target">
          CSV<span className="sr-only">{` of ${name}`}</span>
        </a>
        <span className="tabular-nums whitespace-nowrap">{closing}</span>
      </div>
      <form
        method="post"
        action={`${url}/statements/${month}/email`}
        className="flex flex-wrap items-center gap-x-4"
      >
        <input type="hidden" name="sent" value={sentAt} />
        <button type="submit" className="button px-3">
          {sent === '' ? 'Email it' : 'Email it again'}
          <span className="sr-only">{`: ${name}`}</span>
        </button>
        {sent !== '' && <span className="note">{sent}</span>}
      </form>
    </li>
  )
}
