import { formatCount } from '../../../lib/count.ts'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { Figure } from '../Figure.tsx'
import { accountsUrl, type InvoicePage } from '../ledger.ts'
import type { ListedStatement } from '../statement/statement-list.ts'
import { CreditLimitForm, PaymentForm, type PaymentFormProps } from './LedgerForms.tsx'
import { OpenInvoicesTable, SourcesTable } from './LedgerTables.tsx'
import { StatementList } from './StatementList.tsx'
import type { FigureView, ListedInvoice, ListedSource } from './view.ts'

interface LedgerAccountPageProps extends PaymentFormProps {
  name: string
  accountNumber: string
  onStop: boolean
  figures: FigureView
  /** Of orders that are placed and not invoiced yet. */
  toInvoice: string
  openInvoices: InvoicePage<ListedInvoice>
  /** Of all pages. */
  openCount: number
  /** '': all is allocated. */
  unallocated: string
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

/** A company's account: what it owes, what it has paid, and the forms that change it. */
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
        <a href={accountsUrl} className="link">
          All accounts
        </a>
      </p>
    </AdminFrame>
  )
}

export const ledgerAccountPage = definePage(
  'features/sales-ledger/admin/LedgerAccountPage',
  LedgerAccountPage,
)

function Figures({ figures, toInvoice, unallocated, ages }: LedgerAccountPageProps) {
  const { balance, overdue, limit, used, available } = figures
  return (
    <section aria-labelledby="figures" className="card p-5">
      <h2 id="figures" className="sr-only">
        Figures
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        <Figure name="Balance" value={balance} />
        <Figure name="Overdue" value={overdue} isBad={figures.isOverdue} />
        <Figure name="Credit limit" value={limit || 'None'} />
        <Figure name="Used" value={used} />
        {available !== '' && <Figure name="Available" value={available} isBad={figures.isOverLimit} />}
      </dl>
      <p className="mt-4 note">
        {unallocated !== '' && `Balance: the open invoices, less ${unallocated} not allocated yet. `}
        {`Used: the balance, plus ${toInvoice} of orders that are placed and not invoiced yet.`}
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
