import { type SubmitEvent, useState } from 'react'
import { formatConsignments } from '../../lib/consignments.ts'
import { formatPounds, toPounds } from '../../lib/money.ts'
import { NextLink, StandaloneLink, TextLink } from '../../ui/Actions.tsx'
import { ConsignmentLists } from '../../ui/ConsignmentLists.tsx'
import { Fact, Lines } from '../../ui/Fact.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { TotalLines } from '../../ui/TotalLines.tsx'
import { useRestoredByBack } from '../../ui/useRestoredByBack.tsx'
import { CustomerFact } from '../accounts/CustomerFact.tsx'
import { onStopMessage } from '../accounts/messages.ts'
import { OrderLinesTable } from '../basket/lines/OrderLinesTable.tsx'
import { type Credit, formatCreditWarning } from '../credit/credit.ts'
import { findReasonError, type RejectedReason } from './messages.ts'
import { approvalRefusalMessages } from './rules.ts'
import { approvalsPath, type WaitingRow } from './view.ts'

interface WaitingOrdersProps {
  rows: WaitingRow[]
  total: number
  page: number
  pages: number
  account: ApprovalAccount | null
  refused: RejectedReason | null
}

export function WaitingOrders({ rows, total, page, pages, account, refused }: WaitingOrdersProps) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" tabIndex={-1} className="text-xl">
        Waiting for approval{total > 0 && ` (${total})`}
      </h2>
      {total === 0 && (
        <p className="mt-2 text-steel">Nothing is waiting. We’ll email you about each new request.</p>
      )}
      <ul className="mt-3 space-y-5">
        {rows.map(row => (
          <li key={row.id} id={`order-${row.id}`} className="card scroll-mt-24">
            <WaitingOrder row={row} account={account} refused={refused?.id === row.id ? refused : null} />
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Pagination page={page} pages={pages} url={`${approvalsPath}?`} label="Requests" />
      </div>
    </section>
  )
}

interface WaitingOrderProps {
  row: WaitingRow
  account: ApprovalAccount | null
  refused: RejectedReason | null
}

function WaitingOrder({ row, account, refused }: WaitingOrderProps) {
  return (
    <article aria-labelledby={`request-${row.id} reference-${row.id}`}>
      <div className="p-4 sm:p-5">
        <Heading row={row} />
        <Goods row={row} />
        <div className="mt-5 grid gap-4 border-t border-rule pt-4 sm:grid-cols-2 lg:grid-cols-3">
          <dl>
            <Fact name="Delivery">{row.deliveryText}</Fact>
          </dl>
          <dl>
            <Fact name={row.deliveryOrCollection.name}>
              <Lines lines={row.deliveryOrCollection.lines} />
            </Fact>
          </dl>
          <dl className="space-y-4">
            {row.deliveryInstructions !== '' && (
              <Fact name="Delivery instructions">{row.deliveryInstructions}</Fact>
            )}
            <CustomerFact name="Requested by" customer={row.sender} />
          </dl>
        </div>
        {row.consignments && (
          <div className="mt-4 border-t border-rule pt-4">
            <p className="mb-3">{formatConsignments(row.consignments)}</p>
            <ConsignmentLists view={row.consignments} />
          </div>
        )}
        {row.changes.map(change => (
          <p key={change} className="mt-4 border-l-4 border-late pl-3 font-semibold">
            {change}
          </p>
        ))}
      </div>
      <div className="border-t border-rule bg-sunk p-4 sm:p-5">
        {row.canDecide ? (
          <div className="grid gap-5 lg:grid-cols-2">
            <ApproveOrder row={row} account={account} />
            <RejectOrder row={row} refused={refused} />
          </div>
        ) : (
          <p>{approvalRefusalMessages.not_yours_to_give}</p>
        )}
      </div>
    </article>
  )
}

function Heading({
  row: { id, sender, reference, url, when, iso, purchaseOrder, note, totals },
}: HeadingProps) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={`request-${id}`} className="text-lg">
          {sender.name}{' '}
          <span className="font-normal">
            requests approval: {formatPounds(totals.total)}
            <span className="note"> inc VAT</span>
          </span>
        </h3>
        <p>
          <span className="note">Request </span>
          {url === null ? (
            <span id={`reference-${id}`} className="code">
              {reference}
            </span>
          ) : (
            <a id={`reference-${id}`} href={url} className="link code">
              {reference}
            </a>
          )}
        </p>
      </div>
      <p className="note">
        Sent <time dateTime={iso}>{when}</time>
        {purchaseOrder !== '' && (
          <>
            {' '}
            · PO number <span className="wrap-anywhere text-ink">{purchaseOrder}</span>
          </>
        )}
      </p>
      {note !== '' && <p className="mt-3 max-w-prose border-l-4 border-amber pl-4 wrap-anywhere">“{note}”</p>}
    </>
  )
}

