import { TextField } from '../../ui/forms/Field.tsx'
import { RadioField } from '../../ui/forms/FormFields.tsx'
import { handKindNames } from '../payments/by-hand.ts'
import type { EntryForm } from './entry.ts'
import { toEntryField } from './entry-field.ts'

interface PaidNowProps {
  form: Pick<EntryForm, 'payment_kind' | 'payment_reference' | 'till'>
  errors: Record<string, string>
}

/** How something was paid, below 'Paid now'. */
export const PaidNow = (props: PaidNowProps) => (
  <div className="space-y-4 border-l-4 border-rule pl-4">
    <RadioField
      id="payment_kind"
      legend="How they paid"
      options={handKindNames}
      value={props.form.payment_kind}
      error={props.errors.payment_kind}
    />
    <TextField
      {...toEntryField(props, 'payment_reference')}
      label="Reference of the slip or the bank"
      hint="Needed for a bank transfer."
    />
    <TextField {...toEntryField(props, 'till')} label="Till" width="short" optional />
  </div>
)
