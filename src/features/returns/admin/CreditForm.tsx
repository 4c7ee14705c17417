import type { ReactNode } from 'react'
import { formatPounds } from '../../../lib/money.ts'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { HiddenFields, QuantityField, StepForm } from './ReturnFields.tsx'
import type { AdminReturnPageProps } from './view.ts'

/** Credits what came back, and refunds a card. */
export function CreditForm(props: AdminReturnPageProps & { beside: ReactNode }) {
  const { view, typed, errors, beside } = props
  const { credit } = view
  if (credit === null) return null
  const error = errors['credit-confirm']
  return (
    <StepForm
      id="credit"
      heading="Credit"
      action={`${view.url}/credit`}
      button={credit.isCard ? 'Send refund' : 'Issue credit note'}
      beside={beside}
    >
      <HiddenFields {...props} />
      <p>
        {credit.isCard ? 'The money goes back to the card, and ' : 'The account is credited, and '}
        {view.customer.name} gets the credit note by email.
        {credit.total !== null && (
          <>
            {' '}
            As proposed it comes to <strong>{formatPounds(credit.total)}</strong> inc VAT.
          </>
        )}
      </p>
      <ul className="mt-2 divide-y divide-rule">
        {view.lines.map((line, index) => (
          <li key={line.position} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <QuantityField
              id={`credit-${line.position}`}
              line={line}
              index={index}
              of={line.received ?? 0}
              value={
                typed.credit?.lines.find(({ position }) => position === line.position)?.quantity ??
                String(line.received ?? 0)
              }
              error={errors[`credit-${line.position}`]}
            />
          </li>
        ))}
      </ul>
      {(credit.deliveryCost ?? 0) > 0 && (
        <Tick name="delivery" isTicked={typed.credit?.delivery ?? credit.delivery}>
          {`Credit the delivery charge of ${formatPounds(credit.deliveryCost!)} ex VAT too`}
        </Tick>
      )}
      {view.chargePercent > 0 && (
        <Tick name="charge" isTicked={typed.credit?.charge ?? true}>
          {`Deduct the handling charge of ${view.chargePercent}%`}
        </Tick>
      )}
      <div className={error ? 'mt-2 border-l-4 border-danger pl-3' : 'mt-2 border-t border-rule pt-2'}>
        <FieldError id="credit-confirm-error" text={error} />
        <label htmlFor="credit-confirm" className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            id="credit-confirm"
            type="checkbox"
            name="confirm"
            value="1"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'credit-confirm-error' : undefined}
            className="size-5 shrink-0"
          />
          {credit.isCard ? 'Yes, refund this to the card' : 'Yes, credit this to the account'}
        </label>
      </div>
    </StepForm>
  )
}

function Tick({ name, isTicked, children }: { name: string; isTicked: boolean; children: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="checkbox" name={name} value="1" defaultChecked={isTicked} className="size-5 shrink-0" />
      {children}
    </label>
  )
}
