import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { useShop } from '../../../ui/contact.tsx'
import { CrossIcon, MenuIcon } from '../../../ui/Icons.tsx'
import { toTelephoneUrl } from '../../../ui/telephone.ts'
import { filterKindLinks, finderLinks, orderingLinks, termsUrl } from '../nav.ts'
import { AccountLinks } from './AccountLinks.tsx'
import { VatSwitch } from './VatSwitch.tsx'

/**
 * The menu of narrow screens: the links of the top bar and the main navigation in one column. A <details> element, so
 * it opens without JavaScript; with it, Escape and moving the focus out close it.
 */
export function PhoneMenu({ name }: { name: string | null }) {
  const { phone } = useShop()
  const menu = useRef<HTMLDetailsElement>(null)

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }
  function closeOnBlur(event: FocusEvent) {
    // A click beside the menu has no relatedTarget and leaves it open: only focus on another element closes it.
    if (event.relatedTarget && !menu.current?.contains(event.relatedTarget)) menu.current!.open = false
  }

  return (
    <details ref={menu} className="group -ml-2 md:hidden" onKeyDown={closeOnEscape} onBlur={closeOnBlur}>
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
          {[{ name: 'Home', url: '/' }, ...finderLinks, ...filterKindLinks, ...orderingLinks].map(way => (
            <MenuItem key={way.url} name={way.name} url={way.url} />
          ))}
          <MenuItem name="Terms of sale" url={termsUrl} />
          {phone !== null && <MenuItem name={`Call ${phone}`} url={toTelephoneUrl(phone)} />}
          <li>
            <VatSwitch className="min-h-12" />
          </li>
          {name === null ? (
            <MenuItem name="Sign in" url="/login" />
          ) : (
            <li>
              <AccountLinks name={name} className="min-h-12 justify-between" />
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
