import { StandaloneLink } from '../../ui/Actions.tsx'
import { definePage } from '../../ui/page.ts'
import { onStopMessage } from '../accounts/messages.ts'
import { FinderPanel } from '../finder/FinderPanel.tsx'
import type { PanelMakes } from '../finder/machines/machine.ts'
import { LargeSearchForm } from '../layout/search-form/LargeSearchForm.tsx'
import { LatestOrders } from '../order-pages/account/LatestOrders.tsx'
import type { AccountOverview } from '../order-pages/account/view.ts'
import { newListUrl } from '../product-lists/list.ts'
import type { ListRow } from '../product-lists/view.ts'
import { PendingLinks } from './PendingLinks.tsx'
import { OrderPadHint } from './ShopInformation.tsx'

export interface HomeOverview extends AccountOverview {
  /** The lists that were changed last. */
  lists: ListRow[]
  panel: PanelMakes
}

export interface MemberHomePageProps {
  name: string
  company: { name: string; onStop: boolean } | null
  overview: HomeOverview
}

/** The home page of who is signed in: the search, what needs attention, and what is ordered again (R-PAGE-15). */
export function MemberHomePage({ name, company, overview }: MemberHomePageProps) {
  return (
    <>
      <section className="border-b border-rule bg-surface">
        <div className="wrap py-8">
          <h1 className="text-2xl sm:text-3xl">Type the number on your filter</h1>
          <LargeSearchForm className="mt-4 max-w-3xl" />
          <OrderPadHint />
        </div>
      </section>
      <div className="wrap mt-8 space-y-6">
        <h2 className="text-xl">
          Hello {name}
          {company && <span className="font-normal text-steel"> · {company.name}</span>}
        </h2>
        {company?.onStop && <p className="card border-l-4 border-l-danger px-5 py-4">{onStopMessage}</p>}
        <PendingLinks openQuotes={overview.openQuotes} awaitingApproval={overview.awaitingApproval} />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <LatestOrders rows={overview.latest} />
          <Lists rows={overview.lists} />
        </div>
        <div className="pt-4">
          <FinderPanel {...overview.panel} />
        </div>
      </div>
    </>
  )
}

export const memberHomePage = definePage('features/home/MemberHomePage', MemberHomePage)

function Lists({ rows }: { rows: readonly ListRow[] }) {
  return (
    <section aria-labelledby="lists" className="card px-5 pt-4 pb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="lists" className="text-lg">
          Your lists
        </h2>
        <StandaloneLink href={rows.length > 0 ? '/account/productlists' : newListUrl}>
          {rows.length > 0 ? 'All lists' : 'Make a list'}
        </StandaloneLink>
      </div>
      {rows.length === 0 ? (
        <p className="pb-3">One list for each machine, with its filters ready to order together.</p>
      ) : (
        <ul className="divide-y divide-rule">
          {rows.map(row => (
            <ListItem key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ListItem({ row: { name, machine, products, url, orderUrl } }: { row: ListRow }) {
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <a href={url} className="link inline-block wrap-anywhere">
          {name}
        </a>
        <p className="text-sm wrap-anywhere text-steel">
          {machine !== '' && machine !== name && `${machine} · `}
          {products} {products === 1 ? 'part' : 'parts'}
        </p>
      </div>
      <a href={orderUrl} className="button shrink-0 px-3 md:min-h-10">
        Order<span className="sr-only"> {name}</span>
      </a>
    </li>
  )
}
