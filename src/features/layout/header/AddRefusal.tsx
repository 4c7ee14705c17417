import { type RefObject, useEffect, useRef, useState } from 'react'
import { listen } from '../../../ui/browser/events.ts'
import { CrossIcon } from '../../../ui/Icons.tsx'

/**
 * Why the last part was not added (R-BASKET-11): below the mini basket, at the top of the window while that is out of
 * sight, and there until it is closed.
 */
export function AddRefusal({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const [text, setText] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => listen('addRefused', refusal => setText(refusal.text)), [])
  useEffect(() => {
    if (text === null) return
    const place = () => {
      const bottom = anchor.current?.getBoundingClientRect().bottom ?? 0
      if (panel.current) panel.current.style.top = `${Math.max(bottom, 0) + gap}px`
    }
    place()
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    for (const event of ['scroll', 'resize']) window.addEventListener(event, place, options)
    return () => controller.abort()
  }, [text, anchor])

  function close() {
    setText(null)
    // The pressed button disappears.
    anchor.current?.focus()
  }

  return (
    <div
      role="alert"
      ref={panel}
      className="no-print fixed right-4 z-40 max-w-[min(24rem,calc(100vw-2rem))] sm:right-6"
    >
      {text !== null && (
        <div className="flex items-center gap-2 rounded border border-l-4 border-rule border-l-danger bg-surface py-2 pr-2 pl-4 shadow-float">
          <p className="min-w-0 grow py-1 wrap-anywhere">{text}</p>
          <button
            type="button"
            aria-label="Dismiss message"
            className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
            onClick={close}
          >
            <CrossIcon className="size-4" />
          </button>
        </div>
      )}
    </div>
  )
}

const gap = 8
