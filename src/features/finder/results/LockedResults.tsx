import { CallLink, EmailLink } from '../../../ui/contact.tsx'
import { Icon, type IconProps, PhoneIcon } from '../../../ui/Icons.tsx'
import { type FinderState, finderPath, formatHash } from '../hash/hash.ts'
import { finderMessages } from '../messages.ts'

interface LockedResultsProps {
  isSignedIn: boolean
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
        className="col-start-1 row-start-1 h-0 min-h-full overflow-hidden blur-sm select-none max-sm:px-3"
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
      <div className="card z-10 col-start-1 row-start-1 mb-7 w-full max-w-xl justify-self-center border-edge p-6 text-center shadow-float max-sm:p-4 sm:my-10">
        <PadlockIcon className="mx-auto size-6" />
        <p className="mt-2 note">
          {state.machNumber === '' ? 'Serial number' : 'Mach number'}
          <span className="block font-mono text-base font-medium break-all text-ink">
            {state.machNumber || state.serial}
          </span>
        </p>
        <h2 className="mt-2 text-xl">{finderMessages.denied}</h2>
        <p className="mt-2">{finderMessages.contact}</p>
        <p className="mt-4 grid gap-3 *:w-full sm:mt-5 sm:grid-cols-2">
          {!isSignedIn && (
            <a href={`/login?redirectTo=${returnPath}`} className="button button-next sm:col-span-2">
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
          <EmailLink className="button px-3">
            {email => (
              <>
                <EnvelopeIcon className="size-4" />
                Email {email}
              </>
            )}
          </EmailLink>
        </p>
      </div>
    </div>
  )
}

// Not in Icons.tsx, which every screen loads.

function EnvelopeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="4.5" width="15" height="11" rx="1" />
      <path d="m3 5.5 7 5.5 7-5.5" />
    </Icon>
  )
}

function PadlockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="4" y="9" width="12" height="8" rx="1" />
      <path d="M6.5 9V6a3.5 3.5 0 0 1 7 0v3" />
    </Icon>
  )
}
