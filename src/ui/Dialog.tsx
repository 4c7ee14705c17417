import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'

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

/** Asks with a dialog, from anywhere in the browser; true when confirmed, false when declined or closed with Esc. */
export function ask({ title, text, confirmLabel, cancelLabel }: Question): Promise<boolean> {
  return new Promise(resolve => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const answer = (confirmed: boolean) => {
      root.unmount()
      host.remove()
      resolve(confirmed)
    }
    root.render(
      <Dialog
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
      </Dialog>,
    )
  })
}

/** Tells something that must not be missed; resolves when it was read. */
export async function tellAlert(title: string, text: ReactNode): Promise<void> {
  await ask({ title, text, confirmLabel: 'OK' })
}
