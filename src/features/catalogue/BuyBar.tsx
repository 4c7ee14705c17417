import { type ReactNode, useEffect, useState } from 'react'

interface BuyBarProps {
  /** The form that its button submits. */
  formId: string
  isBusy: boolean
  children: ReactNode
}

/**
 * On a phone, the button of a form at the lower edge of the window while the form itself is above it. It is in the document
 * only then; theme.css keeps what has the focus, and the end of the page, above it.
 */
export function BuyBar({ formId, isBusy, children }: BuyBarProps) {
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
