import { useEffect } from 'react'
import { focusOnShortcut, searchShortcut } from '../../ui/browser/search-shortcut.client.ts'
import { SearchIcon } from '../../ui/Icons.tsx'

export const findOrderUrl = '/admin/orders/find'

/**
 * The search for orders on the pages of staff: a plain GET form. An order number leads to its order, all else to the list. On
 * phones, whose keyboard has a key that sends it, it has no button.
 */
export function OrderSearch({ className }: { className: string }) {
  useEffect(focusOnShortcut, [])
  return (
    <search aria-label="Orders" className={`no-print ${className}`}>
      <form method="get" action={findOrderUrl} className="flex">
        <label htmlFor="find-any-order" className="sr-only">
          Find an order
        </label>
        <input
          id="find-any-order"
          name="query"
          type="text"
          enterKeyHint="search"
          required
          placeholder="Find an order"
          title="By order number, PO number, name, part … Press / to come here."
          aria-keyshortcuts={searchShortcut}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // As high as the menu beside it, with its border.
          className="input w-full min-w-0 max-lg:min-h-11.5 max-sm:px-2 sm:rounded-r-none"
        />
        <button
          type="submit"
          className="button shrink-0 rounded-l-none border-l-0 px-3 max-sm:hidden"
          aria-label="Find the order"
        >
          <SearchIcon />
        </button>
      </form>
    </search>
  )
}
