import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { CrossIcon, MenuIcon } from '../../ui/Icons.tsx'
import { toTelephoneUrl } from '../../ui/telephone.ts'
import { finderWays, kinds, ordering, termsUrl } from './nav.ts'
import { SignedIn } from './SignedIn.tsx'
import { VatSwitch } from './VatSwitch.tsx'

/**
 * The menu of narrow pages: what the wide page has in two lines stands here in one column. A plain fold, so it opens
 * without a script; with one, Escape closes it, and so does leaving it.
 */
export function PhoneMenu({ phone, name }: { phone: string; name: string | null }) {
  const fold = useRef<HTMLDetailsElement>(null)

  function close(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !fold.current?.open) return
    fold.current.open = false
    fold.current.querySelector('summary')?.focus()
  }
  function leave(event: FocusEvent) {
    // A press beside it takes the focus nowhere: only who moves on to something else leaves.
    if (event.relatedTarget && !fold.current?.contains(event.relatedTarget)) fold.current!.open = false
  }

  return (
    <details ref={fold} className="group -ml-2 md:hidden" onKeyDown={close} onBlur={leave}>
      <summary className="flex size-11 items-center justify-center rounded">
        <MenuIcon className="size-6 group-open:hidden" />
        <CrossIcon className="hidden size-6 group-open:block" />
        <span className="sr-only">Menu</span>
      </summary>
      <nav
        aria-label="Menu"
        className="absolute inset-x-0 top-full z-30 border-y border-rule bg-surface shadow-float"
      >
        <ul className="wrap divide-y divide-rule py-2">
          {[{ name: 'Home', url: '/' }, ...finderWays, ...kinds, ...ordering].map(way => (
            <MenuItem key={way.url} name={way.name} url={way.url} />
          ))}
          <MenuItem name="Terms of sale" url={termsUrl} />
          <MenuItem name={`Call ${phone}`} url={toTelephoneUrl(phone)} />
          <li>
            <VatSwitch className="min-h-12" />
          </li>
          {name === null ? (
            <MenuItem name="Sign in" url="/login" />
          ) : (
            <li>
              <SignedIn name={name} className="min-h-12 justify-between" />
            </li>
          )}
        </ul>
      </nav>
    </details>
  )
}

function MenuItem({ name, url }: { name: string; url: string }) {
  return (
    <li>
      <a href={url} className="flex min-h-12 items-center">
        {name}
      </a>
    </li>
  )
}
