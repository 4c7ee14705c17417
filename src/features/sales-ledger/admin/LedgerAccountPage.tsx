import { formatCount } from '../../../lib/count.ts'
import { formatShortDate } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { type DiscardedInput, DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { Figure } from '../Figure.tsx'
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
  /** Of all pages. */
  openCount: number
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
      </p>
      <FormResult notice={notice} errors={errors} />
      <DiscardedInputs facts={props.discardedInput} />
      <Figures {...props} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="min-w-0 space-y-8">
          <section aria-labelledby="open">
            <h2 id="open" className="mb-2 text-lg">
              Open invoices
            </h2>
            <OpenInvoicesTable invoices={openInvoices.rows} />
            {openInvoices.pages > 1 && (
              <div className="mt-4 space-y-3">
                <p className="text-steel">{`${formatCount(props.openCount)} open invoices, those due first before the others.`}</p>
                <Pagination
                  page={openInvoices.page}
                  pages={openInvoices.pages}
                  url={`${url}?page=${page}`}
                  parameter="invoices"
                  label="Open invoices"
                />
              </div>
            )}
          </section>
          <section aria-labelledby="paid">
            <h2 id="paid" className="mb-2 text-lg">
              Payments and credit notes
            </h2>
            <SourcesTable sources={sources} />
            <div className="mt-4">
              <Pagination
                page={page}
                pages={pages}
                url={`${url}?invoices=${openInvoices.page}`}
                label="Payments and credit notes"
              />
            </div>
          </section>
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
    <section aria-labelledby="figures" className="card p-5">
      <h2 id="figures" className="sr-only">
        Figures
      </h2>
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
    </section>
  )
}

const row =
  'border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4'
const numberLink = 'link max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center'
const heading = 'py-2 pr-4 font-semibold'
const amountHeading = 'py-2 pl-4 text-right font-semibold'
const amount = 'py-3 pl-4 text-right tabular-nums whitespace-nowrap max-md:block max-md:p-0 max-md:text-left'

function OpenInvoicesTable({ invoices }: { invoices: ListedInvoice[] }) {
  if (invoices.length === 0) return <p className="card p-5">Nothing is open on this account.</p>
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Open invoices, those due first before the others</caption>
      <thead className="note max-md:sr-only">
        <tr className="border-b border-edge">
          {['Invoice', 'Date', 'Due', 'Total', 'Open'].map((name, nth) => (
            <th key={name} scope="col" className={nth < 3 ? heading : amountHeading}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {invoices.map(invoice => (
          <OpenInvoiceRow key={invoice.id} {...invoice} />
        ))}
      </tbody>
    </table>
  )
}

function OpenInvoiceRow(invoice: ListedInvoice) {
  const { document, pdfUrl, reference, orderUrl, purchaseOrder, issuedOn, dueOn, overdue, total, open } =
    invoice
  return (
    <tr className={row}>
      <th scope="row" className={`card-cell font-normal`}>
        <a href={pdfUrl} className={`${numberLink} code`}>
          {document}
        </a>
        <a
          href={orderUrl}
          className="link block text-sm max-md:flex max-md:min-h-11 max-md:w-fit max-md:items-center"
        >
          Order {reference}
        </a>
        {purchaseOrder !== '' && <span className="block note wrap-anywhere">PO number {purchaseOrder}</span>}
      </th>
      <td className={`card-cell whitespace-nowrap`}>
        <span className="note md:hidden">Date </span>
        {formatShortDate(issuedOn)}
      </td>
      <td className={`card-cell whitespace-nowrap`}>
        <span className="note md:hidden">Due </span>
        {dueOn === null ? 'No day' : formatShortDate(dueOn)}
        <span
          className={`text-sm max-md:ml-2 md:block ${overdue ? 'font-semibold text-danger' : 'text-steel'}`}
        >
          {overdue || 'Not due'}
        </span>
      </td>
      <td
        className={`${amount} max-md:absolute max-md:top-10 max-md:right-4 max-md:text-sm max-md:text-steel`}
      >
        <span className="md:hidden">of </span>
        {formatPounds(total)}
      </td>
      <td className={`${amount} font-semibold max-md:absolute max-md:top-4 max-md:right-4`}>
        {formatPounds(open)}
      </td>
    </tr>
  )
}

function SourcesTable({ sources }: { sources: ListedSource[] }) {
  if (sources.length === 0) return <p className="card p-5">No payment or credit note yet.</p>
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Payments and credit notes, newest first</caption>
      <thead className="note max-md:sr-only">
        <tr className="border-b border-edge">
          {['Payment or credit note', 'Day', 'State', 'Amount'].map((name, nth) => (
            <th key={name} scope="col" className={nth < 3 ? heading : amountHeading}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {sources.map(source => (
          <SourceRow key={source.key} source={source} />
        ))}
      </tbody>
    </table>
  )
}

function SourceRow({ source }: { source: ListedSource }) {
  const { name, url, day, note, who, state, isCancelled, hasUnallocated } = source
  const tone = hasUnallocated ? 'font-semibold' : 'text-steel'
  return (
    <tr className={row}>
      <th scope="row" className={`card-cell font-normal wrap-anywhere max-md:pr-28`}>
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
      <td
        className={`${amount} font-semibold max-md:absolute max-md:top-4 max-md:right-4 ${isCancelled ? 'text-steel line-through' : ''}`}
      >
        {source.amount}
      </td>
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
