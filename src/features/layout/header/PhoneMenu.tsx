import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { useShop } from '../../../ui/contact.tsx'
import { CrossIcon, MenuIcon } from '../../../ui/Icons.tsx'
import {
  accountLinks,
  deliveryLink,
  filterKindLinks,
  finderLinks,
  type NavLink,
  orderPadLink,
  returnsLink,
  termsUrl,
} from '../nav.ts'
import { VatSwitch } from './VatSwitch.tsx'

/**
 * The menu of narrow screens: account, the links of the main navigation, and of the top bar. A <details> element, so
 * it opens without JavaScript; with it, Escape and moving the focus out close it.
 */
export function PhoneMenu({ name }: { name: string | null }) {
  const { phone, phoneUrl } = useShop()
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
      <nav aria-label="Menu" className="phone-menu">
        <div className="wrap divide-y divide-rule py-1">
          <MenuAccount name={name} />
          <MenuLinks links={[...finderLinks, orderPadLink]} />
          <MenuLinks links={filterKindLinks} />
          <MenuLinks
            links={[
              deliveryLink,
              returnsLink,
              { name: 'Terms of sale', url: termsUrl },
              ...(phone === null ? [] : [{ name: `Call ${phone}`, url: phoneUrl }]),
            ]}
          />
          <div>
            <VatSwitch className="min-h-12" />
          </div>
        </div>
      </nav>
    </details>
  )
}

/** First, so that it is on the first screen of a phone. */
function MenuAccount({ name }: { name: string | null }) {
  if (name === null) {
    return (
      <a href="/login" className="flex min-h-12 items-center font-semibold">
        Sign in
      </a>
    )
  }
  return (
    <div className="py-1">
      <AccountLinks name={name} className="justify-between font-semibold" />
      <ul className="menu-links grid-cols-3 gap-x-0 py-0">
        {accountLinks.map(({ name: link, url }) => (
          <MenuItem key={url} name={link} url={url} />
        ))}
      </ul>
    </div>
  )
}

function MenuLinks({ links }: { links: readonly NavLink[] }) {
  return (
    <ul className="menu-links">
      {links.map(({ name, url }) => (
        <MenuItem key={url} name={name} url={url} />
      ))}
    </ul>
  )
}

/** A name too long for one of two columns has a row of its own. */
const maxColumnCharacters = 22

function MenuItem({ name, url }: NavLink) {
  return (
    <li className={name.length > maxColumnCharacters ? 'col-span-full' : undefined}>
      <a href={url}>{name}</a>
    </li>
  )
}

/** The signed-in customer's name as a link to the account, and sign-out. */
export function AccountLinks({ name, className = '' }: { name: string; className?: string }) {
  return (
    <form method="post" action="/logout" className={`flex items-center gap-4 ${className}`}>
      <a href="/account" className="inline-flex min-h-10 max-w-48 items-center hover:underline">
        <span className="truncate">{name}</span>
        <span className="sr-only">, your account</span>
      </a>
      <button type="submit" className="min-h-10 cursor-pointer whitespace-nowrap hover:underline">
        Sign out
      </button>
    </form>
  )
}
