import { PhoneIcon } from '../../ui/Icons.tsx'
import { toTelephoneUrl } from '../../ui/telephone.ts'
import { type FinderState, finderPath, formatHash } from './hash.ts'
import { finderWords } from './messages.ts'

/** Whether the visitor is signed in, and how to reach the shop. */
export interface Help {
  isSignedIn: boolean
  phone: string
  email: string
}

interface LockedProps extends Help {
  /** How many placeholders to show; there is nothing behind them. */
  rows: number
  state: FinderState
}

/** A serial-number search that is denied. The blur hides nothing: nothing was sent. */
export function Locked({ rows, state, isSignedIn, phone, email }: LockedProps) {
  const back = encodeURIComponent(finderPath + formatHash(state))
  return (
    <div className="grid">
      <div inert aria-hidden="true" className="col-start-1 row-start-1 overflow-hidden blur-sm select-none">
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
      <div className="card z-10 col-start-1 row-start-1 mx-4 mt-10 max-w-2xl self-start justify-self-center border-edge p-6 text-center shadow-float">
        <h2 className="text-xl">{finderWords.denied}</h2>
        <p className="mt-2">{finderWords.contact}</p>
        <p className="mt-5 flex flex-wrap justify-center gap-3">
          {!isSignedIn && (
            <a href={`/login?redirectTo=${back}`} className="button button-next">
              Login
            </a>
          )}
          <a href={toTelephoneUrl(phone)} className="button">
            <PhoneIcon className="size-4" />
            Call {phone}
          </a>
          <a href={`mailto:${email}`} className="button">
            Email {email}
          </a>
        </p>
      </div>
    </div>
  )
}
