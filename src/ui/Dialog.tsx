import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

interface DialogProps {
  title: string
  children: ReactNode
  /** Esc, or the browser's own wish to close. */
  onClose: () => void
  /** The buttons, the one to press most likely first. */
  actions: ReactNode
}

/**
 * A modal dialog, open while it is mounted. The browser's own element: it keeps the focus inside, makes the page
 * behind it inert, closes on Esc and gives the focus back, at no cost in script.
 */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()
  useEffect(() => {
    const dialog = ref.current!
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      // Unmounting may come before the browser's own return of the focus.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded border border-rule bg-surface p-6 text-ink shadow-float backdrop:bg-bar/60"
    >
      <h2 id={titleId} className="text-xl">
        {title}
      </h2>
      <div id={textId} className="mt-3">
        {children}
      </div>
      <div className="mt-6 flex flex-wrap gap-3 max-xs:*:grow">{actions}</div>
    </dialog>
  )
}

export interface Question {
  title: string
  text: ReactNode
  confirmLabel: string
  /** Without it there is nothing to decline: an alert. */
  cancelLabel?: string
}

interface PendingQuestion extends Question {
  id: number
  answer: (confirmed: boolean) => void
}

const none: readonly PendingQuestion[] = []
const asked = createStore(none)
let lastId = 0

/** Asks with a dialog, from anywhere in the browser; true when confirmed, false when declined or closed with Esc. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise(resolve => {
    const id = ++lastId
    const answer = (confirmed: boolean) => {
      asked.change(asked.read().filter(other => other.id !== id))
      resolve(confirmed)
    }
    asked.change([...asked.read(), { ...question, id, answer }])
  })
}

/** Where questions appear: mounted once, by the frame of every page. */
export function Questions() {
  const open = useSyncExternalStore(asked.subscribe, asked.read, () => none)
  return open.map(({ id, title, text, confirmLabel, cancelLabel, answer }) => (
    <Dialog
      key={id}
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          <button type="button" className="button button-strong" onClick={() => answer(true)}>
            {confirmLabel}
          </button>
          {cancelLabel && (
            <button type="button" className="button" onClick={() => answer(false)}>
              {cancelLabel}
            </button>
          )}
        </>
      }
    >
      {text}
    </Dialog>
  ))
}

/** Tells something that must not be missed; resolves when it was read. */
export async function showAlert(title: string, text: ReactNode): Promise<void> {
  await confirm({ title, text, confirmLabel: 'OK' })
}
