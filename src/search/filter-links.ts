import type { FacetGroup } from './facet-group.ts'
import { chosenOf } from './facet-groups.ts'
import { type Filters, type Sort, sorts } from './query.ts'
import { type Facet, type Link, searchUrl } from './search-view.ts'
import { sortWords } from './words.ts'

/** A results page without its page number. */
export interface Results {
  query: string
  filters: Filters
  sort: Sort
}

/** The address of a results page; '&page=N' may follow. */
export function resultsUrl({ query, filters, sort }: Results): string {
  const json = filtersJson(filters)
  const chosen = json === '{}' ? '' : `&filters=${encodeURIComponent(json)}`
  return searchUrl(query) + chosen + (sort === 'relevance' ? '' : `&sort=${sort}`)
}

export function filtersJson({ types, brands, attributes }: Filters): string {
  return JSON.stringify({
    ...(types.length > 0 && { type: types }),
    ...(brands.length > 0 && { brand: brands }),
    ...Object.fromEntries(attributes.map(({ id, values }) => [id, values])),
  })
}

// A page stays below 200 KB, and what a twentieth of the results has tells little apart.
const mostGroups = 14
const leastShare = 0.05

/** The groups as links: each option's address switches it and leaves the rest as it is. */
export function facetsOf(groups: readonly FacetGroup[], results: Results): Facet[] {
  const products = has(groups[0])
  const telling = groups.filter(
    (group, place) =>
      place < 2 || chosenOf(results.filters, group.id).length > 0 || has(group) >= leastShare * products,
  )
  return telling.slice(0, mostGroups).map(({ id, name, options, collapsed, unit }) => {
    const chosen = chosenOf(results.filters, id)
    return {
      id,
      name,
      collapsed,
      takesSize: unit === 'mm',
      options: options.map(option => ({
        ...option,
        chosen: chosen.includes(option.value),
        url: resultsUrl({ ...results, filters: switched(results.filters, id, option.value) }),
      })),
    }
  })
}

// How many of the results have the attribute.
function has(group: FacetGroup | undefined): number {
  return group?.options.reduce((sum, { count }) => sum + count, 0) ?? 0
}

/** One chip for each option chosen, with the address that takes it away. */
export function chipsOf(
  groups: readonly FacetGroup[],
  results: Results,
): { label: string; removeUrl: string }[] {
  const { filters } = results
  const ids = ['type', 'brand', ...filters.attributes.map(({ id }) => String(id))]
  return ids.flatMap(id => {
    const group = groups.find(one => one.id === id)
    return chosenOf(filters, id).map(value => {
      const label = group?.options.find(option => option.value === value)?.label ?? value
      const isPlain = id === 'type' || id === 'brand' || !group
      return {
        label: isPlain ? label : `${group.name}: ${label}`,
        removeUrl: resultsUrl({ ...results, filters: switched(filters, id, value) }),
      }
    })
  })
}

export function sortLinks(results: Results): Link[] {
  return sorts.map(sort => ({
    label: sortWords[sort],
    url: resultsUrl({ ...results, sort }),
    chosen: sort === results.sort,
  }))
}

/** With this option chosen as well, or no longer. */
export function switched(filters: Filters, id: string, value: string): Filters {
  const now = chosenOf(filters, id)
  const values = now.includes(value) ? now.filter(other => other !== value) : [...now, value]
  if (id === 'type') return { ...filters, types: values }
  if (id === 'brand') return { ...filters, brands: values }
  const others = filters.attributes.filter(filter => String(filter.id) !== id)
  return {
    ...filters,
    attributes: values.length > 0 ? [...others, { id: Number(id), values }] : others,
  }
}
