export interface Crumb {
  name: string
  url: string
}

/** Links from the home page to the page's parent; the page itself is named by its heading. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="no-print note">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map((crumb, index) => (
          <li key={crumb.url} className="flex items-center gap-x-2">
            {index > 0 && <span aria-hidden="true">›</span>}
            <a href={crumb.url} className="inline-block py-1 hover:text-ink hover:underline">
              {crumb.name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
