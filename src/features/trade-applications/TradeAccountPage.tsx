import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { NextButton } from '../../ui/Actions.tsx'
import { NarrowCard } from '../../ui/Card.tsx'
import { CallLink } from '../../ui/contact.tsx'
import { PostalFields } from '../../ui/forms/AddressFields.tsx'
import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { MoneyField, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { type ApplicationForm, applicationUrl } from './application.ts'

interface TradeAccountPageProps {
  form: ApplicationForm
  countries: readonly Country[]
  errors: FieldErrors
}

/** The application for a trade account: an ordinary form, which works without JavaScript. */
export function TradeAccountPage({ form, countries, errors }: TradeAccountPageProps) {
  const toField = createFieldProps(form, errors)
  const reference = { rows: 2, hint: 'A supplier who gives you credit: name, and telephone or email' }
  return (
    <NarrowCard heading="Open a trade account">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <p className="text-steel">
        Order on account and pay by invoice. We look at each application, and email you what we need or that
        your account is open.{' '}
        <CallLink className="link whitespace-nowrap">{phone => `Or call ${phone}.`}</CallLink>
      </p>
      <form method="post" action={applicationUrl} noValidate className="mt-6 space-y-5">
        <h2 className="text-lg">Your company</h2>
        <TextField {...toField('company', 'organization')} label="Company name" />
        <TextField
          {...toField('company_number')}
          label="Company number"
          hint="At Companies House, if it is a limited company"
          optional
          spellCheck={false}
        />
        <TextField
          {...toField('vat')}
          label="VAT number"
          hint="Such as GB and 9 digits"
          optional
          spellCheck={false}
        />
        <PostalFields countries={countries} getFieldProps={toField} />
        <h2 className="pt-3 text-lg">Who we write to</h2>
        <TextField {...toField('firstname', 'given-name')} label="First name" />
        <TextField {...toField('surname', 'family-name')} label="Surname" />
        <TextField
          {...toField('email', 'email')}
          label="Email"
          hint="You will sign in with it"
          type="email"
          spellCheck={false}
        />
        <TextField {...toField('telephone', 'tel')} label="Telephone" type="tel" />
        <h2 className="pt-3 text-lg">Credit</h2>
        <TextAreaField {...toField('reference_1')} {...reference} label="First trade reference" />
        <TextAreaField {...toField('reference_2')} {...reference} label="Second trade reference" />
        <MoneyField
          {...toField('credit_limit')}
          label="Credit limit you would like"
          hint="In pounds, such as 500"
          optional
        />
        <NextButton>Send application</NextButton>
      </form>
    </NarrowCard>
  )
}

export const tradeAccountPage = definePage('features/trade-applications/TradeAccountPage', TradeAccountPage)
