import { NextButton, StandaloneLink } from '../../../ui/Actions.tsx'
import { NarrowCard } from '../../../ui/Card.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { definePage } from '../../../ui/page.ts'

interface ResetRequestProps {
  email: string
  error: string | null
}

/** Requests the link that resets a password. The answer is the same for every address. */
export function ForgotPasswordPage({ email, error }: ResetRequestProps) {
  return (
    <NarrowCard heading="Reset your password">
      {error !== null && <ErrorSummary errors={{ email: error }} attempt={1} />}
      <p className="mb-5">
        Enter the email address of your account and we’ll send you a link to choose a new password. It works
        for an hour.
      </p>
      <form method="post" action="/password/forgot" noValidate className="space-y-5">
        <TextField
          id="email"
          name="email"
          label="Email address"
          type="email"
          autoComplete="username"
          defaultValue={email}
          error={error}
          spellCheck={false}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <NextButton>Send me the link</NextButton>
          <StandaloneLink href="/login">Back to sign in</StandaloneLink>
        </div>
      </form>
    </NarrowCard>
  )
}

export const forgotPasswordPage = definePage(
  'features/accounts/passwords/ForgotPasswordPage',
  ForgotPasswordPage,
)
