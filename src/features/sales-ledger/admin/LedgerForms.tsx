import { Card } from '../../../ui/Card.tsx'
import { FieldError, TextField } from '../../../ui/forms/Field.tsx'
import { ConfirmField, DayField, MoneyField, RadioField, SelectField } from '../../../ui/forms/FormFields.tsx'
import { createChoiceProps, createFieldProps } from '../../../ui/forms/field-props.ts'
import { AdminForm } from '../../back-office/AdminForm.tsx'
import { paymentMethodNames } from '../ledger.ts'
import {
  allocationModeNames,
  otherPaymentLabel,
  type PaymentInput,
  toAmountField,
  toAmountName,
} from '../payment-form.ts'
import type { FormInvoice } from './view.ts'

export interface LedgerFormProps {
  url: string
  /** Of what the forms were made from. */
  version: string
  /** Field → message. */
  errors: Record<string, string>
}

export interface PaymentFormProps extends LedgerFormProps {
  /** Of the page that is open, and those with an amount. */
  invoices: FormInvoice[]
  openInvoices: { page: number; pages: number }
  payment: PaymentInput
}

export function PaymentForm({ url, version, invoices, openInvoices, payment, errors }: PaymentFormProps) {
  const { page, pages } = openInvoices
  const hasAmounts = payment.allocations.some(({ amount }) => amount !== '')
  return (
    <Card id="enter-payment" heading="Enter a payment">
      <AdminForm action={`${url}/payments`} version={version} button="Enter payment" look="button-strong">
        <input type="hidden" name="request" value={payment.request} />
        <PaymentFacts payment={payment} errors={errors} />
        <RadioField
          {...createChoiceProps(payment, errors)('mode')}
          legend="What it pays"
          options={allocationModeNames}
        />
        {invoices.length > 0 && (
          <details open={payment.mode === 'typed' || hasAmounts}>
            <summary className="link min-h-11 content-center">Amounts by invoice…</summary>
            {pages > 1 && (
              <p className="mt-1 note">{`Those of page ${page} of ${pages} of the open invoices. Open their page first to pay others.`}</p>
            )}
            <div className="mt-2">
              <AllocationFields invoices={invoices} allocations={payment.allocations} errors={errors} />
            </div>
          </details>
        )}
        {(payment.other_payment || errors.other_payment) && (
          <ConfirmField
            id="other_payment"
            name="other_payment"
            label={otherPaymentLabel}
            isTicked={payment.other_payment}
            error={errors.other_payment}
          />
        )}
      </AdminForm>
    </Card>
  )
}

const { card: _card, ...methodNames } = paymentMethodNames

function PaymentFacts({ payment, errors }: Pick<PaymentFormProps, 'payment' | 'errors'>) {
  const toField = createFieldProps(payment, errors)
  return (
    <>
      <MoneyField {...toField('amount')} label="Amount in £" />
      <DayField {...toField('received_on')} label="Received on" />
      <SelectField {...toField('method')} label="Paid by" options={methodNames} className="max-w-[24ch]" />
      <TextField
        {...toField('reference')}
        label="Reference"
        hint="As on the bank statement or the cheque."
        spellCheck={false}
      />
      <TextField {...toField('note')} label="Note" optional />
    </>
  )
}

interface AllocationFieldsProps {
  invoices: FormInvoice[]
  allocations: PaymentInput['allocations']
  errors: Record<string, string>
  /** In two columns. */
  isWide?: boolean
}

export function AllocationFields({ invoices, allocations, errors, isWide = false }: AllocationFieldsProps) {
  const typed = new Map(allocations.map(({ id, amount }) => [id, amount]))
  return (
    <div id="allocations" className="space-y-3">
      <FieldError id="allocations-error" text={errors.allocations} />
      <div className={`grid gap-x-6 gap-y-3 ${isWide ? 'sm:grid-cols-2 sm:items-end' : ''}`}>
        {invoices.map(({ id, number, hint }, index) => (
          <div key={id}>
            <input type="hidden" name={`allocations[${index}][id]`} value={id} />
            <TextField
              id={toAmountField(id)}
              name={toAmountName(index)}
              label={
                <>
                  <span className="code">{number}</span>
                  <span className="sr-only">, amount in £</span>
                </>
              }
              hint={hint}
              width="short"
              inputMode="decimal"
              error={errors[toAmountField(id)]}
              defaultValue={typed.get(id) ?? ''}
              autoComplete="off"
            />
          </div>
        ))}
      </div>
    </div>
  )
}

export function CreditLimitForm({ url, version, limit, errors }: LedgerFormProps & { limit: string }) {
  return (
    <Card id="credit" heading="Credit limit">
      <AdminForm action={`${url}/credit-limit`} version={version} button="Save limit">
        <MoneyField
          {...createFieldProps({ credit_limit: limit }, errors)('credit_limit')}
          label="Limit in £"
          optional
          hint="Empty: no limit was agreed."
        />
      </AdminForm>
    </Card>
  )
}
