import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { contactSentence } from '../../../lib/shop-contact.ts'
import { NextButton, PostButton } from '../../../ui/Actions.tsx'
import { ContactText } from '../../../ui/contact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import type { AccountNavigation } from '../navigation.ts'
import { CodeField, CurrentPassword } from '../second-factor/SecondFactorFields.tsx'

export interface EmailChangePageProps {
  navigation: AccountNavigation
  email: string
  needsCode: boolean
  pending: { email: string; isCurrentConfirmed: boolean; isNewConfirmed: boolean } | null
  /** The new address as it was typed before an error. */
  typed: string
  errors: FieldErrors
}

const action = '/account/details/email'

export function EmailChangePage(props: EmailChangePageProps) {
  const { navigation, email, needsCode, pending, typed, errors } = props
  return (
    <AccountFrame navigation={navigation} current="details" title="Change your email address">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <div className="max-w-2xl space-y-6">
        {pending && <Pending email={email} pending={pending} />}
        <section className="card p-5 sm:p-6">
          {pending && <h2 className="mb-4 text-lg">Another address instead</h2>}
          <p className="mb-5">
            You sign in with <strong className="wrap-anywhere">{email}</strong>. We’ll send one link to that
            address and one to the new one. Open both to make the change.
          </p>
          <form method="post" action={action} noValidate className="space-y-5">
            <TextField
              id="email"
              name="email"
              label="New email address"
              type="email"
              autoComplete="email"
              spellCheck={false}
              defaultValue={typed}
              error={errors.email}
            />
            <CurrentPassword error={errors.password} />
            {needsCode && (
              <CodeField
                error={errors.code ?? null}
                hint="From your authenticator app, or a recovery code"
                allowsRecoveryCode
              />
            )}
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <NextButton>Send the links</NextButton>
              <a href="/account/details" className="link tap-target">
                Back to your details
              </a>
            </div>
          </form>
        </section>
        <p className="note">
          <ContactText text={noAccess} />
        </p>
      </div>
    </AccountFrame>
  )
}

const noAccess = contactSentence(
  'No longer get emails at your old address? Call us on {phone}. We’ll check who you are and help.',
  'Can’t read emails to your old address any more? Please write to us from the new one.',
)

export const emailChangePage = definePage('features/accounts/email-change/EmailChangePage', EmailChangePage)

function Pending({
  email,
  pending,
}: {
  email: string
  pending: NonNullable<EmailChangePageProps['pending']>
}) {
  return (
    <section aria-labelledby="pending" className="card border-l-4 border-l-amber p-5 sm:p-6">
      <h2 id="pending" className="mb-3 text-lg">
        Waiting for your confirmation
      </h2>
      <ul className="space-y-2">
        <Step isDone={pending.isCurrentConfirmed} address={email} name="old address" />
        <Step isDone={pending.isNewConfirmed} address={pending.email} name="new address" />
      </ul>
      <p className="mt-3 note">
        The links work for 24 hours. Nothing there? Check your junk folder, and check the new address for
        typing mistakes.
      </p>
      <PostButton action={`${action}/cancel`} className="mt-4">
        Cancel the change
      </PostButton>
    </section>
  )
}

function Step({ isDone, address, name }: { isDone: boolean; address: string; name: string }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
      <span aria-hidden="true" className={isDone ? 'text-stock' : 'text-steel'}>
        {isDone ? '✓' : '○'}
      </span>
      <span>
        {isDone ? `Confirmed by your ${name}` : `Open the link in the email to your ${name}`},{' '}
        <strong className="wrap-anywhere">{address}</strong>
      </span>
    </li>
  )
}
