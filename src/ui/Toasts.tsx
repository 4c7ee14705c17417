import { useSyncExternalStore } from 'react'
import { CrossIcon } from './Icons.tsx'
import { createStore } from './store.ts'

export interface Toast {
  kind: 'success' | 'danger' | 'info'
  text: string
  /** How long it stays; a danger stays until it is dismissed, whatever is said here. */
  ms?: number
  action?: { label: string; onAction: () => void }
}

interface VisibleToast extends Toast {
  id: number
}

/** Shows a short message over the page, from anywhere in the browser; answers what takes it away again. */
export function showToast(toast: Toast): () => void {
  const shown = { ...toast, id: ++lastId }
  toasts.change([...toasts.read().filter(other => other.text !== toast.text), shown].slice(-maxToasts))
  wait(shown)
  return () => dismiss(shown.id)
}

/**
 * Where toasts appear: mounted once, by the frame of every page. Successes are told politely, dangers at once; both
 * regions stand in the page from the start, because assistive technology only follows regions it has seen.
 */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, () => none)
  return (
    <section
      aria-label="Messages"
      className="no-print pointer-events-none fixed inset-x-4 bottom-4 z-40 flex flex-col items-end gap-2 sm:left-auto sm:w-96"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div role="status" className="flex w-full flex-col gap-2">
        {shown.filter(isCalm).map(toast => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert" className="flex w-full flex-col gap-2">
        {shown
          .filter(toast => !isCalm(toast))
          .map(toast => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  )
}

function ToastCard({ toast }: { toast: VisibleToast }) {
  const { id, kind, text, action } = toast
  return (
    <div
      className={`pointer-events-auto flex items-center gap-2 rounded border border-l-4 border-rule bg-surface py-2 pr-2 pl-4 shadow-float ${edge[kind]}`}
    >
      <p className="grow py-1">{text}</p>
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

const edge = { success: 'border-l-stock', danger: 'border-l-danger', info: 'border-l-link' } as const

const isCalm = (toast: Toast) => toast.kind !== 'danger'

const defaultMs = 5000
const maxToasts = 4

const none: readonly VisibleToast[] = []
const toasts = createStore(none)
let lastId = 0
let isHeld = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function wait(toast: VisibleToast): void {
  if (!isCalm(toast) || isHeld) return
  clearTimeout(timers.get(toast.id))
  timers.set(
    toast.id,
    setTimeout(() => dismiss(toast.id), toast.ms ?? defaultMs),
  )
}

// Under the pointer or with the focus inside, nothing goes away; afterwards each gets its full time again.
function hold(): void {
  isHeld = true
  for (const timer of timers.values()) clearTimeout(timer)
}

function release(): void {
  isHeld = false
  for (const toast of toasts.read()) wait(toast)
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const left = toasts.read().filter(toast => toast.id !== id)
  // A card that vanishes under the pointer never tells that the pointer has left.
  if (left.length === 0) isHeld = false
  if (left.length < toasts.read().length) toasts.change(left)
}
