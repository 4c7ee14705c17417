import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { NextButton, StandaloneLink, SubmitButton } from '../../../ui/Actions.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { formatRemainingCodes } from '../messages.ts'
import type { AccountNavigation } from '../navigation.ts'
import { CodeField, CurrentPassword, SetUpSteps, type TotpSetUp } from './SecondFactorFields.tsx'

export interface SecondFactorPageProps {
  navigation: AccountNavigation
  state: 'on' | 'off'
  /** Of a set-up that was begun and still needs its first code. */
  setUp: TotpSetUp | null
  recoveryCodes: number
  /** False: staff need a second factor. */
  canEnd: boolean
  errors: FieldErrors
}

const base = '/account/details/second-factor'

export function SecondFactorPage(props: SecondFactorPageProps) {
  const { navigation, state, setUp, errors } = props
  return (
    <AccountFrame navigation={navigation} current="details" title="Two-step sign-in">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      {state === 'on' ? <On {...props} /> : setUp ? <Begun {...props} setUp={setUp} /> : <Off {...props} />}
      <p className="mt-6">
        <StandaloneLink href="/account/details">Back to your details</StandaloneLink>
      </p>
    </AccountFrame>
  )
}

export const secondFactorPage = definePage(
  'features/accounts/second-factor/SecondFactorPage',
  SecondFactorPage,
)

function Off({ errors }: SecondFactorPageProps) {
  return (
    <section className="card p-5 sm:p-6">
      <p className="mb-5">
        Two-step sign-in is off. When it is on, we ask for six digits from an app on your phone after your
        password, so a stolen password is not enough.
      </p>
      <form method="post" action={`${base}/begin`} noValidate className="space-y-5">
        <CurrentPassword error={errors.password} />
        <NextButton>Set it up</NextButton>
      </form>
    </section>
  )
}

function Begun({ setUp, errors }: SecondFactorPageProps & { setUp: TotpSetUp }) {
  return (
    <section className="card p-5 sm:p-6">
      <SetUpSteps setUp={setUp} />
      <form method="post" action={base} noValidate className="mt-5 space-y-5">
        <CodeField error={errors.code ?? null} />
        <NextButton>Switch it on</NextButton>
      </form>
    </section>
  )
}

function On({ recoveryCodes, canEnd, errors }: SecondFactorPageProps) {
  return (
    <section className="card p-5 sm:p-6">
      <p className="mb-5">
        Two-step sign-in is on: after your password we ask for a code from your app.{' '}
        {formatRemainingCodes(recoveryCodes)}
      </p>
      <form method="post" action={`${base}/codes`} noValidate className="space-y-5">
        <CurrentPassword error={errors.password} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>New recovery codes</SubmitButton>
          {canEnd && (
            <button type="submit" formAction={`${base}/off`} className="button border-danger text-danger">
              Switch it off
            </button>
          )}
        </div>
      </form>
      {!canEnd && <p className="mt-4 note">Staff accounts need it, so it stays on.</p>}
    </section>
  )
}
