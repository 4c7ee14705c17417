import { type ReactNode, useState } from 'react'
import { formatDecimal, formatPounds, pence } from '../../../lib/money.ts'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { ColumnHeading, TableHead } from '../../../ui/ColumnHeading.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import {
  ConfirmField,
  MoneyField,
  OptionField,
  QuantityInput,
  ReasonField,
} from '../../../ui/forms/FormFields.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import type { AdminOrderPageProps } from '../view.ts'
import { type CreditFormView, calculateTypedSum } from './credit-form.ts'

/** Credits pieces, the delivery charge or an amount, and refunds it to the card; the order stays as it is. */
export function RefundForm({ order, version, requestKey, typed, errors }: AdminOrderPageProps) {
  const { credit } = order
  if (!credit) return null
  const { isCard, words } = credit
  return (
    <details open={typed.refund !== undefined} className="open:basis-full">
      <summary className="button">{isCard ? 'Refund…' : 'Credit…'}</summary>
      <SumForm order={order} credit={credit} typed={typed} errors={errors}>
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="request" value={requestKey} />
        <h2 className="mb-2 text-lg">{words.heading}</h2>
        <p>{words.what} The order itself doesn’t change.</p>
        {credit.lines.length > 0 && <CreditLines credit={credit} typed={typed.refund} errors={errors} />}
        {credit.lines.length > 0 && order.paging.pages > 1 && (
          <div className="mt-4">
            <p className="mb-3 text-center note">
              {`Page ${order.paging.page} of ${order.paging.pages} of the lines. Each page is a credit note of its own.`}
            </p>
            <Pagination {...order.paging} label="Lines to credit" />
          </div>
        )}
        <div className="mt-5">
          <MoneyField
            id="refund-amount"
            name="amount"
            label={credit.lines.length > 0 ? 'Or an amount (£ inc VAT)' : 'Amount (£ inc VAT)'}
            hint={
              credit.left > 0
                ? `Up to ${formatPounds(credit.left)}.`
                : `Nothing is left to ${isCard ? 'refund' : 'credit'} as an amount.`
            }
            defaultValue={typed.refund?.amount ?? ''}
            error={errors['refund-amount']}
          />
        </div>
      </SumForm>
    </details>
  )
}

interface SumFormProps extends Pick<AdminOrderPageProps, 'order' | 'typed' | 'errors'> {
  credit: CreditFormView
  /** The fields that the sum depends on. */
  children: ReactNode
}

/**
 * What the fields come to is above the box and the button, which name it, and is sent with them: something else is not
 * confirmed. It follows what is typed; without JavaScript the server says it first.
 */
function SumForm({ order, credit, typed, errors, children }: SumFormProps) {
  const { confirm, button, of } = credit.words
  const answered = typed.refundSum ?? null
  const [sum, setSum] = useState(answered ?? (typed.refund ? calculateTypedSum(credit, typed.refund) : null))
  // The answer was about other quantities.
  const isOutdated = answered !== null && answered !== sum
  const error = isOutdated ? undefined : errors['refund-confirm']
  const text = sum === null ? null : formatPounds(sum)
  return (
    <form method="post" action={`${order.url}/refund`} noValidate className="card mt-2 max-w-2xl p-5">
      <div
        onInput={({ currentTarget }) =>
          setSum(calculateTypedSum(credit, readTyped(credit, new FormData(currentTarget.closest('form')!))))
        }
      >
        {children}
      </div>
      <div className="mt-5">
        <ReasonField
          id="refund-reason"
          hint={credit.isRefundAlone ? 'The customer reads it in the email.' : 'Printed on the credit note.'}
          error={errors['refund-reason']}
          rows={2}
          defaultValue={typed.refund?.reason ?? ''}
        />
      </div>
      <output className="block">
        {text !== null && answered !== sum && (
          <span className="mt-5 block font-semibold">This comes to {text} inc VAT</span>
        )}
      </output>
      <input type="hidden" name="sum" value={sum === null ? '' : formatDecimal(sum)} />
      <ConfirmField id="refund-confirm" label={`Yes, ${confirm.join(` ${text ?? 'this'} `)}`} error={error} />
      <button type="submit" className="button button-strong mt-4">
        {button}
        {text !== null && ` ${of} ${text}`}
      </button>
    </form>
  )
}

