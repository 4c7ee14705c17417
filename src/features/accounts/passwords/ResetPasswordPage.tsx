import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { NewPassword } from '../../../ui/forms/NewPassword.tsx'
import { definePage } from '../../../ui/page.ts'

export interface ResetPasswordPageProps {
  /** Null: it was used already or has expired. */
  link: { token: string; email: string } | null
  linkGoneMessage: string
  error: string | null
}

/** The page behind the e-mailed link: the form for the new password. */
export function ResetPasswordPage({ link, linkGoneMessage, error }: ResetPasswordPageProps) {
  return (
    <div className="wrap py-8">
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="mb-4 text-2xl">Choose a new password</h1>
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
              <button type="submit" className="button button-next">
                Set the new password
              </button>
            </form>
          </>
        )}
      </div>
    </div>
  )
}

export const resetPasswordPage = definePage(
  'features/accounts/passwords/ResetPasswordPage',
  ResetPasswordPage,
)
