import { SubmitButton } from '../../../ui/Actions.tsx'
import type { OrderListItem } from './view.ts'

/** Ordering it again, and its invoice, in a row of orders. */
export function OrderActions({ reference, url, invoice }: OrderListItem) {
  return (
    <div className="no-print flex items-center gap-x-4 gap-y-1 md:max-lg:flex-col">
      <form method="post" action={`${url}/reorder`}>
        <SubmitButton className="px-3 whitespace-nowrap">
          Order again<span className="sr-only"> {reference}</span>
        </SubmitButton>
      </form>
      {invoice && (
        <a href={invoice.url} className="link tap-target whitespace-nowrap">
          {invoice.shortName}
          <span className="sr-only">{invoice.name.slice(invoice.shortName.length)}</span>
        </a>
      )}
    </div>
  )
}
