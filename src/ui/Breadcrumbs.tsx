export interface Crumb {
  name: string
  url: string
}

/** Links from the home page to the page's parent; the page itself is named by its heading. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="no-print note">
      <ol className="breadcrumbs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.url}>
            {index > 0 && <span aria-hidden="true">›</span>}
            <a href={crumb.url}>{crumb.name}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
