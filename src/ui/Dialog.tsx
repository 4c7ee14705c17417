import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createStore } from './browser/store.ts'

interface DialogProps {
  title: string
  children: ReactNode
  /** Esc, or another way by which the browser closes dialogs. */
  onClose: () => void
  /** The buttons, the primary one first. */
  actions: ReactNode
}

/**
 * A modal dialog, open while it is mounted. The native element traps the focus, makes the page behind it inert, closes
 * on Esc and restores the focus.
 */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()
  useEffect(() => {
    const dialog = ref.current!
    const previousFocus = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      // The element may be unmounted before the browser restores the focus.
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
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
  /** Without it the dialog is an alert with one button. */
  cancelLabel?: string
  /** A further way on, between the two buttons. */
  link?: { label: string; url: string }
}

interface PendingQuestion extends Question {
  id: number
  answer: (confirmed: boolean) => void
}

const noQuestions: readonly PendingQuestion[] = []
const pendingQuestions = createStore(noQuestions)
let lastId = 0

/** Opens a confirmation dialog from any client code; true when confirmed, false when declined or closed with Esc. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise(resolve => {
    const id = ++lastId
    const answer = (confirmed: boolean) => {
      pendingQuestions.change(pendingQuestions.read().filter(other => other.id !== id))
      resolve(confirmed)
    }
    pendingQuestions.change([...pendingQuestions.read(), { ...question, id, answer }])
  })
}

/** Renders the dialogs of confirm() and showAlert(); mounted once, by the layout. */
export function PendingDialogs() {
  const open = useSyncExternalStore(pendingQuestions.subscribe, pendingQuestions.read, () => noQuestions)
  return open.map(({ id, title, text, confirmLabel, cancelLabel, link, answer }) => (
    <Dialog
      key={id}
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          <button type="button" className="button button-strong" onClick={() => answer(true)}>
            {confirmLabel}
          </button>
          {link && (
            <a href={link.url} className="button">
              {link.label}
            </a>
          )}
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

/** Opens a dialog with one button; resolves when it is closed. */
export async function showAlert(title: string, text: ReactNode): Promise<void> {
  await confirm({ title, text, confirmLabel: 'OK' })
}
