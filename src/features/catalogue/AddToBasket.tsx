import { type ReactNode, type SubmitEvent, useEffect, useId, useState } from 'react'
import { emit } from '../../ui/browser/events.ts'
import { RequestError, send } from '../../ui/browser/send.ts'
import { useShop } from '../../ui/contact.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Quantity } from '../../ui/forms/Quantity.tsx'
import { basketLink, showToast } from '../../ui/Toasts.tsx'
import type { addToBasket } from '../basket/schemas.ts'
import { addToBasketMessages } from './messages.ts'

interface AddToBasketProps {
  id: number
  /** The product's code, for the labels of screen readers: 'FH-OIL-1'. */
  code: string
  /** How many the field offers first; default 1. */
  quantity?: number
  /** In a listing row, or an element of the class `buy-compact`: small steppers and a short label. */
  compact?: boolean
  /** On a phone a bar with this text and the same button is shown while the form is above the window. */
  bar?: ReactNode
}

// R-BASKET-11
const toastMs = 5000

/** Quantity and Add. Without JavaScript a plain form; with it, the page stays and the mini basket is updated. */
export function AddToBasket({
  id,
  code,
  quantity: initialQuantity = 1,
  compact = false,
  bar = null,
}: AddToBasketProps) {
  const [quantity, setQuantity] = useState(String(initialQuantity))
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  const noteId = useId()
  const formId = useId()

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    // Read from the form, because the quantity may have been typed before hydration.
    const currentQuantity = String(new FormData(event.currentTarget).get('quantity') ?? '')
    setQuantity(currentQuantity)
    const result = await addProduct(id, currentQuantity)
    setBusy(false)
    setRefusal(result.refusal)
    setUnreachable(result.isUnreachable)
  }

  return (
    <form
      id={bar ? formId : undefined}
      method="post"
      action="/basket/add/single"
      className={compact ? undefined : 'grid grid-cols-[auto_1fr] items-end gap-x-3'}
      onSubmit={add}
    >
      <input type="hidden" name="product" value={id} />
      <Quantity
        name="quantity"
        value={quantity}
        onChange={setQuantity}
        label={`Quantity of ${code}`}
        describedBy={refusal ? noteId : undefined}
        invalid={refusal !== null && !isUnreachable}
      />
      <button
        type="submit"
        aria-busy={isBusy || undefined}
        className={compact ? undefined : 'button button-next h-12 text-lg'}
      >
        {isBusy ? 'Adding…' : compact ? 'Add' : 'Add to basket'}
        {compact && <span>{` ${code} to basket`}</span>}
      </button>
      {refusal && (
        // No wider than the fields: the columns of a list are as wide as what they contain.
        <p id={noteId} className="col-span-full mt-2 w-0 min-w-full text-sm text-danger">
          {refusal}
        </p>
      )}
      {bar && (
        <BuyBar formId={formId} isBusy={isBusy}>
          {bar}
        </BuyBar>
      )}
      {isUnreachable && (
        <Dialog
          title={addToBasketMessages.errorTitle}
          onClose={() => setUnreachable(false)}
          actions={
            <button type="button" className="button" onClick={() => setUnreachable(false)}>
              Close
            </button>
          }
        >
          <p>{addToBasketMessages.unableToAdd}</p>
          <p className="mt-1 text-steel">Check your connection and try again. Your basket is as it was.</p>
        </Dialog>
      )}
    </form>
  )
}

interface AddResult {
  /** The message below the button; null when the product is in the basket. */
  refusal: string | null
  /** True when the shop could not be reached. */
  isUnreachable: boolean
}

async function addProduct(product: number, quantity: string): Promise<AddResult> {
  try {
    const { success, messages, basket } = await send<typeof addToBasket>('POST /basket/add/single', {
      body: { product, quantity, page: 1 },
    })
    const text = messages[0] ?? (success ? addToBasketMessages.added : addToBasketMessages.unableToAdd)
    if (!success) {
      emit('addRefused', { text })
      return { refusal: text, isUnreachable: false }
    }
    showToast({ kind: 'success', text, ms: toastMs, link: basketLink })
    // The call answers pounds, the event takes pence.
    emit('basket', { count: basket.count, subtotal: Math.round(basket.subtotal * 100) })
    return { refusal: null, isUnreachable: false }
  } catch (error) {
    // A network failure opens a dialog, and the message of the layout stays on the page after it (R-BASKET-11).
    if (!(error instanceof RequestError))
      return { refusal: addToBasketMessages.unableToAddInShell, isUnreachable: true }
    emit('addRefused', { text: error.message })
    return { refusal: error.message, isUnreachable: false }
  }
}

interface BuyBarProps {
  formId: string
  isBusy: boolean
  children: ReactNode
}

/** On a phone, at the lower edge of the window while the form is above it; theme.css keeps the focus above it. */
function BuyBar({ formId, isBusy, children }: BuyBarProps) {
  const isVisible = useIsAbove(formId)
  if (!isVisible) return null
  return (
    <div className="buy-bar no-print">
      <div className="min-w-0 grow">{children}</div>
      <button
        type="submit"
        form={formId}
        aria-busy={isBusy || undefined}
        className="button button-next h-12 shrink-0 px-6"
      >
        {isBusy ? 'Adding…' : 'Add to basket'}
      </button>
    </div>
  )
}

/** True while the element is above the window, on a narrow one. */
function useIsAbove(id: string): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)!
    const narrow = matchMedia('(width < 48rem)')
    const observer = new IntersectionObserver(([entry]) => {
      const { isIntersecting, boundingClientRect } = entry!
      setAbove(narrow.matches && !isIntersecting && boundingClientRect.bottom <= 0)
    })
    const observe = () => {
      observer.disconnect()
      // Reports the current position at once.
      observer.observe(element)
    }
    observe()
    narrow.addEventListener('change', observe)
    return () => {
      observer.disconnect()
      narrow.removeEventListener('change', observe)
    }
  }, [id])
  return isAbove
}

interface AskForQuoteProps {
  code: string
  quantity?: number
  className?: string
  /** Instead of the link in a shop without an e-mail address, which could not receive the request. */
  fallback?: ReactNode
}

export function AskForQuote({ code, quantity = 1, className = 'button', fallback = null }: AskForQuoteProps) {
  const { email } = useShop()
  if (email === null) return fallback
  return (
    <a href={quoteRequestUrl(code, quantity)} rel="nofollow" className={`${className} whitespace-nowrap`}>
      Ask for a quote<span className="sr-only"> for {code}</span>
    </a>
  )
}

/** The form that asks for the price of a product (R-QUOTE-2). */
function quoteRequestUrl(code: string, quantity = 1): string {
  const query = new URLSearchParams({ product: code, ...(quantity > 1 && { quantity: String(quantity) }) })
  return `/quotes/request?${query}`
}
