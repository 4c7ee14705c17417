import { useState } from 'react'
import { TextField } from '../../ui/forms/Field.tsx'
import { RadioField } from '../../ui/forms/FormFields.tsx'
import { createChoiceProps, createFieldProps } from '../../ui/forms/field-props.ts'
import { handKindNames } from '../payments/by-hand.ts'
import type { EntryForm } from './entry.ts'

interface PaidNowProps {
  form: Pick<EntryForm, 'payment_kind' | 'payment_reference' | 'till'>
  errors: Record<string, string>
}

/** How something was paid, below 'Paid now'. A bank transfer has no till. */
export function PaidNow({ form, errors }: PaidNowProps) {
  const toField = createFieldProps(form, errors)
  const [kind, setKind] = useState<string>(form.payment_kind)
  return (
    <div
      className="space-y-4 border-l-4 border-rule pl-4"
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement
        if (name === 'payment_kind') setKind(value)
      }}
    >
      <RadioField
        {...createChoiceProps(form, errors)('payment_kind')}
        legend="How they paid"
        options={handKindNames}
      />
      <TextField
        {...toField('payment_reference')}
        label="Reference of the slip or the bank"
        hint="Needed for a bank transfer."
      />
      {kind !== 'bank' && <TextField {...toField('till')} label="Till" width="short" optional />}
    </div>
  )
}
