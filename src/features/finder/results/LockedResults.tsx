import { CallLink, EmailLink } from '../../../ui/contact.tsx'
import { PhoneIcon } from '../../../ui/Icons.tsx'
import { type FinderState, finderPath, formatHash } from '../hash/hash.ts'
import { finderMessages } from '../messages.ts'

interface LockedResultsProps {
  isSignedIn: boolean
  /** How many placeholders to render. */
  rows: number
  state: FinderState
}

/** A serial number search without the right to it. The blurred rows are placeholders: no data was sent (R-FINDER-6). */
export function LockedResults({ rows, state, isSignedIn }: LockedResultsProps) {
  const returnPath = encodeURIComponent(finderPath + formatHash(state))
  return (
    <div className="grid">
      <div
        inert
        aria-hidden="true"
        className="col-start-1 row-start-1 overflow-hidden blur-sm select-none max-sm:max-h-96"
      >
        {Array.from({ length: rows }, (_, index) => index).map(row => (
          <div key={row} className="flex items-center gap-4 border-b border-rule py-4">
            <span className="size-12 rounded bg-rule" />
            <span className="grow">
              <span className="block h-4 w-1/2 rounded bg-edge" />
              <span className="mt-2 block h-3 w-1/3 rounded bg-rule" />
            </span>
            <span className="h-4 w-16 rounded bg-edge" />
            <span className="h-10 w-24 rounded bg-rule max-sm:hidden" />
          </div>
        ))}
      </div>
      <div className="card z-10 col-start-1 row-start-1 mt-10 max-w-2xl self-start justify-self-center border-edge p-6 text-center shadow-float max-sm:mt-2 max-sm:p-4 sm:mx-4">
        <h2 className="text-xl">{finderMessages.denied}</h2>
        <p className="mt-2">{finderMessages.contact}</p>
        <p className="mt-4 flex flex-wrap justify-center gap-3 max-sm:*:w-full sm:mt-5">
          {!isSignedIn && (
            <a href={`/login?redirectTo=${returnPath}`} className="button button-next">
              Login
            </a>
          )}
          <CallLink className="button">
            {phone => (
              <>
                <PhoneIcon className="size-4" />
                Call {phone}
              </>
            )}
          </CallLink>
          <EmailLink className="button">{email => <>Email {email}</>}</EmailLink>
        </p>
      </div>
    </div>
  )
}
