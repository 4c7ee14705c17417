import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { definePage } from '../../ui/page.ts'

export interface ResetPageProps {
  /** Null: it was used, or is too old. */
  link: { token: string; email: string } | null
  /** What is said of a link that leads nowhere any more. */
  gone: string
  error: string | null
}

/** Behind the link of the mail: the new password. */
export function ResetPage({ link, gone, error }: ResetPageProps) {
  return (
    <div className="wrap py-8">
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="mb-4 text-2xl">Choose a new password</h1>
        {link === null ? (
          <>
            <p>{gone}</p>
            <a href="/password/forgot" className="button mt-5">
              Ask for a new link
            </a>
          </>
        ) : (
          <>
            {error !== null && <ErrorSummary errors={{ password: error }} attempt={1} />}
            <p className="mb-5">
              For the account of <strong className="wrap-anywhere">{link.email}</strong>. Wherever it is
              signed in now, it is signed out by this.
            </p>
            <form method="post" action={`/password/reset/${link.token}`} noValidate className="space-y-5">
              {/* For password managers, which want to know whose password it is. */}
              <input type="hidden" name="username" autoComplete="username" value={link.email} />
              <PasswordField
                id="password"
                name="password"
                label="New password"
                autoComplete="new-password"
                hint="At least 8 characters; three or four words you can remember are good"
                error={error}
              />
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

export const resetPage = definePage('features/accounts/ResetPage', ResetPage)
