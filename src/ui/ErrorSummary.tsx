import { useEffect, useEffectEvent, useRef } from 'react'

interface ErrorSummaryProps {
  /** Field id → its message, in the order of the form: the same words as beside the field. */
  errors: Record<string, string>
  lead?: string
  /** One more at each failed submit, so that the focus comes here again. */
  attempt: number
}

/** What is wrong with a form, on top of it, after a failed submit: one link to each field. Takes the focus. */
export function ErrorSummary({ errors, lead, attempt }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isShown = Object.keys(errors).length > 0 || lead !== undefined
  const focus = useEffectEvent(() => {
    if (isShown) ref.current?.focus()
  })
  // Each attempt moves the focus, also with the same errors.
  useEffect(() => {
    if (attempt > 0) focus()
  }, [attempt])
  useEffect(() => (isShown ? markTitle() : undefined), [isShown])
  if (!isShown) return null
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="mb-6 rounded border-2 border-danger bg-surface p-4 outline-offset-2"
    >
      <h2 className="text-lg">There is a problem</h2>
      {lead && <p className="mt-1">{lead}</p>}
      <ul className="mt-2 space-y-1">
        {Object.entries(errors).map(([id, message]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="font-semibold text-danger underline underline-offset-3"
              onClick={event => {
                const field = document.getElementById(id)
                if (!field) return
                event.preventDefault()
                field.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const mark = 'Error: '

// Heard first when the page is switched to, and seen in the tab.
function markTitle(): () => void {
  if (!document.title.startsWith(mark)) document.title = mark + document.title
  return () => {
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
  }
}
