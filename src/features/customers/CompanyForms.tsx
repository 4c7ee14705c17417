import { TextField } from '../../ui/forms/Field.tsx'
import { SelectField, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'
import type { CompanyForm } from './company-form.ts'
import { documentEmailNames } from './customer.ts'

const termsNames = {
  '': 'As for all customers',
  days: 'Days after the invoice',
  end_of_month: 'Days after the end of the invoice’s month',
}

interface CompanyFieldsProps {
  form: CompanyForm
  /** Papers have the account number, so it stays. */
  isNumberFixed: boolean
  /** When invoices of other companies are due: '30 days'. */
  shopTerms: string
  errors: Record<string, string>
}

export function CompanyFields({ form, isNumberFixed, shopTerms, errors }: CompanyFieldsProps) {
  const toField = createFieldProps(form, errors)
  return (
    <>
      <TextField {...toField('name')} label="Company name" />
      <TextField
        {...toField('account_number')}
        label="Account number"
        {...(isNumberFixed && { readOnly: true, hint: 'On invoices already, so it stays as it is.' })}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField {...toField('company_number')} label="Company number" optional spellCheck={false} />
      <TextField
        {...toField('vat')}
        label="VAT number"
        hint="Such as GB and 9 digits"
        optional
        spellCheck={false}
      />
      <TextField
        {...toField('eori')}
        label="EORI"
        hint="For exports, such as GB and 12 digits"
        optional
        spellCheck={false}
      />
      <SelectField {...toField('terms_kind')} label="Invoices are due">
        {Object.entries(termsNames).map(([kind, text]) => (
          <option key={kind} value={kind}>
            {kind === '' ? `${text} (${shopTerms})` : text}
          </option>
        ))}
      </SelectField>
      <TextField {...toField('terms_days')} label="Days" optional inputMode="numeric" width="short" />
      <TextAreaField
        {...toField('accounts_emails')}
        label="Emails of their accounts department"
        hint="One on each line"
        optional
        rows={2}
        spellCheck={false}
      />
      <SelectField {...toField('document_emails')} label="Invoices and credit notes to them">
        {Object.entries(documentEmailNames).map(([when, text]) => (
          <option key={when} value={when}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextAreaField {...toField('notes')} label="Notes" hint="Only staff see them." optional />
    </>
  )
}

interface StopFormProps {
  url: string
  version: string
  onStop: boolean
  stopReason: string
  reason: string
  error: string | undefined
}

export function StopForm({ url, version, onStop, stopReason, reason, error }: StopFormProps) {
  return (
    <AdminForm
      action={`${url}/${onStop ? 'release' : 'stop'}`}
      version={version}
      button={onStop ? 'Take off stop' : 'Put on stop'}
      {...(onStop && { look: 'button-strong' })}
    >
      <p>
        {onStop
          ? `On stop${stopReason === '' ? '' : `: ${stopReason}`}. Orders on account are held.`
          : 'Orders on account are not held.'}
      </p>
      <TextField
        {...createFieldProps({ reason }, { reason: error ?? '' })('reason')}
        label={onStop ? 'Why it is taken off' : 'Why it is put on stop'}
        hint="Only staff see it."
        width="full"
      />
    </AdminForm>
  )
}

interface DocumentFormProps {
  url: string
  version: string
  documentNumber: string
  error: string | undefined
}

/** Emails a document to the accounts department again. */
export const DocumentForm = ({ url, version, documentNumber, error }: DocumentFormProps) => (
  <AdminForm action={`${url}/documents/email`} version={version} button="Send it again">
    <TextField
      {...createFieldProps({ number: documentNumber }, { number: error ?? '' })('number')}
      label="Invoice or credit note number"
      hint="It goes to their accounts department as a PDF."
      spellCheck={false}
    />
  </AdminForm>
)
