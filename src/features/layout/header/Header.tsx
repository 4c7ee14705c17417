import { Logo, SearchIcon } from '../../../ui/Icons.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { filterKindLinks, finderLinks, orderPadLink } from '../nav.ts'
import { SearchForm } from '../search-form/SearchForm.tsx'
import { MiniBasket } from './MiniBasket.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'

// The navigation stays on one line at any width; the footer has all filter kinds.
const maxFilterKinds = 5
const linksOnMediumScreen = 5
const linksOnLargeScreen = 7

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
        <search className="order-last w-full md:order-none md:w-auto md:grow">
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

function MainNav() {
  return (
    <nav aria-label="Main" className="hidden border-t border-rule md:block">
      <ul className="wrap flex flex-wrap gap-x-6">
        {[...finderLinks, orderPadLink, ...filterKindLinks.slice(0, maxFilterKinds)].map((way, index) => (
          <li key={way.url} className={getBreakpointClass(index)}>
            <a
              href={way.url}
              className="inline-flex min-h-11 items-center text-[0.9375rem] underline-offset-4 hover:text-link hover:underline"
            >
              {way.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function getBreakpointClass(index: number): string | undefined {
  if (index >= linksOnLargeScreen) return 'max-xl:hidden'
  return index >= linksOnMediumScreen ? 'max-lg:hidden' : undefined
}