const readTyped = ({ lines }: CreditFormView, form: FormData) => ({
  lines: lines.map(({ position }, index) => ({
    position,
    quantity: String(form.get(`lines[${index}][quantity]`) ?? '').trim(),
  })),
  delivery: form.has('delivery'),
  amount: String(form.get('amount') ?? '').trim(),
})

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
        <TableHead>
          <ColumnHeading>Product</ColumnHeading>
          <ColumnHeading className="px-3 text-right">
            {credit.isCard ? 'Left to refund' : 'Left to credit'}
          </ColumnHeading>
          <ColumnHeading className="text-right">Pieces</ColumnHeading>
        </TableHead>
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
          <OptionField type="checkbox" name="delivery" value="1" defaultChecked={typed?.delivery ?? false}>
            {`The delivery charge, ${formatPounds(pence(delivery.net + delivery.vat))}`}
          </OptionField>
        )}
        {canWithdraw && (
          <>
            <p className="mt-2">Of these pieces, those that haven’t left yet won’t be sent.</p>
            <OptionField
              type="checkbox"
              name="free_of_charge"
              value="1"
              defaultChecked={typed?.free_of_charge ?? false}
            >
              Send them all the same, free of charge
            </OptionField>
          </>
        )}
        {canRestock && (
          <OptionField type="checkbox" name="restock" value="1" defaultChecked={typed?.restock ?? false}>
            The goods are back: add them to stock
          </OptionField>
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
    <>
      <tr className={error ? 'align-top' : 'border-b border-rule align-top'}>
        <th scope="row" className="py-2 pr-3 font-normal">
          <label htmlFor={id} className="block">
            <span className="code block">{line.code}</span>
            {line.title}
          </label>
        </th>
        <td className="px-3 py-2 text-right whitespace-nowrap">
          {line.quantity.toLocaleString('en-GB')}
          <span className="block note">{formatPounds(pence(line.net + line.vat))}</span>
        </td>
        <td className="py-2 text-right">
          <input type="hidden" name={`lines[${index}][position]`} value={line.position} />
          <QuantityInput
            id={id}
            name={`lines[${index}][quantity]`}
            defaultValue={typed ?? ''}
            error={error}
          />
        </td>
      </tr>
      {error && (
        <tr className="border-b border-rule">
          <td colSpan={3} className="pb-3">
            <div className="border-l-4 border-danger pl-3">
              <FieldError id={`${id}-error`} text={error} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** Cancels the order. Closed at first, so that it is not pressed by mistake. */
export function CancelForm({ order, version, typed, errors }: AdminOrderPageProps) {
  const error = errors['cancel-reason']
  const unconfirmed = errors['cancel-confirm']
  return (
    <details open={typed.cancel !== undefined} className="open:basis-full">
      <summary className="button button-danger">Cancel this order…</summary>
      <form method="post" action={`${order.url}/cancel`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <p className="mb-4">
          The goods go back into stock,{' '}
          {order.totals.vouchers.length > 0 && 'the voucher can be used again, '}
          {order.moneyBack !== '' && `${order.moneyBack}, `}
          and {order.customer.name} will get an email.
        </p>
        <ReasonField
          id="cancel-reason"
          hint="Included in the email."
          error={error}
          defaultValue={typed.cancel ?? ''}
        />
        <ConfirmField
          id="cancel-confirm"
          label={`Yes, cancel order ${order.reference}`}
          error={unconfirmed}
        />
        <SubmitButton className="button-danger mt-4">Cancel order</SubmitButton>
      </form>
    </details>
  )
}
