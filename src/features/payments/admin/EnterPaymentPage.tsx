import { formatPounds } from '../../../lib/money.ts'
import { NextButton, SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { DayField, MoneyField } from '../../../ui/forms/FormFields.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { type HandPaymentInput, handKindNames, type WaitingPayment } from '../by-hand.ts'
import { enterPaymentUrl, proFormasUrl, toEnterPaymentUrl } from '../hand-payment-urls.ts'
import { type HandFormProps, PaymentFields } from './PaymentFields.tsx'

export interface EnterPaymentProps extends HandFormProps {
  /** Of the menu: the list that leads here. */
  section: string
  /** Of the bank statement, as typed. */
  line: string
  /** What was found for it; ''. */
  note: string
  candidates: readonly WaitingPayment[]
  /** Whose payment is entered; null: none is chosen. */
  order: WaitingPayment | null
  typed: HandPaymentInput
}

/** First which order the money is for, then the payment itself. */
export function EnterPaymentPage(props: EnterPaymentProps) {
  const { line, note, candidates, order, notice, errors } = props
  return (
    <AdminFrame current={props.section} title="Enter a payment">
      <FormResult notice={notice} errors={errors} />
      <form method="get" action={enterPaymentUrl} noValidate className="card max-w-2xl space-y-4 p-5">
        <TextField
          {...createFieldProps({ line }, errors)('line')}
          label="Line of the bank statement"
          hint="Paste it, or type the order number or the amount"
          width="full"
        />
        <SubmitButton className={order === null ? 'button-next' : ''}>Read the line</SubmitButton>
      </form>
      {note !== '' && <p className="mt-6 max-w-2xl border-l-4 border-amber pl-3">{note}</p>}
      {candidates.length > 1 && (
        <ul className="mt-4 max-w-2xl divide-y divide-rule border-y border-rule">
          {candidates.map(({ reference, customer, due }) => (
            <li key={reference} className="flex flex-wrap justify-between gap-x-6 py-2">
              <TextLink href={`${toEnterPaymentUrl(reference)}&line=${encodeURIComponent(line)}`}>
                <span className="code">{reference}</span> {customer}
              </TextLink>
              <span className="tabular-nums">{formatPounds(due)}</span>
            </li>
          ))}
        </ul>
      )}
      {order && <PaymentForm {...props} order={order} />}
      <p className="mt-6">
        <TextLink href={proFormasUrl}>All pro formas</TextLink>
      </p>
    </AdminFrame>
  )
}

export const enterPaymentPage = definePage('features/payments/admin/EnterPaymentPage', EnterPaymentPage)

function PaymentForm({ order, ...props }: EnterPaymentProps & { order: WaitingPayment }) {
  const { reference, customer, due } = order
  const toField = createFieldProps(props.typed, props.errors)
  return (
    <Card id="payment" heading={`Order ${reference}`} className="mt-6 max-w-2xl">
      <p className="mt-1 wrap-anywhere">
        {customer}: {formatPounds(due)} to be paid.{' '}
        <TextLink href={adminOrderUrl(reference)}>See the order</TextLink>
      </p>
      <form
        method="post"
        action={`${adminOrderUrl(reference)}/payments`}
        noValidate
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="bank_line" value={props.line} />
        <PaymentFields {...props} kinds={handKindNames}>
          <MoneyField {...toField('amount')} label="Amount, £" />
          <DayField {...toField('received_on')} label="Day it came in" />
        </PaymentFields>
        <div className="sm:col-span-2">
          <NextButton>Enter the payment</NextButton>
        </div>
      </form>
    </Card>
  )
}
