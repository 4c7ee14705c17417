/**
 * The address of the page that is meant by a path with capitals or a trailing slash; null: no page's, or right as it
 * is. Only the fixed parts of a route and slugs are lower-cased: references and tokens may depend on their capitals, and
 * so may the names of files. The result consists of a route's own parts, so it never leads to another host ('//example.com/').
 */
export function findCanonicalPath(routes: readonly string[], path: string): string | null {
  const segments = splitPath(path)
  if (segments.at(-1)?.includes('.')) return null
  const matches = routes.flatMap(route => {
    const pattern = splitPath(route)
    return isMatch(pattern, segments) ? [pattern] : []
  })
  const [best] = matches.toSorted((a, b) => countParams(a) - countParams(b))
  if (!best) return null
  const toCanonical = (part: string, index: number) => {
    if (!isParam(part)) return part
    return slugParams.has(part) ? segments[index]!.toLowerCase() : segments[index]
  }
  const canonicalPath = `/${best.map(toCanonical).join('/')}`
  return canonicalPath === path ? null : canonicalPath
}

const slugParams = new Set([':make', ':model', ':variant'])

/** Whether `findCanonicalPath` could have an answer; nearly all requests are spared the search. */
export function mayBeMistyped(path: string): boolean {
  return path !== '/' && /[A-Z]|\/$/.test(path)
}

// '/account/orders/' → ['account', 'orders']; '//login' has an empty first part, which no route has.
function splitPath(path: string): string[] {
  const trimmed = path.slice(1).replace(/\/+$/, '')
  return trimmed === '' ? [] : trimmed.split('/')
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) =>
      isParam(part) ? segments[index] !== '' : part === segments[index]!.toLowerCase(),
    )
  )
}

const isParam = (part: string): boolean => part.startsWith(':')
const countParams = (pattern: readonly string[]): number => pattern.filter(isParam).length
