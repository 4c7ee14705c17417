import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatPounds, pence } from '../../../lib/money.ts'
import { emit, listen, type UiEvents } from '../../../ui/browser/events.ts'
import { send } from '../../../ui/browser/send.ts'
import { CallLink } from '../../../ui/contact.tsx'
import { BasketIcon, ChevronIcon, CrossIcon, Logo, PhoneIcon, SearchIcon } from '../../../ui/Icons.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import type { readBasket } from '../../basket/schemas.ts'
import type { LayoutProps } from '../layout-props.ts'
import { filterKindLinks, finderLinks, orderPadLink } from '../nav.ts'
import { SearchForm } from '../search-form/SearchForm.tsx'
import { AccountLinks, PhoneMenu } from './PhoneMenu.tsx'
import { VatSwitch } from './VatSwitch.tsx'

export function Header({ shop, visitor, query }: Pick<LayoutProps, 'shop' | 'visitor' | 'query'>) {
  return (
    <div className="relative border-b border-rule bg-surface">
      <div className="wrap site-header">
        <PhoneMenu name={visitor.name} />
        <a href="/" className="flex min-h-11 items-center gap-2.5">
          <Logo className="size-8 md:size-9" />
          <span className="text-lg font-semibold tracking-tight md:text-xl">{shop.name}</span>
        </a>
        <search className="site-search">
          <SearchForm
            id="site-search"
            label="Search by part number, cross-reference, machine or size"
            query={query}
            placeholder="Part number, machine or size"
            fieldClass="h-12 px-3 md:px-4"
            buttonClass="button-strong h-12 px-4 md:px-6"
          >
            <SearchIcon className="size-5 md:hidden" />
            <span className="sr-only md:not-sr-only">Find</span>
          </SearchForm>
        </search>
        <MiniBasket count={visitor.basketCount} subtotal={visitor.basketSubtotal} />
      </div>
      <MainNav />
    </div>
  )
}

/** One line on a desktop, two on a tablet: every link at every width (R-PAGE-12). */
function MainNav() {
  return (
    <nav aria-label="Main" className="hidden border-t border-rule py-0.5 text-[0.9375rem] md:block">
      <div className="wrap flex flex-wrap justify-between gap-x-5">
        <ul className="nav-links flex gap-x-5">
          {[...finderLinks, orderPadLink].map(({ name, url }) => (
            <NavItem key={url} url={url}>
              {name}
            </NavItem>
          ))}
        </ul>
        <ul
          aria-label="Kinds of filter"
          className="nav-links flex gap-x-4 md:max-lg:w-full md:max-lg:gap-x-5"
        >
          <li aria-hidden="true" className="inline-flex items-center text-steel lg:max-xl:hidden">
            Filters:
          </li>
          {filterKindLinks.map(({ name, short, url }) => (
            <NavItem key={url} url={url}>
              {short}
              {name !== short && <span className="sr-only">{name.slice(short.length)}</span>}
            </NavItem>
          ))}
        </ul>
      </div>
    </nav>
  )
}

function NavItem({ url, children }: { url: string; children: ReactNode }) {
  return (
    <li>
      <a href={url}>{children}</a>
    </li>
  )
}

/** The header of the back office: which shop it is, the way to it, and sign-out. */
export function AdminHeader({ shop, visitor }: Pick<LayoutProps, 'shop' | 'visitor'>) {
  return (
    <div className="bg-bar text-sm text-on-bar">
      <div className="wrap flex min-h-14 items-center gap-x-4 md:gap-x-6">
        <a href="/admin" className="flex min-h-11 min-w-0 items-center gap-2.5">
          <Logo className="size-8" />
          <span className="text-lg font-semibold tracking-tight max-sm:sr-only">{shop.name}</span>
          <span className="text-base whitespace-nowrap sm:border-l sm:border-current/30 sm:pl-3">
            Back office
          </span>
        </a>
        <form method="post" action="/logout" className="ml-auto flex items-center gap-x-4 md:gap-x-6">
          <a href="/" className="tap-target whitespace-nowrap hover:underline">
            To the shop
          </a>
          <a
            href="/account"
            className="inline-flex min-h-11 max-w-48 items-center hover:underline max-sm:hidden"
          >
            <span className="truncate">{visitor.name}</span>
            <span className="sr-only">, your account</span>
          </a>
          <button type="submit" className="min-h-11 cursor-pointer whitespace-nowrap hover:underline">
            Sign out
          </button>
        </form>
      </div>
    </div>
  )
}

/** The header of the checkout: the way back, help, and nothing that leads away from the order. */
export function CheckoutHeader({ shop }: Pick<LayoutProps, 'shop'>) {
  return (
    <div className="border-b border-rule bg-surface">
      <div className="wrap flex min-h-16 items-center gap-x-4 md:gap-x-8">
        <a href="/" className="flex min-h-11 items-center gap-2.5">
          <Logo className="size-8" />
          <span className="text-lg font-semibold tracking-tight max-xs:sr-only">{shop.name}</span>
        </a>
        <div className="ml-auto flex items-center gap-x-5 md:gap-x-8">
          <CallLink className="tap-target gap-1.5 whitespace-nowrap hover:underline">
            {phone => (
              <>
                <PhoneIcon className="size-4" />
                <span className="sr-only">Call </span>
                <span className="max-sm:sr-only">{phone}</span>
                <span aria-hidden="true" className="sm:hidden">
                  Call us
                </span>
              </>
            )}
          </CallLink>
          <a href="/basket" className="link tap-target gap-1 whitespace-nowrap">
            <ChevronIcon className="size-4 rotate-90" />
            Back to basket
          </a>
        </div>
      </div>
    </div>
  )
}

