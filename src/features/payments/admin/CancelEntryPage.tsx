import { formatPounds, type Pence } from '../../../lib/money.ts'
import { CodeLink, SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { handKindNames } from '../by-hand.ts'
import { cashUrl } from '../hand-payment-urls.ts'
import { type HandFormProps, PaymentFields } from './PaymentFields.tsx'

export interface CancelEntryProps extends HandFormProps {
  id: number
  order: { reference: string; customer: string }
  amount: Pence
  /** 'Cash, received 24 November 2026, entered by Stella Affleck'. */
  entered: string
  typed: { reason: string; kind: string; payment_reference: string; till: string }
}

export function CancelEntryPage(props: CancelEntryProps) {
  const { id, order, amount, entered, typed, errors, notice } = props
  return (
    <AdminFrame current="cash" title={`${formatPounds(amount)} entered wrongly`}>
      <FormResult notice={notice} errors={errors} />
      <p className="max-w-2xl wrap-anywhere">
        <CodeLink href={adminOrderUrl(order.reference)}>{order.reference}</CodeLink> {order.customer}.{' '}
        {entered}.
      </p>
      <form
        method="post"
        action={`${cashUrl}/${id}/cancel`}
        noValidate
        className="card mt-6 max-w-2xl space-y-4 p-5"
      >
        <p>The entry stays on the sheet of its day; today’s sheet takes it back with the reason.</p>
        <TextField {...createFieldProps(typed, errors)('reason')} label="What was wrong" width="full" />
        <PaymentFields {...props} kinds={{ '': 'Not at all: the order waits again', ...handKindNames }} />
        <SubmitButton className="button-danger">Cancel the entry</SubmitButton>
      </form>
      <p className="mt-6">
        <TextLink href={cashUrl}>Back to the cash sheet</TextLink>
      </p>
    </AdminFrame>
  )
}

export const cancelEntryPage = definePage('features/payments/admin/CancelEntryPage', CancelEntryPage)
