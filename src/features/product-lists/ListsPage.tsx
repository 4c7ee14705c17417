import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { BuilderBar } from '../wallpaper/BuilderBar.tsx'
import { useWallpaperBuilder } from '../wallpaper/useWallpaperBuilder.tsx'
import { ListsTable } from './ListsTable.tsx'
import { listsUrl, newListUrl } from './list.ts'
import type { ListRow } from './view.ts'

export interface ListsPageProps {
  navigation: AccountNavigation
  /** Scopes the stored state of the wallpaper builder to the person. */
  owner: string
  rows: ListRow[]
}

/** The saved lists, and the wallpaper builder. */
export function ListsPage({ navigation, owner, rows }: ListsPageProps) {
  const builder = useWallpaperBuilder(
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
    <AccountFrame navigation={navigation} current="product-lists" title="Product lists" action={action}>
      {isEmpty ? (
        <NoLists />
      ) : (
        <>
          <p className="max-w-prose">
            A list for each machine: its filters, ready to order together or to print as a wall chart.
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
        Keep a list for each machine: choose it, add its filters in one go, and order them all together next
        time. Up to five lists make a chart for the workshop wall.
      </p>
      <p className="mt-4">
        <a href={newListUrl} className="button button-next">
          Create your first list
        </a>
      </p>
    </div>
  )
}
