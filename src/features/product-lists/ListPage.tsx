import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountArea } from '../accounts/area.ts'
import { ListForm } from './ListForm.tsx'
import { orderUrl } from './list.ts'
import type { ListFormProps } from './useListForm.tsx'

export interface ListPageProps extends ListFormProps {
  area: AccountArea
}

/** A list to fill in: a new one, or one to change. */
export function ListPage({ area, ...list }: ListPageProps) {
  const { id, start } = list
  const action = id !== null && (
    <a href={orderUrl(id)} className="button">
      Order this list
    </a>
  )
  return (
    <AccountFrame
      area={area}
      current="product-lists"
      title={id === null ? 'New product list' : start.name}
      action={action}
    >
      <noscript>
        <p className="card mb-6 border-l-4 border-l-amber p-4">
          Lists are edited with JavaScript, which is switched off in your browser. Ordering one works without.
        </p>
      </noscript>
      <ListForm {...list} />
    </AccountFrame>
  )
}

export const listPage = definePage('features/product-lists/ListPage', ListPage)
