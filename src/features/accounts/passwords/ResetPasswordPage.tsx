import { NextButton } from '../../../ui/Actions.tsx'
import { NarrowCard } from '../../../ui/Card.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { NewPassword } from '../../../ui/forms/NewPassword.tsx'
import { definePage } from '../../../ui/page.ts'

export interface ResetPasswordPageProps {
  /** Null: it was used already or has expired. */
  link: { token: string; email: string } | null
  linkGoneMessage: string
  error: string | null
}

export function ResetPasswordPage({ link, linkGoneMessage, error }: ResetPasswordPageProps) {
  return (
    <NarrowCard heading="Choose a new password">
      {link === null ? (
        <>
          <p>{linkGoneMessage}</p>
          <a href="/password/forgot" className="button mt-5">
            Ask for a new link
          </a>
        </>
      ) : (
        <>
          {error !== null && <ErrorSummary errors={{ password: error }} attempt={1} />}
          <p className="mb-5">
            For the account of <strong className="wrap-anywhere">{link.email}</strong>. This signs it out
            everywhere.
          </p>
          <form method="post" action={`/password/reset/${link.token}`} noValidate className="space-y-5">
            <NewPassword email={link.email} label="New password" error={error} />
            <NextButton>Set the new password</NextButton>
          </form>
        </>
      )}
    </NarrowCard>
  )
}

export const resetPasswordPage = definePage(
  'features/accounts/passwords/ResetPasswordPage',
  ResetPasswordPage,
)
