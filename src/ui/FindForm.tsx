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
  /** The key that leads to the field. */
  shortcut?: string
}

/** The search field over a list: a plain GET form. */
export function FindForm({ id, action, label, name, query, hint, hidden = {}, shortcut }: FindFormProps) {
  useEffect(() => (shortcut === undefined ? undefined : focusOnShortcut()), [shortcut])
  return (
    <search aria-label={label} className="block max-w-xl">
      <form method="get" action={action}>
        {Object.entries(hidden)
          .filter(([, value]) => value !== '')
          .map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
        <label htmlFor={id} className="mb-1 block font-semibold">
          {name}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="query"
            type="search"
            defaultValue={query}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={hint && `${id}-hint`}
            aria-keyshortcuts={shortcut}
            className="input min-w-0"
          />
          <button type="submit" className="button button-strong px-4">
            Find
          </button>
        </div>
        {hint && (
          <p id={`${id}-hint`} className="mt-1 note">
            {hint}
          </p>
        )}
      </form>
    </search>
  )
}
