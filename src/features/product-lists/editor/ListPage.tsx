import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { listOrderUrl } from '../list.ts'
import { ListEditor } from './ListEditor.tsx'
import type { ListEditorProps } from './useListEditor.tsx'

export interface ListPageProps extends ListEditorProps {
  navigation: AccountNavigation
}

/** The editor of a new or an existing list. */
export function ListPage({ navigation, ...list }: ListPageProps) {
  const { id, start } = list
  const action = id !== null && (
    <a href={listOrderUrl(id)} className="button">
      Order this list
    </a>
  )
  return (
    <AccountFrame
      navigation={navigation}
      current="product-lists"
      title={id === null ? 'New product list' : start.name}
      action={action}
    >
      <noscript>
        <p className="card mb-6 border-l-4 border-l-amber p-4">
          Editing a list needs JavaScript, which is switched off in your browser. You can order from a list
          without it.
        </p>
      </noscript>
      <ListEditor {...list} />
    </AccountFrame>
  )
}

export const listPage = definePage('features/product-lists/editor/ListPage', ListPage)
