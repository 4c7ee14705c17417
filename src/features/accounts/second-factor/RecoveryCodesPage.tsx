import { NextLink } from '../../../ui/Actions.tsx'
import { definePage } from '../../../ui/page.ts'

export interface RecoveryCodesPageProps {
  codes: readonly string[]
  /** The path of the page that follows. */
  next: string
}

/** Shown once, because the database stores only hashes of the codes. */
export function RecoveryCodesPage({ codes, next }: RecoveryCodesPageProps) {
  return (
    <div className="wrap py-8">
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="text-2xl">Keep your recovery codes</h1>
        <p className="mt-4">
          Two-step sign-in is on. If you lose your phone, each of these codes lets you in once. They are shown
          only once: print them, or keep them with your passwords.
        </p>
        <ul className="mt-5 grid grid-cols-1 gap-x-6 gap-y-1 rounded border border-rule bg-sunk p-4 sm:grid-cols-2">
          {codes.map(code => (
            <li key={code} className="code">
              {code}
            </li>
          ))}
        </ul>
        <p className="no-print mt-6 flex flex-wrap gap-3">
          <NextLink href={next}>I’ve saved them: continue</NextLink>
          <button type="button" className="button needs-script" onClick={() => print()}>
            Print
          </button>
        </p>
      </div>
    </div>
  )
}

export const recoveryCodesPage = definePage(
  'features/accounts/second-factor/RecoveryCodesPage',
  RecoveryCodesPage,
)
