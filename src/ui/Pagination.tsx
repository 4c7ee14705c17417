interface PaginationProps {
  page: number
  pages: number
  /** The URL of this list, to which the page is added. */
  url: string
  /** Instead of 'page', for the second list of a screen. */
  parameter?: string
  /** What the pages contain: 'Search results'. */
  label: string
}

export function Pagination({ page, pages, url, parameter = 'page', label }: PaginationProps) {
  if (pages <= 1) return null
  const numbers = listPageNumbers(page, pages)
  const toUrl = (number: number) => `${url}${url.includes('?') ? '&' : '?'}${parameter}=${number}`
  return (
    <nav aria-label={`${label}, pages`} className="pages no-print">
      <ul>
        {page > 1 && <Step to={toUrl(page - 1)} rel="prev" words="Previous" sign="‹" />}
        {numbers.map((number, index) =>
          number === null ? (
            <li key={`gap-after-${numbers[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <a
                href={toUrl(number)}
                aria-label={`Page ${number} of ${pages}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            </li>
          ),
        )}
        {page < pages && <Step to={toUrl(page + 1)} rel="next" words="Next" sign="›" />}
      </ul>
    </nav>
  )
}

function Step({ to, rel, words, sign }: { to: string; rel: string; words: string; sign: string }) {
  return (
    <li>
      <a href={to} rel={rel} aria-label={`${words} page`}>
        {sign}
      </a>
    </li>
  )
}

/** The page numbers to offer: first, last and the neighbours of the current one; null stands for a gap. */
export function listPageNumbers(page: number, pages: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter(number => number >= 1 && number <= pages)
  const sorted = [...new Set(candidates)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const previous = index === 0 ? 0 : sorted[index - 1]!
    if (number - previous === 2) return [number - 1, number]
    return number - previous > 2 ? [null, number] : [number]
  })
}
