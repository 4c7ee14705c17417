interface NoRowsProps {
  /** What the list is of: 'orders'. */
  name: string
  /** As it was typed; '': nothing is searched. */
  query?: string
  /** The list without its filters; null: none is set. */
  clearUrl?: string | null
  /** When nothing is searched and no filter is set. */
  none?: string
}

/** Instead of the rows of an empty list. What was searched and found is said above it. */
export function NoRows({ name, query = '', clearUrl = null, none }: NoRowsProps) {
  if (clearUrl === null)
    return query === '' ? <p className="card p-6">{none ?? `There are no ${name} here.`}</p> : null
  return (
    <p className="card p-6">
      {`No ${name}${query === '' ? '' : ` for “${query}”`} fit these filters. `}
      <a href={clearUrl} className="link">
        Clear the filters
      </a>
    </p>
  )
}
