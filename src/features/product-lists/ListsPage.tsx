import { pluralize } from '../../lib/count.ts'
import { ButtonLink, NextLink } from '../../ui/Actions.tsx'
import { ColumnHeading, ColumnHeadings, TableHead } from '../../ui/ColumnHeading.tsx'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { BuilderBar, WallpaperToggle } from '../wallpaper/BuilderBar.tsx'
import { useWallpaperBuilder, type WallpaperBuilder } from '../wallpaper/useWallpaperBuilder.tsx'
import { listsUrl, newListUrl } from './list.ts'
import type { ListRow } from './view.ts'

export interface ListsPageProps {
  navigation: AccountNavigation
  /** Scopes the stored state of the wallpaper builder to the person. */
  owner: string
  rows: ListRow[]
}

export function ListsPage({ navigation, owner, rows }: ListsPageProps) {
  const builder = useWallpaperBuilder(
    owner,
    rows.map(({ id }) => id),
    `${listsUrl}/wallpaper.pdf`,
  )
  const isEmpty = rows.length === 0
  const action = isEmpty ? undefined : <ButtonLink href={newListUrl}>New list</ButtonLink>
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
        <NextLink href={newListUrl}>Create your first list</NextLink>
      </p>
    </div>
  )
}

/** A table on wide screens, a card for each list on a phone. */
function ListsTable({ rows, builder }: { rows: ListRow[]; builder: WallpaperBuilder }) {
  return (
    <table className="mt-6 w-full text-left max-md:block">
      <caption className="sr-only">Your product lists, by name</caption>
      <TableHead className="max-md:sr-only">
        <ColumnHeadings names={['List', 'Fleet numbers', 'Parts']} className="pr-4" />
        <ColumnHeading>
          <span className="sr-only">Actions</span>
        </ColumnHeading>
      </TableHead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <Row key={row.id} row={row} builder={builder} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, builder }: { row: ListRow; builder: WallpaperBuilder }) {
  const { id, name, machine, fleetNumbers, products, url, orderUrl } = row
  return (
    <tr className="card-row">
      <th scope="row" className="card-cell">
        <a href={url} className="link -my-1 inline-block py-1 font-semibold wrap-anywhere">
          {name}
        </a>
        {machine !== name && <span className="block note">{machine}</span>}
      </th>
      <td className={`card-cell max-md:mt-2 max-md:empty:hidden`}>
        {fleetNumbers.length > 0 && (
          <ul className="flex flex-wrap gap-1.5" aria-label="Fleet numbers">
            {fleetNumbers.map(number => (
              <li key={number} className="rounded bg-sunk px-2 text-sm leading-6 wrap-anywhere">
                {number}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className={`card-cell whitespace-nowrap max-md:mt-2`}>
        <span className="md:hidden">{pluralize(products, 'part')}</span>
        <span className="max-md:hidden">{products.toLocaleString('en-GB')}</span>
      </td>
      <td className="w-[1%] py-2 max-md:mt-3 max-md:block max-md:w-auto max-md:py-0">
        <div className="flex justify-end gap-2 max-md:flex-wrap max-md:justify-start">
          <WallpaperToggle builder={builder} list={id} name={name} />
          <a href={orderUrl} className="button px-4">
            Order<span className="sr-only"> {name}</span>
          </a>
        </div>
      </td>
    </tr>
  )
}
