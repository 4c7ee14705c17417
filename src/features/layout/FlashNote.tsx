import { useEffect } from 'react'
import type { Flash } from '../../lib/flash.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { popupAfterMs } from './popup.ts'

/** The message of the last form: in the page, where it stays, and as a popup for those who look elsewhere. */
export function FlashNote({ flash }: { flash: Flash }) {
  useEffect(() => {
    const timer = setTimeout(() => showToast(flash), popupAfterMs(location.pathname))
    return () => clearTimeout(timer)
  }, [flash])
  return (
    <div className="wrap pt-4">
      <div
        role={flash.kind === 'danger' ? 'alert' : 'status'}
        className={`rounded border border-l-4 bg-surface px-4 py-3 ${edge[flash.kind]}`}
      >
        {flash.text}
      </div>
    </div>
  )
}

const edge: Record<Flash['kind'], string> = {
  success: 'border-stock',
  danger: 'border-danger',
  info: 'border-link',
}
