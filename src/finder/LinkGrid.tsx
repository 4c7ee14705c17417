interface GridLink {
  name: string
  url: string
  /** '3 variants', beside the name. */
  note?: string
}

/** Names in a quiet grid, each a whole cell to press. */
export function LinkGrid({ links }: { links: GridLink[] }) {
  return (
    <ul className="mt-4 grid grid-cols-2 border-t border-l border-rule md:grid-cols-3 lg:grid-cols-4">
      {links.map(({ name, url, note }) => (
        <li key={url} className="border-r border-b border-rule bg-surface">
          <a
            href={url}
            className="flex h-full min-h-12 flex-wrap items-center justify-between gap-x-3 px-3 py-2 hover:bg-sunk hover:text-link focus-visible:-outline-offset-3 sm:px-4"
          >
            {name}
            {note && <span className="text-sm text-steel">{note}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