type HeadingProps = Pick<WaitingOrderProps, 'row'>

/** Lines that are not folded. */
const openLines = 10

function Goods({ row: { reference, lines, more, url, checkoutUrl, totals } }: HeadingProps) {
  const folded = lines.slice(openLines)
  const caption = `Products of request ${reference}, ex VAT`
  const columns = { each: 'Price', sum: 'Subtotal' }
  return (
    <div className="mt-4">
      <OrderLinesTable caption={caption} {...columns} lines={lines.slice(0, openLines)} />
      {folded.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer py-3">
            Show {folded.length === 1 ? 'the other line' : `the other ${folded.length} lines`}
          </summary>
          <OrderLinesTable caption={`${caption}, continued`} {...columns} lines={folded} />
        </details>
      )}
      {more > 0 && (
        <p className="mt-2">
          <TextLink href={url ?? checkoutUrl}>
            and {more.toLocaleString('en-GB')} more {more === 1 ? 'line' : 'lines'}
          </TextLink>
        </p>
      )}
      <TotalLines totals={totals} className="mt-4 ml-auto max-w-xs" />
    </div>
  )
}

export interface ApprovalAccount {
  accountNumber: string
  onStop: boolean
  credit: Credit | null
}

interface ApproveOrderProps {
  row: WaitingRow
  /** Null: the head buyer cannot order on account. */
  account: ApprovalAccount | null
}

/** Places a request as it stands with one press; the checkout is for changes, and for cards. */
function ApproveOrder({ row: { approval, checkoutUrl, reference }, account }: ApproveOrderProps) {
  const [isBusy, setBusy] = useState(false)
  useRestoredByBack(() => setBusy(false))
  if (!approval || !account) {
    return (
      <NextLink href={checkoutUrl}>
        Open in the checkout<span className="sr-only">, request {reference}</span>
      </NextLink>
    )
  }
  const creditWarning = account.credit && formatCreditWarning(account.credit, approval.total)
  return (
    <form
      method="post"
      action={approval.url}
      onSubmit={event => (isBusy ? event.preventDefault() : setBusy(true))}
    >
      <input type="hidden" name="delivery_arg" value={approval.day} />
      <input type="hidden" name="shown_total" value={toPounds(approval.total)} />
      {account.onStop && <p className="mb-3 border-l-4 border-late pl-3">{onStopMessage}</p>}
      {creditWarning !== null && <p className="mb-3 border-l-4 border-late pl-3">{creditWarning}</p>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <button type="submit" className="button button-next max-sm:w-full" aria-busy={isBusy || undefined}>
          {isBusy ? 'Placing the order…' : `Approve and order: ${formatPounds(approval.total)}`}
          <span className="sr-only"> request {reference}</span>
        </button>
        <StandaloneLink href={checkoutUrl}>
          Change something first<span className="sr-only">, request {reference}</span>
        </StandaloneLink>
      </div>
      <p className="mt-1 note">
        Placed on account {account.accountNumber}, under our{' '}
        <a href="/terms-conditions" target="_blank" rel="noopener" className="link">
          terms and conditions (opens in new window)
        </a>
        .
      </p>
    </form>
  )
}

interface RejectOrderProps {
  row: WaitingRow
  refused: RejectedReason | null
}

export const reasonFieldId = (orderId: number): string => `reason-${orderId}`

/** Rejects a request: the reason, and a button that needs no confirmation. */
function RejectOrder({ row, refused }: RejectOrderProps) {
  const [error, setError] = useState(refused?.error)
  const [isBusy, setBusy] = useState(false)
  useRestoredByBack(() => setBusy(false))
  const id = reasonFieldId(row.id)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const reason = event.currentTarget.elements.namedItem('reason') as HTMLInputElement
    const reasonError = findReasonError(reason.value)
    if (isBusy || reasonError) event.preventDefault()
    if (reasonError === null) return setBusy(true)
    setError(reasonError)
    reason.focus()
  }

  return (
    <form method="post" action={row.rejectUrl} onSubmit={submit} noValidate>
      <Field
        id={id}
        label="Reason, if you reject it"
        hint={`${row.sender.name} will get it by email`}
        error={error ?? null}
      >
        {controlProps => (
          <div className="flex gap-2 max-sm:flex-col">
            <input
              {...controlProps}
              type="text"
              name="reason"
              autoComplete="off"
              defaultValue={refused?.reason ?? ''}
              onInput={event =>
                error && findReasonError(event.currentTarget.value) === null && setError(undefined)
              }
              className="input min-w-0 flex-1"
            />
            <button type="submit" className="button shrink-0" aria-busy={isBusy || undefined}>
              {isBusy ? 'Rejecting…' : 'Reject'}
              <span className="sr-only"> request {row.reference}</span>
            </button>
          </div>
        )}
      </Field>
    </form>
  )
}
