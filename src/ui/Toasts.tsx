import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { createStore } from './browser/store.ts'
import { CrossIcon } from './Icons.tsx'

export interface Toast {
  kind: 'success' | 'danger' | 'info'
  text: string
  /** How long it is visible (default 5 s). A danger stays until it is dismissed. */
  ms?: number
  action?: { label: string; onAction: () => void }
  /** Where to go next: the basket, after something was added to it. */
  link?: { label: string; url: string }
}

interface VisibleToast extends Toast {
  id: number
}

/** For toasts that say what was added. */
export const basketLink = { label: 'View basket', url: '/basket' } as const

/** Shows a short message over the page from any client code; returns a function that dismisses it. */
export function showToast(toast: Toast): () => void {
  const visibleToast = { ...toast, id: ++lastId }
  toasts.change([...toasts.read().filter(other => other.text !== toast.text), visibleToast].slice(-maxToasts))
  startTimer(visibleToast)
  return () => dismiss(visibleToast.id)
}

/**
 * Renders the toasts; mounted once, by the layout. Dangers are alerts, the others polite status messages. Both live
 * regions are always rendered, because assistive technology only announces changes of regions that exist already.
 */
export function Toasts() {
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.read, () => noToasts)
  const region = useRef<HTMLElement>(null)
  useClearPlace(region, visibleToasts)
  return (
    <section
      ref={region}
      aria-label="Messages"
      className="toasts no-print"
      onPointerEnter={pauseTimers}
      onPointerLeave={resumeTimers}
      onFocus={pauseTimers}
      onBlur={resumeTimers}
    >
      <div role="status">
        {visibleToasts.filter(isPolite).map(toast => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert">
        {visibleToasts
          .filter(toast => !isPolite(toast))
          .map(toast => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  )
}

const uncoveredButtons = '.button-next, form[action^="/basket/add"] [type="submit"]'

/** Keeps the toasts off the amber buttons and all that add to the basket, while the page is scrolled too (R-UX-60). */
function useClearPlace(region: RefObject<HTMLElement | null>, visibleToasts: readonly VisibleToast[]): void {
  useEffect(() => {
    const element = region.current
    if (!element || visibleToasts.length === 0) return
    const place = () => {
      const { left, right, height } = element.getBoundingClientRect()
      const obstacles = [...document.querySelectorAll(uncoveredButtons)]
        .map(button => button.getBoundingClientRect())
        .filter(box => box.height > 0 && box.left < right && box.right > left)
        .map(({ top, bottom }) => ({ top: top - toastMargin / 2, bottom: bottom + toastMargin / 2 }))
      element.style.bottom = `${findClearOffset(height, innerHeight, obstacles)}px`
    }
    place()
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    for (const event of ['scroll', 'resize']) window.addEventListener(event, place, options)
    return () => controller.abort()
  }, [region, visibleToasts])
}

function ToastCard({ toast }: { toast: VisibleToast }) {
  const { id, kind, text, action, link } = toast
  return (
    <div
      className={`pointer-events-auto flex items-center gap-2 rounded border border-l-4 border-rule bg-surface py-2 pr-2 pl-4 shadow-float ${borderClass[kind]}`}
    >
      <div className="min-w-0 grow py-1">
        <p className="wrap-anywhere">{text}</p>
        {link && (
          <a href={link.url} className="link inline-flex min-h-9 items-center font-semibold">
            {link.label}
          </a>
        )}
      </div>
      {action && (
        <button
          type="button"
          className="link min-h-11 shrink-0 cursor-pointer px-2 font-semibold"
          onClick={() => {
            dismiss(id)
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss message"
        className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
        onClick={() => dismiss(id)}
      >
        <CrossIcon className="size-4" />
      </button>
    </div>
  )
}

const borderClass = { success: 'border-l-stock', danger: 'border-l-danger', info: 'border-l-link' } as const

const isPolite = (toast: Toast) => toast.kind !== 'danger'

const defaultMs = 5000
const maxToasts = 4

const noToasts: readonly VisibleToast[] = []
const toasts = createStore(noToasts)
let lastId = 0
let isPaused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function startTimer(toast: VisibleToast): void {
  if (!isPolite(toast) || isPaused) return
  clearTimeout(timers.get(toast.id))
  timers.set(
    toast.id,
    setTimeout(() => dismiss(toast.id), toast.ms ?? defaultMs),
  )
}

// While the pointer is over the toasts or the focus inside, none disappears; afterwards each gets its full time again.
function pauseTimers(): void {
  isPaused = true
  for (const timer of timers.values()) clearTimeout(timer)
}

function resumeTimers(): void {
  isPaused = false
  for (const toast of toasts.read()) startTimer(toast)
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const remaining = toasts.read().filter(toast => toast.id !== id)
  // An element that is removed under the pointer fires no pointerleave.
  if (remaining.length === 0) isPaused = false
  if (remaining.length < toasts.read().length) toasts.change(remaining)
}

/** From the top of the window, in px. */
interface VerticalSpan {
  top: number
  bottom: number
}

/** Between toasts and the edge of the window, and between toasts and what they must not cover. */
export const toastMargin = 16

/**
 * The smallest distance from the bottom of the window at which a box of this height covers none of the obstacles. Where
 * there is no such place, the bottom.
 */
export function findClearOffset(
  height: number,
  windowHeight: number,
  obstacles: readonly VerticalSpan[],
): number {
  const isClear = (offset: number) => {
    const bottom = windowHeight - offset
    return obstacles.every(each => each.bottom <= bottom - height || each.top >= bottom)
  }
  const candidates = [0, ...obstacles.map(({ top }) => windowHeight - top)].map(
    offset => offset + toastMargin,
  )
  const inWindow = candidates.filter(offset => offset >= toastMargin && offset + height <= windowHeight)
  return inWindow.toSorted((a, b) => a - b).find(isClear) ?? toastMargin
}
