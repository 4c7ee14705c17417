import type { ReactNode } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { contactSentence } from '../../../lib/shop-contact.ts'
import { NextButton, SubmitButton } from '../../../ui/Actions.tsx'
import { ContactText } from '../../../ui/contact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { formatRemainingCodes } from '../messages.ts'
import type { AccountNavigation } from '../navigation.ts'
import type { Person } from '../visitor.ts'

export interface DetailsPageProps {
  navigation: AccountNavigation
  details: Pick<Person, 'name' | 'telephone' | 'vat'>
  email: string
  /** Of a change that awaits its confirmations; null: there is none. */
  newEmail: string | null
  /** Null: a private customer. */
  company: { name: string; accountNumber: string; vatRegistration: string } | null
  secondFactor: { isOn: boolean; recoveryCodes: number }
  errors: FieldErrors
}

export function DetailsPage(props: DetailsPageProps) {
  const { navigation, details, email, newEmail, company, secondFactor, errors } = props
  const toField = createFieldProps(details, errors)
  return (
    <AccountFrame navigation={navigation} current="details" title="Details">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <div className="space-y-6">
        <Part title="About you">
          <form method="post" action="/account/details" noValidate className="space-y-5">
            <TextField {...toField('name', 'name')} label="Name" />
            <TextField
              {...toField('telephone', 'tel')}
              label="Telephone"
              hint="Only used for delivery problems"
              type="tel"
            />
            <TextField
              {...toField('vat')}
              label="VAT/EORI number"
              hint="Needed for customs outside the UK"
              optional
            />
            <NextButton>Save details</NextButton>
          </form>
        </Part>
        {company && (
          <Part title="Company">
            <dl className="grid gap-4 sm:grid-cols-2">
              <Fact name="Company">{company.name}</Fact>
              <Fact name="Account number">
                <span className="code">{company.accountNumber}</span>
              </Fact>
              {company.vatRegistration !== '' && (
                <Fact name="Company’s VAT number">
                  <span className="code">{company.vatRegistration}</span>
                </Fact>
              )}
            </dl>
            <p className="mt-3 note">
              <ContactText text={fixedDetails} />
            </p>
          </Part>
        )}
        <Part title="Email address">
          <p>
            You sign in with <strong className="wrap-anywhere">{email}</strong>.
          </p>
          {newEmail !== null && (
            <p className="mt-3 border-l-4 border-amber pl-3">
              The change to <strong className="wrap-anywhere">{newEmail}</strong> is waiting for you to open
              the links we emailed.
            </p>
          )}
          <a href="/account/details/email" className="button mt-4">
            {newEmail === null ? 'Change email address' : 'See the change'}
          </a>
        </Part>
        <Part title="Password">
          <form method="post" action="/account/details/password" noValidate className="space-y-5">
            {/* Password managers need the user name that the password belongs to. */}
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField
              id="current"
              name="current"
              label="Current password"
              autoComplete="current-password"
              error={errors.current}
            />
            <PasswordField
              id="password"
              name="password"
              label="New password"
              autoComplete="new-password"
              hint="At least 8 characters. All other devices are signed out"
              error={errors.password}
            />
            <SubmitButton>Change password</SubmitButton>
          </form>
        </Part>
        <Part title="Two-step sign-in">
          <p>
            {secondFactor.isOn
              ? `On: after the password we ask for a code from your app. ${formatRemainingCodes(secondFactor.recoveryCodes)}`
              : 'Off. When it is on, a stolen password is not enough: we also ask for a code from an app on your phone.'}
          </p>
          <a href="/account/details/second-factor" className="button mt-4">
            {secondFactor.isOn ? 'Manage two-step sign-in' : 'Set it up'}
          </a>
        </Part>
      </div>
    </AccountFrame>
  )
}

const fixedDetails = contactSentence('To change these, please call us.', 'We have to change these for you.')

export const detailsPage = definePage('features/accounts/details/DetailsPage', DetailsPage)

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card p-5 sm:p-6">
      <h2 className="mb-4 text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
