interface GridLink {
  name: string
  url: string
  /** '3 variants', beside the name. */
  note?: string
}

/** Names in a quiet grid, each a whole cell to press. */
export function LinkGrid({ links }: { links: GridLink[] }) {
  return (
    <ul className={`${grid} ${cell}`}>
      {links.map(({ name, url, note }) => (
        <li key={url}>
          <a href={url}>
            {name}
            {note && <small>{note}</small>}
          </a>
        </li>
      ))}
    </ul>
  )
}

// The look of the cells stands at the list once: two thousand makes would carry it two thousand times.
const grid = 'mt-4 grid grid-cols-2 pt-px pl-px md:grid-cols-3 lg:grid-cols-4'
const cell =
  '[&>li]:-mt-px [&>li]:-ml-px [&>li]:border [&>li]:border-rule [&>li]:bg-surface [&_a]:flex [&_a]:h-full [&_a]:min-h-12 [&_a]:flex-wrap [&_a]:items-center [&_a]:justify-between [&_a]:gap-x-3 [&_a]:px-3 [&_a]:py-2 [&_a]:hover:bg-sunk [&_a]:hover:text-link [&_a]:focus-visible:-outline-offset-3 sm:[&_a]:px-4 [&_small]:text-sm [&_small]:text-steel'
