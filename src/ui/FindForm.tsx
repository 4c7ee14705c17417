import { useEffect } from 'react'
import { focusOnShortcut } from './browser/search-shortcut.client.ts'

export interface FindFormProps {
  /** Of the field. */
  id: string
  action: string
  /** What is searched: 'All orders'. */
  label: string
  /** 'Find an order'. */
  name: string
  query: string
  /** What it is found by. */
  hint?: string
  /** Hidden fields: name → value; without those that are empty. */
  hidden?: Record<string, string>
  /** The name of its field. */
  field?: string
  autoFocus?: boolean
  /** The key that leads to the field. */
  shortcut?: string
  button?: string
  error?: string
}

/** The search field over a list: a plain GET form. */
export function FindForm({
  id,
  action,
  label,
  name,
  query,
  hint,
  hidden = {},
  shortcut,
  button = 'Find',
  error,
  field = 'query',
  autoFocus,
}: FindFormProps) {
  useEffect(() => (shortcut === undefined ? undefined : focusOnShortcut()), [shortcut])
  return (
    <search aria-label={label} className="block max-w-xl">
      <form method="get" action={action}>
        {Object.entries(hidden)
          .filter(([, value]) => value !== '')
          .map(([each, value]) => (
            <input key={each} type="hidden" name={each} value={value} />
          ))}
        <label htmlFor={id} className="mb-1 block font-semibold">
          {name}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name={field}
            type="search"
            defaultValue={query}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: only where the page asks for nothing else
            autoFocus={autoFocus}
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={
              [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
            }
            aria-invalid={error ? true : undefined}
            aria-keyshortcuts={shortcut}
            className="input min-w-0"
          />
          <button type="submit" className="button button-strong px-4">
            {button}
          </button>
        </div>
        {error && (
          <p id={`${id}-error`} className="mt-1 font-semibold text-danger">
            {error}
          </p>
        )}
        {hint && (
          <p id={`${id}-hint`} className="mt-1 note">
            {hint}
          </p>
        )}
      </form>
    </search>
  )
}
