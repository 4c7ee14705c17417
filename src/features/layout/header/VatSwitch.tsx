import { type SubmitEvent, useEffect } from 'react'
import { SwapIcon } from '../../../ui/Icons.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'

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
      <button type="submit" className={`vat-switch ${className}`}>
        <span>Prices</span>
        <strong>
          ex VAT<span className="sr-only"> first, show including VAT first</span>
        </strong>
        <strong>
          inc VAT<span className="sr-only"> first, show excluding VAT first</span>
        </strong>
        <SwapIcon className="size-4" />
      </button>
    </form>
  )
}

// The root element says which price comes first: `<html data-vat="inc">`.
const getRoot = () => document.documentElement

const yearSeconds = 31_536_000

/** Puts the other price first, in this page at once and by a cookie on every page for a year. */
function switchVat(): void {
  const first = getRoot().dataset.vat === 'inc' ? 'ex' : 'inc'
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store yet
  document.cookie = `vat=${first}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
  applyVatChoice()
}

/** Applies the choice in the cookie: the page may have been rendered or cached before it. */
function applyVatChoice(): void {
  if (/(?:^|;\s*)vat=inc(?:;|$)/.test(document.cookie)) getRoot().dataset.vat = 'inc'
  else delete getRoot().dataset.vat
}
