import { TextField } from '../../ui/forms/Field.tsx'
import { SelectField, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import type { CompanyForm } from './company-form.ts'
import { documentEmailNames } from './customer.ts'

const termsNames = {
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
      <SelectField
        {...toField('terms_kind')}
        label="Invoices are due"
        hint={`For all customers: ${shopTerms}`}
        options={{ '': 'As for all customers', ...termsNames }}
      />
      <TextField
        {...toField('terms_days')}
        label="Days, if not as for all"
        inputMode="numeric"
        width="short"
      />
      <TextAreaField
        {...toField('accounts_emails')}
        label="Emails of their accounts department"
        hint="One on each line"
        optional
        rows={2}
        spellCheck={false}
      />
      <SelectField
        {...toField('document_emails')}
        label="Invoices and credit notes to them"
        options={documentEmailNames}
      />
      <TextAreaField {...toField('notes')} label="Notes" hint="Only staff see them." optional />
    </>
  )
}
