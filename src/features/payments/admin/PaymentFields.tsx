import { type ReactNode, useState } from 'react'
import { TextField } from '../../../ui/forms/Field.tsx'
import { OfChoice, SelectField } from '../../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import type { HandPaymentInput } from '../by-hand.ts'

/** What the pages with forms about a payment share. */
export interface HandFormProps {
  version: string
  requestKey: string
  errors: Record<string, string>
  notice: string | null
}

interface PaymentFieldsProps extends Omit<HandFormProps, 'notice'> {
  typed: Pick<HandPaymentInput, 'payment_reference' | 'till'> & { kind: string }
  /** Value → name. */
  kinds: Record<string, string>
  children?: ReactNode
}

/** How it was paid, with the reference and the till. */
export function PaymentFields({ version, requestKey, typed, kinds, errors, children }: PaymentFieldsProps) {
  const toField = createFieldProps(typed, errors)
  const [kind, setKind] = useState(typed.kind)
  return (
    <>
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="request" value={requestKey} />
      <SelectField
        {...toField('kind')}
        label="How it was paid"
        options={kinds}
        onChange={({ target }) => setKind(target.value)}
      />
      {children}
      <TextField
        {...toField('payment_reference')}
        label="Reference of the slip or the bank"
        hint="A bank transfer needs one"
      />
      <OfChoice isChosen={kind !== 'bank'}>
        <TextField {...toField('till')} label="Till" optional />
      </OfChoice>
    </>
  )
}
