import type { ReactNode } from 'react'
import { Logo, SearchIcon } from '../../../ui/Icons.tsx'
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
