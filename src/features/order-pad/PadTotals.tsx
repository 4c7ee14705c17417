import { formatPounds } from '../../lib/money.ts'
import { useShop } from '../../ui/contact.tsx'
import type { PadEditor } from './usePadEditor.tsx'

/** The totals of the lines that are ready, and the button that adds them to the basket. */
export function PadTotals({ editor }: { editor: PadEditor }) {
  const { readyCount, rows, exVat, incVat } = editor.view
  const { takesOrders } = useShop()
  const openCount = rows.length - readyCount
  return (
    <aside
      aria-label="Totals"
      className="card sticky bottom-0 z-10 p-4 max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:top-6 lg:bottom-auto lg:p-5"
    >
      <dl className="lg:space-y-1">
        <div className="flex items-baseline justify-between gap-4">
          <dt>Subtotal ex VAT</dt>
          <dd className="text-xl font-semibold">{formatPounds(exVat)}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 text-steel">
          <dt>Inc VAT (20%)</dt>
          <dd>{formatPounds(incVat)}</dd>
        </div>
      </dl>
      <button
        type="submit"
        name="add"
        formAction="/order-pad/add"
        aria-disabled={readyCount === 0 || undefined}
        aria-busy={editor.isAdding || undefined}
        className="button button-next mt-3 w-full text-lg"
      >
        {editor.isAdding ? 'Adding…' : formatAddLabel(readyCount)}
      </button>
      <p className="mt-2 text-sm text-steel max-lg:hidden">
        {openCount === 0
          ? takesOrders && 'Delivery is priced at checkout.'
          : `${openCount} ${openCount === 1 ? 'line needs' : 'lines need'} your attention.`}
      </p>
      <noscript>
        <button type="submit" formAction="/order-pad" className="button mt-3 w-full">
          Check again
        </button>
      </noscript>
    </aside>
  )
}

const formatAddLabel = (readyCount: number): string => {
  if (readyCount === 0) return 'No line to add yet'
  return readyCount === 1 ? 'Add 1 line to basket' : `Add ${readyCount} lines to basket`
}
