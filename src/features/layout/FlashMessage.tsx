import { useEffect } from 'react'
import type { Flash } from '../../lib/flash.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { getFlashDelayMs } from './flash-delay.ts'

/** The message of the last form, in the page and as a toast (R-UX-53). */
export function FlashMessage({ flash }: { flash: Flash }) {
  useEffect(() => {
    const timer = setTimeout(() => showToast(flash), getFlashDelayMs(location.pathname))
    return () => clearTimeout(timer)
  }, [flash])
  return (
    <div className="wrap pt-4">
      <div
        role={flash.kind === 'danger' ? 'alert' : 'status'}
        className={`rounded border border-l-4 bg-surface px-4 py-3 ${borderClass[flash.kind]}`}
      >
        {flash.text}
      </div>
    </div>
  )
}

const borderClass: Record<Flash['kind'], string> = {
  success: 'border-stock',
  danger: 'border-danger',
  info: 'border-link',
}
