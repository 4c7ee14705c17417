interface ListResultProps {
  /** What the list is of: 'orders'. */
  name: string
  /** '8 orders': what is found. */
  matches: string
  hasRows: boolean
  /** As it was typed; '': nothing is searched. */
  query?: string
  /** The list without its filters; null: none is set. */
  clearUrl?: string | null
  /** Without the search. */
  all?: { name: string; url: string }
  /** What else to search for, when nothing is found. */
  advice?: string
  /** When there are no rows, nothing is searched and no filter is set. */
  none?: string | undefined
  /** Said after `none`: where there may be rows. */
  other?: { name: string; url: string } | null
}

/** What a search and filters find, with the way back to the whole list; in a card when there are no rows. */
export function ListResult(props: ListResultProps) {
  const { name, matches, hasRows, query = '', clearUrl = null, all, advice, none, other } = props
  const isChosen = query !== '' || clearUrl !== null
  if (!isChosen && hasRows) return null
  if (!isChosen) {
    return (
      <p className="card p-6">
        {none ?? `There are no ${name} here.`}
        {other && (
          <>
            {' '}
            <a href={other.url} className="link">
              {other.name}
            </a>
          </>
        )}
      </p>
    )
  }
  const what = `${query === '' ? '' : ` for “${query}”`}${clearUrl === null ? '' : ' with these filters'}`
  return (
    <p className={hasRows ? 'mb-4' : 'card p-6'}>
      {hasRows ? `${matches}${what}.` : `No ${name}${what}.`}
      {!hasRows && query !== '' && advice && ` ${advice}`}
      {clearUrl !== null && (
        <>
          {' '}
          <a href={clearUrl} className="link">
            Clear the filters
          </a>
        </>
      )}
      {query !== '' && all && (
        <>
          {' '}
          <a href={all.url} className="link">
            {all.name}
          </a>
        </>
      )}
    </p>
  )
}