/** The basket's item count and subtotal (whole pence, excluding VAT). */
function MiniBasket(props: UiEvents['basket']) {
  const { count, subtotal } = useBasketSummary(props)
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <>
      <a ref={link} href="/basket" className="basket-link">
        <span className="sr-only">
          {`Basket, ${count} ${count === 1 ? 'item' : 'items'}, ${formatPounds(pence(subtotal))} excluding VAT`}
        </span>
        <span aria-hidden="true">
          <BasketIcon className="size-6 md:hidden" />
          <span className="font-semibold max-md:hidden">Basket</span>
          <b className={count > 0 ? 'bg-amber text-on-amber' : undefined}>{count}</b>
          {count > 0 && (
            <span className="text-steel max-xs:hidden">
              {formatPounds(pence(subtotal))} <span className="text-sm max-lg:hidden">ex VAT</span>
            </span>
          )}
        </span>
      </a>
      <AddRefusal anchor={link} />
    </>
  )
}

function useBasketSummary(initial: UiEvents['basket']): UiEvents['basket'] {
  const [basket, setBasket] = useState(initial)
  useEffect(() => listen('basket', setBasket), [])
  useEffect(() => {
    // Like a page that Back restores, a prefetched one shows an outdated basket.
    const [navigation] = performance.getEntriesByType('navigation') as NavigationTiming[]
    if (navigation?.deliveryType === 'navigational-prefetch') void reloadBasket()
  }, [])
  useRestoredByBack(() => void reloadBasket())
  return basket
}

// TypeScript's DOM types do not have it yet.
interface NavigationTiming extends PerformanceNavigationTiming {
  deliveryType?: string
}

async function reloadBasket(): Promise<void> {
  try {
    const { count, subtotal } = await send<typeof readBasket>('GET /basket', {})
    emit('basket', { count, subtotal: Math.round(subtotal * 100) })
  } catch {
    // The old figure stays: the visitor did not request the update, and the basket page itself is always current.
  }
}

/**
 * Why the last part was not added (R-BASKET-11): below the mini basket, at the top of the window while that is out of
 * sight, and there until it is closed.
 */
function AddRefusal({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const [text, setText] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => listen('addRefused', refusal => setText(refusal.text)), [])
  useEffect(() => {
    if (text === null) return
    const place = () => {
      const bottom = anchor.current?.getBoundingClientRect().bottom ?? 0
      if (panel.current) panel.current.style.top = `${Math.max(bottom, 0) + gap}px`
    }
    place()
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    for (const event of ['scroll', 'resize']) window.addEventListener(event, place, options)
    return () => controller.abort()
  }, [text, anchor])

  function close() {
    setText(null)
    // The pressed button disappears.
    anchor.current?.focus()
  }

  return (
    <div role="alert" ref={panel} className="add-refusal no-print">
      {text !== null && (
        <div className="flex items-center gap-2 rounded border border-l-4 border-rule border-l-danger bg-surface py-2 pr-2 pl-4 shadow-float">
          <p className="min-w-0 grow py-1 wrap-anywhere">{text}</p>
          <button
            type="button"
            aria-label="Dismiss message"
            className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
            onClick={close}
          >
            <CrossIcon className="size-4" />
          </button>
        </div>
      )}
    </div>
  )
}

const gap = 8

/** The dark bar on top: delivery promise, telephone, VAT switch and account links. */
export function TopBar({
  promise,
  name,
}: {
  promise: LayoutProps['promise']
  /** The signed-in customer; null for visitors. */
  name: string | null
}) {
  const isEmptyOnPhones = !promise && name !== null
  return (
    <div
      className={`bg-bar text-sm text-on-bar [--color-link:var(--color-amber)]${isEmptyOnPhones ? ' max-md:hidden' : ''}`}
    >
      <div className="wrap flex min-h-10 items-center justify-between gap-4">
        {promise && (
          <p className="min-w-0 truncate">
            <span className="max-lg:hidden">
              <strong className="font-semibold">{promise.orderBy}</strong>
              {` ${promise.text}`}
            </span>
            <span className="lg:hidden">
              <strong className="font-semibold">{shortenPromise(promise.orderBy)}</strong>
              {` ${shortenPromise(promise.text)}`}
            </span>
          </p>
        )}
        <div className="top-links">
          <CallLink className="max-md:hidden">
            {phone => (
              <>
                <PhoneIcon className="size-4" />
                {phone}
              </>
            )}
          </CallLink>
          <VatSwitch className="max-md:hidden" />
          {name === null ? (
            <a href="/login">Sign in</a>
          ) : (
            <AccountLinks name={name} className="max-md:hidden" />
          )}
        </div>
      </div>
    </div>
  )
}

/**
 * The delivery promise for narrow screens: 'Order by 14:30 on Monday' → 'Order by 14:30 Mon', 'for delivery tomorrow, Tuesday
 * 24 November' → 'for Tue 24 Nov'. A text of another form stays as it is.
 */
export function shortenPromise(text: string): string {
  return text
    .replace(/^(Order by [\d:]+) on ([A-Z][a-z]{2})[a-z]*day$/, '$1 $2')
    .replace(
      /^for delivery (?:tomorrow, )?([A-Z][a-z]{2})[a-z]*day (\d{1,2} [A-Z][a-z]{2})[a-z]*$/,
      'for $1 $2',
    )
}
