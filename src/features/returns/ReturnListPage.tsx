import { NextLink } from '../../ui/Actions.tsx'
import { CardRow, CardTable } from '../../ui/CardTable.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { definePage } from '../../ui/page.ts'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { returnsUrl } from './returns.ts'
import type { toReturnListItem } from './view.ts'

interface ReturnListPageProps {
  navigation: AccountNavigation
  rows: ReturnType<typeof toReturnListItem>[]
  page: number
  pages: number
}

export function ReturnListPage({ navigation, rows, page, pages }: ReturnListPageProps) {
  return (
    <AccountFrame navigation={navigation} current="returns" title="Returns">
      {rows.length === 0 ? (
        <div className="card max-w-xl p-6">
          <p>You haven’t returned anything. To send goods back, open the order they came with.</p>
          <p className="mt-4">
            <NextLink href="/account/orders">Your orders</NextLink>
          </p>
        </div>
      ) : (
        <CardTable caption="Your returns, newest first" columns={['Return', 'Order', 'Status']}>
          {rows.map(row => (
            <CardRow key={row.number} url={row.url} reference={row.number} below={row.goods}>
              <td className="card-cell">
                <span className="note md:hidden">Order </span>
                <a href={row.orderUrl} className="link code -my-1 inline-block py-1">
                  {row.reference}
                </a>
              </td>
              <td className={`card-cell md:pr-0 md:text-right`}>
                <StateLabel state={row.state} />
                <span className="block note">{`Requested ${row.date}`}</span>
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={`${returnsUrl}?`} label="Returns" />
      </div>
    </AccountFrame>
  )
}

export const returnListPage = definePage('features/returns/ReturnListPage', ReturnListPage)
