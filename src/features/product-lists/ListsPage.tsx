import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountArea } from '../accounts/area.ts'
import { BuilderBar } from '../wallpaper/BuilderBar.tsx'
import { useBuilding } from '../wallpaper/useBuilding.tsx'
import { ListsTable } from './ListsTable.tsx'
import { listsUrl, newListUrl } from './list.ts'
import type { ListRow } from './view.ts'

export interface ListsPageProps {
  area: AccountArea
  /** Whose browser memory counts. */
  owner: string
  rows: ListRow[]
}

/** The saved lists, and the wallpaper made of them. */
export function ListsPage({ area, owner, rows }: ListsPageProps) {
  const builder = useBuilding(
    owner,
    rows.map(({ id }) => id),
    `${listsUrl}/wallpaper.pdf`,
  )
  const isEmpty = rows.length === 0
  const action = isEmpty ? undefined : (
    <a href={newListUrl} className="button">
      New list
    </a>
  )
  return (
    <AccountFrame area={area} current="product-lists" title="Product lists" action={action}>
      {isEmpty ? (
        <NoLists />
      ) : (
        <>
          <p className="max-w-prose">
            A list for each machine: its filters, ready to order together or to hang on the wall.
          </p>
          <BuilderBar builder={builder} />
          <ListsTable rows={rows} builder={builder} />
        </>
      )}
    </AccountFrame>
  )
}

export const listsPage = definePage('features/product-lists/ListsPage', ListsPage)

function NoLists() {
  return (
    <div className="card max-w-xl p-6">
      <p>
        Keep a list for each machine: choose it, add its filters with one press, and order them all together
        the next time. Up to five lists make a chart for the workshop wall.
      </p>
      <p className="mt-4">
        <a href={newListUrl} className="button button-next">
          Make your first list
        </a>
      </p>
    </div>
  )
}
