import { PhoneIcon } from '../../ui/Icons.tsx'
import { toTelephoneUrl } from '../../ui/telephone.ts'
import type { LayoutProps } from './layout.ts'
import { SignedIn } from './SignedIn.tsx'
import { shortPromise } from './short-promise.ts'
import { VatSwitch } from './VatSwitch.tsx'

/** One dark line: today's delivery promise, the phone, which price leads, who is signed in. */
export function TopBar({
  promise,
  phone,
  name,
}: {
  promise: LayoutProps['promise']
  phone: string
  /** Null: nobody is signed in. */
  name: string | null
}) {
  return (
    <div className="bg-bar text-sm text-on-bar [--color-link:var(--color-amber)]">
      <div className="wrap flex min-h-10 items-center justify-between gap-4">
        <p className="min-w-0 truncate">
          <span className="max-lg:hidden">
            <strong className="font-semibold">{promise.orderBy}</strong> {promise.text}
          </span>
          <span className="lg:hidden">
            <strong className="font-semibold">{shortPromise(promise.orderBy)}</strong>{' '}
            {shortPromise(promise.text)}
          </span>
        </p>
        <div className="flex shrink-0 items-center gap-6">
          <a
            href={toTelephoneUrl(phone)}
            className="hidden min-h-10 items-center gap-1.5 whitespace-nowrap hover:underline md:inline-flex"
          >
            <PhoneIcon className="size-4" />
            {phone}
          </a>
          <VatSwitch className="max-md:hidden" />
          {name === null ? (
            <a href="/login" className="inline-flex min-h-10 items-center whitespace-nowrap hover:underline">
              Sign in
            </a>
          ) : (
            <SignedIn name={name} className="max-md:hidden" />
          )}
        </div>
      </div>
    </div>
  )
}
