import { useEffect, useRef, useState } from 'react'
import { showToast, type Toast } from '../../ui/Toasts.tsx'
import { getFlashDelayMs } from './flash-delay.ts'

/**
 * The message of the last form, in the page, where it stays. A toast repeats it only while it is out of view: below a
 * link to a place further down (R-UX-53).
 */
export function FlashMessage({ kind, text }: Pick<Toast, 'kind' | 'text'>) {
  const message = useRef<HTMLDivElement>(null)
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isInView(message.current)) setAnnounced(true)
      else showToast({ kind, text })
    }, getFlashDelayMs(location.pathname))
    return () => clearTimeout(timer)
  }, [kind, text])
  return (
    <div className="wrap pt-4">
      <div
        ref={message}
        role={kind === 'danger' ? 'alert' : 'status'}
        className={`rounded border border-l-4 bg-surface px-4 py-3 ${borderClass[kind]}`}
      >
        {/* Screen readers announce what is put into a live region, not what the page came with. */}
        <p key={String(isAnnounced)}>{text}</p>
      </div>
    </div>
  )
}

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const borderClass: Record<Toast['kind'], string> = {
  success: 'border-stock',
  danger: 'border-danger',
  info: 'border-link',
}
