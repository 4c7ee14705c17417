import { useEffect } from 'react'
import { showToast, type Toast } from '../../ui/Toasts.tsx'
import { getFlashDelayMs } from './flash-delay.ts'

/** The message of the last form, in the page and as a toast (R-UX-53). */
export function FlashMessage({ kind, text }: Pick<Toast, 'kind' | 'text'>) {
  useEffect(() => {
    const timer = setTimeout(() => showToast({ kind, text }), getFlashDelayMs(location.pathname))
    return () => clearTimeout(timer)
  }, [kind, text])
  return (
    <div className="wrap pt-4">
      <div
        role={kind === 'danger' ? 'alert' : 'status'}
        className={`rounded border border-l-4 bg-surface px-4 py-3 ${borderClass[kind]}`}
      >
        {text}
      </div>
    </div>
  )
}

const borderClass: Record<Toast['kind'], string> = {
  success: 'border-stock',
  danger: 'border-danger',
  info: 'border-link',
}
