import { Logo } from '../../ui/Icons.tsx'
import type { LayoutProps } from './layout.ts'
import { MiniBasket } from './MiniBasket.tsx'
import { finderWays, kinds, orderPad } from './nav.ts'
import { PhoneMenu } from './PhoneMenu.tsx'
import { SearchForm } from './SearchForm.tsx'

// One line, whatever the width; all kinds stand in the footer too.
const kindsOnWide = 5
const waysOnNarrow = 5
const waysOnMiddling = 7

/** Name, search and basket, and the everyday ways below them. */
export function Header({ shop, visitor, query }: Pick<LayoutProps, 'shop' | 'visitor' | 'query'>) {
  return (
    <div className="relative border-b border-rule bg-surface">
      <div className="wrap flex flex-wrap items-center gap-x-3 gap-y-3 py-3 md:flex-nowrap md:gap-x-6 md:py-4">
        <PhoneMenu phone={shop.phone} name={visitor.name} />
        <a href="/" className="flex min-h-11 items-center gap-2.5">
          <Logo className="size-8 md:size-9" />
          <span className="text-lg font-semibold tracking-tight md:text-xl">{shop.name}</span>
        </a>
        <SearchForm query={query} className="order-last w-full md:order-none md:w-auto md:grow" />
        <MiniBasket count={visitor.basketCount} subtotal={visitor.basketSubtotal} />
      </div>
      <EverydayWays />
    </div>
  )
}

function EverydayWays() {
  return (
    <nav aria-label="Main" className="hidden border-t border-rule md:block">
      <ul className="wrap flex flex-wrap gap-x-6">
        {[...finderWays, orderPad, ...kinds.slice(0, kindsOnWide)].map((way, index) => (
          <li key={way.url} className={hiddenFrom(index)}>
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

function hiddenFrom(index: number): string | undefined {
  if (index >= waysOnMiddling) return 'max-xl:hidden'
  return index >= waysOnNarrow ? 'max-lg:hidden' : undefined
}
