import type { ReactNode } from 'react'
import { CrossIcon } from '../../../ui/Icons.tsx'

export interface FilterChip {
  label: string
  removeUrl: string
}

interface FilterChipsProps {
  chips: readonly FilterChip[]
  clearUrl: string | null
  className: string
}

/** The chosen filters, each with a link that removes it. */
export function FilterChips({ chips, clearUrl, className }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters chosen" className={`${className} flex flex-wrap items-center gap-2`}>
      {chips.map(({ label, removeUrl }) => (
        <li key={removeUrl}>
          <RemoveLink url={removeUrl} what="filter: ">
            {label}
          </RemoveLink>
        </li>
      ))}
      {clearUrl && (
        <li>
          <a href={clearUrl} className="link inline-block px-2 py-2 text-sm">
            Clear all
          </a>
        </li>
      )}
    </ul>
  )
}

/** `what`: what is removed, for screen readers. */
export function RemoveLink({
  url,
  what = '',
  children,
}: {
  url: string
  what?: string
  children: ReactNode
}) {
  return (
    <a href={url} className="chip">
      <span className="sr-only">{`Remove ${what}`}</span>
      {children}
      <CrossIcon className="size-3.5" />
    </a>
  )
}
