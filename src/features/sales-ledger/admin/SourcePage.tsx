import { useState } from 'react'
import { formatCount } from '../../../lib/count.ts'
import type { Pence } from '../../../lib/money.ts'
import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { type DiscardedInput, DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { calculateLeft, formatLeft, type PaymentInput, toAmountName } from '../payment-form.ts'
import { AllocationFields, type LedgerFormProps } from './LedgerForms.tsx'
import type { FormInvoice, ListedSource } from './view.ts'

interface SourcePageProps extends LedgerFormProps {
  company: { name: string; url: string }
  source: ListedSource
  /** '': it was not cancelled. */
  cancelled: string
  /** When it was entered. */
  at: string
  canCancel: boolean
  /** Of what is open without this payment or credit note: those of the page, and what it pays. */
  invoices: FormInvoice[]
  page: number
  pages: number
  /** How many invoices it pays, when that is more than the form has; else null. */
  paidCount: number | null
  allocations: PaymentInput['allocations']
  /** Of the payment or credit note. */
  total: Pence
  /** What the fields can allocate: what is not allocated, and what it pays of their invoices. */
  allocatable: Pence
  reason: string
  /** What was typed for invoices that are paid by now, or once the payment was cancelled. */
  discardedInput: DiscardedInput[]
  notice: string | null
}

export function SourcePage(props: SourcePageProps) {
  const { company, source, cancelled, canCancel, notice, errors } = props
  return (
    <AdminFrame current="accounts" title={<span className="wrap-anywhere">{source.name}</span>}>
      <p className="-mt-4 mb-6">
        <TextLink href={company.url}>{company.name}</TextLink>
      </p>
      <FormResult notice={notice} errors={errors} />
      <DiscardedInputs facts={props.discardedInput} />
      <SourceFacts {...props} />
      {cancelled === '' ? (
        <AllocationForm {...props} />
      ) : (
        <p className="card mt-6 max-w-2xl border-l-4 border-l-amber p-5">{cancelled}</p>
      )}
      {canCancel && <CancelPaymentForm {...props} />}
    </AdminFrame>
  )
}

export const sourcePage = definePage('features/sales-ledger/admin/SourcePage', SourcePage)

function SourceFacts({ source, at }: SourcePageProps) {
  const entered = source.who === '' ? at : `${at} by ${source.who}`
  return (
    <dl className="card grid max-w-2xl grid-cols-2 gap-4 p-5 sm:flex sm:flex-wrap sm:gap-x-12">
      <Fact name="Amount" value={source.amount} />
      <Fact name="Day" value={source.day} />
      <Fact name="State" value={source.state} />
      <Fact name="Entered" value={entered} />
      {source.note !== '' && <Fact name="Note" value={source.note} />}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd className="font-semibold tabular-nums wrap-anywhere">{value}</dd>
    </div>
  )
}

function AllocationForm(props: SourcePageProps) {
  const { url, version, source, invoices, page, pages, paidCount, allocations, errors } = props
  const { total, allocatable } = props
  const ids = new Set(invoices.map(({ id }) => id))
  const amounts = allocations.filter(({ id }) => ids.has(id)).map(({ amount }) => amount)
  const [left, setLeft] = useState(calculateLeft(allocatable, amounts))
  return (
    <Card id="allocation" heading="What it pays" className="mt-6 max-w-2xl">
      {invoices.length === 0 ? (
        <p className="mt-2">No invoice is open on this account.</p>
      ) : (
        <form method="post" action={`${url}/allocation`} noValidate className="mt-3 space-y-4">
          <input type="hidden" name="seen" value={version} />
          {paidCount !== null && (
            <>
              <input type="hidden" name="partial" value="1" />
              <p>{`It pays ${formatCount(paidCount)} invoices. Those that were due first are on each page below, the others on the page of the invoice. Saving changes only the amounts of the page that is open.`}</p>
            </>
          )}
          <div
            onInput={({ currentTarget }) =>
              setLeft(calculateLeft(allocatable, readAmounts(currentTarget.closest('form')!, invoices)))
            }
          >
            <AllocationFields invoices={invoices} allocations={allocations} errors={errors} isWide />
          </div>
          <output className="block font-semibold tabular-nums">
            {left !== null && formatLeft(left, total)}
          </output>
          <div className="flex flex-wrap gap-3">
            <SubmitButton className="button-strong">Save allocation</SubmitButton>
            <button type="submit" name="oldest" value="1" className="button">
              {`Allocate ${source.amount} to the oldest first`}
            </button>
          </div>
          {pages > 1 && (
            <div className="space-y-3 border-t border-rule pt-4">
              <p>
                {paidCount === null && 'What it pays is on each page. '}
                Save before you open another one.
              </p>
              <Pagination page={page} pages={pages} url={`${url}?`} label="Open invoices" />
            </div>
          )}
        </form>
      )}
    </Card>
  )
}

function readAmounts(form: HTMLFormElement, invoices: readonly FormInvoice[]): string[] {
  const data = new FormData(form)
  return invoices.map((_, index) => String(data.get(toAmountName(index)) ?? ''))
}

/** Closed at first, so that it is not pressed by mistake. */
function CancelPaymentForm({ url, version, reason, errors }: SourcePageProps) {
  return (
    <details open={errors.reason !== undefined} className="mt-6">
      <summary className="button button-danger w-fit">Cancel this payment…</summary>
      <form method="post" action={`${url}/cancel`} noValidate className="card mt-2 max-w-2xl space-y-4 p-5">
        <input type="hidden" name="seen" value={version} />
        <p>
          What it pays is open again. The payment stays in the list, and the next statement takes it back with
          the reason.
        </p>
        <TextField
          id="reason"
          name="reason"
          label="Reason"
          error={errors.reason}
          defaultValue={reason}
          autoComplete="off"
        />
        <SubmitButton className="button-danger">Cancel this payment</SubmitButton>
      </form>
    </details>
  )
}
