import type { ReactNode } from 'react'
import { TextField } from '../../../ui/forms/Field.tsx'
import { SelectField } from '../../../ui/forms/FormFields.tsx'
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
export const PaymentFields = ({
  version,
  requestKey,
  typed,
  kinds,
  errors,
  children,
}: PaymentFieldsProps) => (
  <>
    <input type="hidden" name="seen" value={version} />
    <input type="hidden" name="request" value={requestKey} />
    <SelectField
      id="payment-kind"
      name="kind"
      label="How it was paid"
      defaultValue={typed.kind}
      error={errors['payment-kind']}
    >
      {Object.entries(kinds).map(([kind, name]) => (
        <option key={kind} value={kind}>
          {name}
        </option>
      ))}
    </SelectField>
    {children}
    {(['payment_reference', 'till'] as const).map(name => (
      <TextField
        key={name}
        id={name}
        name={name}
        label={name === 'till' ? 'Till' : 'Reference of the slip or the bank'}
        autoComplete="off"
        optional={name === 'till'}
        hint={name === 'till' ? undefined : 'A bank transfer needs one'}
        defaultValue={typed[name]}
        error={errors[name]}
      />
    ))}
  </>
)
