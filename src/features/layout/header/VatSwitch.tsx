import { type SubmitEvent, useEffect } from 'react'
import { SwapIcon } from '../../../ui/Icons.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import { applyVatChoice, switchVat } from './vat-display.client.ts'

/**
 * Switches which price comes first. Both are always visible, so this only changes a data attribute of the root element,
 * which the style sheet follows. Its own text follows the attribute too, so that cached pages are the same for everybody.
 */
export function VatSwitch({ className = '' }: { className?: string }) {
  // A prefetched page may be older than the choice.
  useEffect(() => applyVatChoice(), [])
  useRestoredByBack(applyVatChoice)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    switchVat()
  }

  return (
    <form method="post" action="/vat" onSubmit={submit} className="contents">
      <button
        type="submit"
        className={`inline-flex min-h-10 cursor-pointer items-center gap-1.5 whitespace-nowrap hover:underline ${className}`}
      >
        <span>Prices</span>
        <span className="font-semibold inc-first:hidden">
          ex VAT<span className="sr-only"> first, show including VAT first</span>
        </span>
        <span className="hidden font-semibold inc-first:inline">
          inc VAT<span className="sr-only"> first, show excluding VAT first</span>
        </span>
        <SwapIcon className="size-4" />
      </button>
    </form>
  )
}
