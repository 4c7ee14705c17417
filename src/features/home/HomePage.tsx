import { StandaloneLink } from '../../ui/Actions.tsx'
import { useShop } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'
import { EmptyCatalogue } from '../catalogue/EmptyCatalogue.tsx'
import type { CatalogueExamples, CatalogueLink } from '../catalogue/messages.ts'
import { RecentlyViewed } from '../catalogue/RecentlyViewed.tsx'
import { FinderPanel } from '../finder/FinderPanel.tsx'
import { filtersPath, type PanelMakes } from '../finder/machines/machine.ts'
import { LargeSearchForm } from '../layout/search-form/LargeSearchForm.tsx'
import { FilterAnimation } from './FilterAnimation.tsx'
import { OrderPadHint } from './ShopInformation.tsx'

export interface HomePageProps {
  types: CatalogueLink[]
  makes: CatalogueLink[]
  panel: PanelMakes
  /** Null: the catalogue is empty. */
  examples: CatalogueExamples | null
}

/** A large search field first, then filter types and makes for visitors without a part number. */
export function HomePage({ types, makes, panel, examples }: HomePageProps) {
  if (!examples) return <EmptyHero />
  return (
    <>
      <Hero examples={examples} />
      <div className="wrap">
        <div className="mt-10">
          <FinderPanel {...panel} />
        </div>
        <LinkGrid
          id="makes"
          unit="machines"
          heading="Makes"
          links={makes}
          columns="grid-cols-2 md:grid-cols-3 lg:grid-cols-6"
          all={{ name: 'All makes', url: filtersPath }}
        />
        <LinkGrid
          id="types"
          unit="products"
          heading="Kinds of filter"
          links={toFullRows(types)}
          columns="grid-cols-2 max-sm:[&>li:nth-child(n+13)]:hidden lg:grid-cols-4"
          all={{ name: 'All kinds', url: '/search?query=' }}
        />
        <RecentlyViewed />
        <Promises />
      </div>
    </>
  )
}

export const homePage = definePage('features/home/HomePage', HomePage)

function EmptyHero() {
  return (
    <section className="border-b border-rule bg-surface">
      <div className="wrap grid items-center gap-x-12 gap-y-8 py-8 md:py-12 lg:grid-cols-[1fr_20rem] lg:py-8">
        <EmptyCatalogue isPage />
        <FilterAnimation className="max-lg:mx-auto max-lg:w-64" />
      </div>
    </section>
  )
}

function Hero({ examples }: { examples: CatalogueExamples }) {
  return (
    <section className="border-b border-rule bg-surface">
      <div className="wrap grid items-center gap-x-12 py-8 md:py-12 lg:grid-cols-[1fr_20rem] lg:py-8">
        <div>
          <h1 className="text-2xl sm:text-3xl">Type the number on your filter</h1>
          <p className="mt-2 text-lg text-steel">
            Any maker’s number, any spelling. Or your machine and the kind of filter, or its serial number.
          </p>
          <LargeSearchForm placeholder={examples.written} className="mt-6 max-w-3xl" />
          <p className="mt-3 flex flex-wrap items-center gap-2 text-sm">
            <span className="text-steel">Try</span>
            {examples.numbers.map(code => (
              <a
                key={code}
                href={`/search?query=${encodeURIComponent(code)}`}
                className="code inline-flex min-h-9 items-center rounded border border-rule bg-ground px-3 hover:border-edge"
              >
                {code}
              </a>
            ))}
          </p>
          <OrderPadHint />
        </div>
        <FilterAnimation className="hidden lg:block" />
      </div>
    </section>
  )
}

interface GridProps {
  id: string
  heading: string
  links: CatalogueLink[]
  unit: string
  /** Classes for the number of columns, and of cells on a phone. */
  columns: string
  /** The page that has more than the grid. */
  all: { name: string; url: string }
}

const kindColumns = 4

/** Without a last row that has gaps; the link beside the heading leads to what is left out. */
function toFullRows(links: CatalogueLink[]): CatalogueLink[] {
  const rest = links.length % kindColumns
  return links.length > kindColumns ? links.slice(0, links.length - rest) : links
}

function LinkGrid({ id, heading, links: ways, unit, columns, all }: GridProps) {
  if (ways.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="flex items-center justify-between gap-4">
        <h2 id={id} className="text-xl">
          {heading}
        </h2>
        <StandaloneLink href={all.url}>{all.name}</StandaloneLink>
      </div>
      <ul className={`mt-2 grid border-t border-l border-rule ${columns}`}>
        {ways.map(way => (
          <li key={way.url} className="border-r border-b border-rule bg-surface">
            <a
              href={way.url}
              className="flex h-full min-h-12 items-center justify-between gap-3 px-3 py-2 sm:px-4 hover:bg-sunk hover:text-link focus-visible:-outline-offset-3"
            >
              {way.name}
              <span className="note max-sm:sr-only">
                {way.count}
                <span className="sr-only"> {unit}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

// `needs`: what the shop must be able to do to say so (R-EMPTY-1).
const promises: readonly { heading: string; text: string; needs?: 'orders' | 'cards' }[] = [
  {
    heading: 'Every number counts',
    text: 'Type it as it appears on the filter, whoever made it. Spaces, hyphens and capitals make no difference.',
  },
  {
    heading: 'A day, not a guess',
    text: 'See the delivery day before you pay, and how many are in stock on every row.',
    needs: 'orders',
  },
  {
    heading: 'Both prices',
    text: 'Excluding and including VAT, side by side on every part.',
  },
  {
    heading: 'No account needed',
    text: 'Order as a guest and pay by card. With an account, the next order is quicker.',
    needs: 'cards',
  },
]

function Promises() {
  const { takesOrders, takesCards } = useShop()
  const isMet = { orders: takesOrders, cards: takesOrders && takesCards }
  const list = promises.filter(({ needs }) => needs === undefined || isMet[needs])
  return (
    <section aria-label="How we work" className="mt-12 border-t border-rule pt-8">
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {list.map(({ heading, text }) => (
          <li key={heading}>
            <h2 className="text-lg">{heading}</h2>
            <p className="mt-1 text-steel">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
