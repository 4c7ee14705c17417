import type { ReactNode } from 'react'
import { CallLink } from '../../../ui/contact.tsx'
import { ChevronIcon, Logo, PhoneIcon, SearchIcon } from '../../../ui/Icons.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { filterKindLinks, finderLinks, orderPadLink } from '../nav.ts'
import { SearchForm } from '../search-form/SearchForm.tsx'
import { MiniBasket } from './MiniBasket.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'

/** Shop name, search and basket, and below them the main navigation. */
export function Header({ shop, visitor, query }: Pick<LayoutProps, 'shop' | 'visitor' | 'query'>) {
  return (
    <div className="relative border-b border-rule bg-surface">
      <div className="wrap flex flex-wrap items-center gap-x-3 gap-y-3 py-3 md:flex-nowrap md:gap-x-6 md:py-4">
        <PhoneMenu name={visitor.name} />
        <a href="/" className="flex min-h-11 items-center gap-2.5">
          <Logo className="size-8 md:size-9" />
          <span className="text-lg font-semibold tracking-tight md:text-xl">{shop.name}</span>
        </a>
        <search className="site-search order-last w-full md:order-none md:w-auto md:grow">
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
        <ul className="flex gap-x-5">
          {[...finderLinks, orderPadLink].map(({ name, url }) => (
            <NavItem key={url} url={url}>
              {name}
            </NavItem>
          ))}
        </ul>
        <ul aria-label="Kinds of filter" className="flex gap-x-4 md:max-lg:w-full md:max-lg:gap-x-5">
          <li aria-hidden="true" className="inline-flex items-center text-steel lg:max-xl:hidden">
            Filters:
          </li>
          {filterKindLinks.map(({ name, short, url }) => (
            <NavItem key={url} url={url}>
              {short}
              <span className="sr-only">{name.slice(short.length)}</span>
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
      <a
        href={url}
        className="inline-flex min-h-10 items-center whitespace-nowrap underline-offset-4 hover:text-link hover:underline"
      >
        {children}
      </a>
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
