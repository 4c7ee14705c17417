import { contactSentence } from '../../../lib/shop-contact.ts'
import { NextButton, TextLink } from '../../../ui/Actions.tsx'
import { NarrowCard } from '../../../ui/Card.tsx'
import { ContactText } from '../../../ui/contact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../../ui/page.ts'
import { CodeField, SetUpSteps, type TotpSetUp } from '../second-factor/SecondFactorFields.tsx'

export interface SecondStepPageProps {
  /** Of a second factor that must be set up first; null: the code of the existing one is required. */
  setUp: TotpSetUp | null
  error: string | null
}

export function SecondStepPage({ setUp, error }: SecondStepPageProps) {
  return (
    <NarrowCard heading={setUp ? 'Set up two-step sign-in' : 'One more step'}>
      {error !== null && <ErrorSummary errors={{ code: error }} attempt={1} />}
      {setUp ? (
        <>
          <p className="mb-5">
            Staff accounts are protected by a code as well as the password. You set it up once; from then on
            your app shows you the code.
          </p>
          <SetUpSteps setUp={setUp} />
        </>
      ) : (
        <p className="mb-5">
          That’s the right password. Now type the six digits your authenticator app shows for this shop.
        </p>
      )}
      <form method="post" action="/login/second-factor" noValidate className="mt-5 space-y-5">
        {setUp ? (
          <CodeField error={error} />
        ) : (
          <CodeField
            error={error}
            allowsRecoveryCode
            hint="No app to hand? Type one of your recovery codes instead."
          />
        )}
        <NextButton>{setUp ? 'Finish and sign in' : 'Sign in'}</NextButton>
      </form>
      <p className="mt-6 border-t border-rule pt-4 note">
        <ContactText text={lostMessage} /> <TextLink href="/login">Sign in as somebody else</TextLink>
      </p>
    </NarrowCard>
  )
}

const lostMessage = contactSentence(
  'Lost both the app and the codes? Call us: we’ll check who you are and let you back in.',
  'Lost both the app and the codes? Ask us: we’ll check who you are and let you back in.',
)

export const secondStepPage = definePage('features/accounts/login/SecondStepPage', SecondStepPage)
