import { type SubmitEvent, useEffect } from 'react'
import { SwapIcon } from '../../ui/Icons.tsx'
import { showVat, turnVat } from './vat.client.ts'

/**
 * Which price leads. Both are always shown, so this only changes their order: a mark on the root of the page, which the
 * style sheet follows. The words follow it too, so that kept pages are the same for everybody.
 */
export function VatSwitch({ className = '' }: { className?: string }) {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) showVat()
    }
    // A page that was fetched ahead may be older than the choice.
    showVat()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  function turn(event: SubmitEvent) {
    event.preventDefault()
    turnVat()
  }

  return (
    <form method="post" action="/vat" onSubmit={turn} className="contents">
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
