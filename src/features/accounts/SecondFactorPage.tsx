import type { Errors } from '../../lib/field-checks.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from './AccountFrame.tsx'
import type { AccountArea } from './area.ts'
import { CodeField } from './CodeField.tsx'
import { codesLeft } from './recovery-messages.ts'
import { SetUpSteps } from './SetUpSteps.tsx'
import type { SetUp } from './set-up.ts'

export interface SecondFactorPageProps {
  area: AccountArea
  state: 'on' | 'off'
  /** Begun and not finished: the app still has to prove itself. */
  setUp: SetUp | null
  recoveryCodes: number
  /** Staff may have to keep it. */
  mayEnd: boolean
  errors: Errors
}

const base = '/account/details/second-factor'

export function SecondFactorPage(props: SecondFactorPageProps) {
  const { area, state, setUp, errors } = props
  return (
    <AccountFrame area={area} current="details" title="Second factor">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      {state === 'on' ? <On {...props} /> : setUp ? <Begun {...props} setUp={setUp} /> : <Off {...props} />}
      <p className="mt-6">
        <a href="/account/details" className="link inline-flex min-h-11 items-center">
          Back to your details
        </a>
      </p>
    </AccountFrame>
  )
}

export const secondFactorPage = definePage('features/accounts/SecondFactorPage', SecondFactorPage)

function Off({ errors }: SecondFactorPageProps) {
  return (
    <section className="card p-5 sm:p-6">
      <p className="mb-5">
        The second factor is off. With it we ask, after your password, for six digits that an app on your
        phone shows: a stolen password alone lets nobody in.
      </p>
      <form method="post" action={`${base}/begin`} noValidate className="space-y-5">
        <Password error={errors.password} />
        <button type="submit" className="button button-next">
          Set it up
        </button>
      </form>
    </section>
  )
}

function Begun({ setUp, errors }: SecondFactorPageProps & { setUp: SetUp }) {
  return (
    <section className="card p-5 sm:p-6">
      <SetUpSteps setUp={setUp} />
      <form method="post" action={base} noValidate className="mt-5 space-y-5">
        <CodeField error={errors.code ?? null} />
        <button type="submit" className="button button-next">
          Switch it on
        </button>
      </form>
    </section>
  )
}

function On({ recoveryCodes, mayEnd, errors }: SecondFactorPageProps) {
  return (
    <section className="card p-5 sm:p-6">
      <p className="mb-5">
        The second factor is on: after your password we ask for a code of your app. {codesLeft(recoveryCodes)}
      </p>
      <form method="post" action={`${base}/codes`} noValidate className="space-y-5">
        <Password error={errors.password} />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button">
            New recovery codes
          </button>
          {mayEnd && (
            <button type="submit" formAction={`${base}/off`} className="button border-danger text-danger">
              Switch it off
            </button>
          )}
        </div>
      </form>
      {!mayEnd && <p className="mt-4 text-sm text-steel">Staff accounts need it, so it stays on.</p>}
    </section>
  )
}

function Password({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      id="password"
      name="password"
      label="Present password"
      autoComplete="current-password"
      hint="So that nobody changes this who finds your browser open"
      error={error}
    />
  )
}
