import { useEffect, useEffectEvent, useRef } from 'react'

interface ErrorSummaryProps {
  /** Field id → its message, in the order of the form: the same sentence as beside the field (R-UX-3). */
  errors: Record<string, string>
  lead?: string
  /** Incremented at each failed submit, so that the summary gets the focus again. */
  attempt: number
}

/** The errors of a form after a failed submit, with a link to each field (R-UX-2). Takes the focus. */
export function ErrorSummary({ errors, lead, attempt }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isVisible = Object.keys(errors).length > 0 || lead !== undefined
  const focus = useEffectEvent(() => {
    if (isVisible) ref.current?.focus()
  })
  useEffect(() => {
    if (attempt > 0) focus()
  }, [attempt])
  useEffect(() => (isVisible ? addTitlePrefix() : undefined), [isVisible])
  if (!isVisible) return null
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

const titlePrefix = 'Error: '

// R-UX-5
function addTitlePrefix(): () => void {
  if (!document.title.startsWith(titlePrefix)) document.title = titlePrefix + document.title
  return () => {
    if (document.title.startsWith(titlePrefix)) document.title = document.title.slice(titlePrefix.length)
  }
}
