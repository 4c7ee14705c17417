import type { Filters } from './query.ts'
import { searchUrl } from './search-view.ts'

/** The results page of a query with filters; '&page=N' may follow. */
export function filteredUrl(query: string, filters: Filters | null): string {
  const json = filters ? filtersJson(filters) : '{}'
  return searchUrl(query) + (json === '{}' ? '' : `&filters=${encodeURIComponent(json)}`)
}

/** One chip for each chosen type and brand, with the address that takes it away. */
export function filterChips(query: string, filters: Filters): { label: string; removeUrl: string }[] {
  const without = (part: 'types' | 'brands', value: string): Filters => ({
    ...filters,
    [part]: filters[part].filter(other => other !== value),
  })
  return (['types', 'brands'] as const).flatMap(part =>
    filters[part].map(label => ({ label, removeUrl: filteredUrl(query, without(part, label)) })),
  )
}

function filtersJson({ types, brands, attributes }: Filters): string {
  return JSON.stringify({
    ...(types.length > 0 && { type: types }),
    ...(brands.length > 0 && { brand: brands }),
    ...Object.fromEntries(attributes.map(({ id, values }) => [id, values])),
  })
}
