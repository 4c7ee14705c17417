import type { ReactNode } from 'react'
import { formatPounds } from '../../../lib/money.ts'
import { Field, FieldError, TextField } from '../../../ui/forms/Field.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ConfirmField } from './ConfirmField.tsx'
import type { AdminOrderPageProps, CreditFormView } from './page-props.ts'
import { maxCancellationReasonLength } from './rules.ts'

/** Credits pieces, the delivery charge or an amount, and refunds it to the card; the order stays as it is. */
export function RefundForm({ order, version, requestKey, typed, errors }: AdminOrderPageProps) {
  const { credit } = order
  if (!credit) return null
  const { isCard, isRefundAlone } = credit
  return (
    <details open={typed.refund !== undefined} className="open:basis-full">
      <summary className="button w-fit">{isCard ? 'Refund…' : 'Credit…'}</summary>
      <form method="post" action={`${order.url}/refund`} noValidate className="card mt-2 max-w-2xl p-5">
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="request" value={requestKey} />
        <p>
          {isRefundAlone
            ? 'The money goes back to the card, and the customer gets an email about it. '
            : isCard
              ? 'The money goes back to the card, and the customer gets a credit note by email. '
              : 'The customer’s account is credited, and they get the credit note by email. '}
          The order itself doesn’t change.
        </p>
        {credit.lines.length > 0 && <CreditLines credit={credit} typed={typed.refund} errors={errors} />}
        {credit.lines.length > 0 && order.paging.pages > 1 && (
          <div className="mt-4">
            <p className="mb-3 text-center text-sm text-steel">
              {`Page ${order.paging.page} of ${order.paging.pages} of the lines. Each page is a credit note of its own.`}
            </p>
            <Pagination {...order.paging} label="Lines to credit" />
          </div>
        )}
        <div className="mt-5 space-y-5">
          <TextField
            id="refund-amount"
            name="amount"
            label={credit.lines.length > 0 ? 'Or an amount, £' : 'Amount, £'}
            hint={
              credit.left > 0
                ? `Up to ${formatPounds(credit.left)} inc VAT.`
                : 'Nothing is left to credit as an amount.'
            }
            inputMode="decimal"
            autoComplete="off"
            width="short"
            maxLength={20}
            defaultValue={typed.refund?.amount ?? ''}
            error={errors['refund-amount'] ?? null}
          />
          <Field
            id="refund-reason"
            label="Reason"
            hint={isRefundAlone ? 'The customer reads it in the email.' : 'Printed on the credit note.'}
            error={errors['refund-reason'] ?? null}
          >
            {controlProps => (
              <textarea
                {...controlProps}
                name="reason"
                rows={2}
                maxLength={maxCancellationReasonLength}
                defaultValue={typed.refund?.reason ?? ''}
                className="input"
              />
            )}
          </Field>
        </div>
        <ConfirmField
          id="refund-confirm"
          label={isCard ? 'Yes, refund this to the card' : 'Yes, credit this to the account'}
          error={errors['refund-confirm']}
        />
        <button type="submit" className="button button-strong mt-4">
          {isCard ? 'Send refund' : 'Issue credit note'}
        </button>
      </form>
    </details>
  )
}

interface CreditLinesProps {
  credit: CreditFormView
  typed: AdminOrderPageProps['typed']['refund']
  errors: AdminOrderPageProps['errors']
}

function CreditLines({ credit, typed, errors }: CreditLinesProps) {
  const { lines, delivery, canRestock, canWithdraw } = credit
  return (
    <>
      <table className="mt-4 w-full text-left">
        <caption className="sr-only">What can be credited, inc VAT</caption>
        <thead className="text-sm text-steel">
          <tr className="border-b border-edge">
            <th scope="col" className="py-2 font-semibold">
              Product
            </th>
            <th scope="col" className="px-3 py-2 text-right font-semibold">
              Left to credit
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Pieces
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <CreditLine
              key={line.position}
              line={line}
              index={index}
              typed={typed?.lines.find(({ position }) => position === line.position)?.quantity}
              error={errors[`refund-quantity-${line.position}`]}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-3">
        {delivery !== null && (
          <Tick name="delivery" isTicked={typed?.delivery ?? false}>
            The delivery charge, {formatPounds(delivery)}
          </Tick>
        )}
        {canWithdraw && (
          <>
            <p className="mt-2">Of these pieces, those that haven’t left yet won’t be sent.</p>
            <Tick name="free_of_charge" isTicked={typed?.free_of_charge ?? false}>
              Send them all the same, free of charge
            </Tick>
          </>
        )}
        {canRestock && (
          <Tick name="restock" isTicked={typed?.restock ?? false}>
            The pieces are back: put them on hand
          </Tick>
        )}
      </div>
    </>
  )
}

interface CreditLineProps {
  line: CreditFormView['lines'][number]
  index: number
  /** Undefined: nothing yet. */
  typed: string | undefined
  error: string | undefined
}

function CreditLine({ line, index, typed, error }: CreditLineProps) {
  const id = `refund-quantity-${line.position}`
  return (
    <tr className="border-b border-rule align-top">
      <th scope="row" className="py-2 pr-3 font-normal">
        <label htmlFor={id} className="block">
          <span className="code block">{line.code}</span>
          {line.title}
        </label>
      </th>
      <td className="px-3 py-2 text-right whitespace-nowrap">
        {line.quantity.toLocaleString('en-GB')}
        <span className="block text-sm text-steel">{formatPounds(line.total)}</span>
      </td>
      <td className="py-2 text-right">
        <input type="hidden" name={`lines[${index}][position]`} value={line.position} />
        <input
          id={id}
          name={`lines[${index}][quantity]`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          defaultValue={typed ?? ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="input w-20 text-right"
        />
        <FieldError id={`${id}-error`} text={error} />
      </td>
    </tr>
  )
}

function Tick({ name, isTicked, children }: { name: string; isTicked: boolean; children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} value="1" defaultChecked={isTicked} className="size-5 shrink-0" />
      <span>{children}</span>
    </label>
  )
}
