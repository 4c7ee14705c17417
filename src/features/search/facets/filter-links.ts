import { sortWords } from '../messages.ts'
import { type Link, searchUrl } from '../page/search-view.ts'
import { type Filters, getFilterValues } from '../query/filters.ts'
import { type Sort, sorts } from '../query/parse-query.ts'
import type { FacetGroup } from './facet-group.ts'

/** A results page without its page number. */
export interface Results {
  query: string
  filters: Filters
  sort: Sort
}

/** The address of a results page; '&page=N' may follow. */
export function toResultsUrl({ query, filters, sort }: Results): string {
  const json = formatFilters(filters)
  const chosen = json === '{}' ? '' : `&filters=${encodeURIComponent(json)}`
  return searchUrl(query) + chosen + (sort === 'relevance' ? '' : `&sort=${sort}`)
}

export function formatFilters({ types, brands, attributes }: Filters): string {
  return JSON.stringify({
    ...(types.length > 0 && { type: types }),
    ...(brands.length > 0 && { brand: brands }),
    ...Object.fromEntries(attributes.map(({ id, values }) => [id, values])),
  })
}

// An attribute that fewer than a twentieth of the results have is of little use.
const leastShare = 0.05
const mostGroups = 14

/** The groups that a page offers: the useful ones, and those with a chosen option. */
export function pickGroups(groups: readonly FacetGroup[], filters: Filters): FacetGroup[] {
  const products = countProducts(groups[0])
  const isChosen = ({ id }: FacetGroup) => getFilterValues(filters, id).length > 0
  const useful = groups
    .filter((group, place) => place < 2 || countProducts(group) >= leastShare * products)
    .slice(0, mostGroups)
  return groups.filter(group => isChosen(group) || useful.includes(group))
}

// How many of the results have the attribute.
function countProducts(group: FacetGroup | undefined): number {
  return group?.options.reduce((sum, { count }) => sum + count, 0) ?? 0
}

/** Which of a group's options a page has: the first ones, the rest folded, or a link to them. */
export interface VisibleOptions {
  first: FacetGroup['options']
  folded: FacetGroup['options']
  /** How many options are not on this page. */
  hidden: number
}

// Each option carries an address with all chosen filters. A page stays below 200 KB.
const mostBytes = 60_000
const optionBytes = 260
// More than these are folded: a long list hides the next group.
const unfoldedOptions = 8

/** `open`: the group whose options are all listed. In the order of `groups`. */
export function listVisibleOptions(
  groups: readonly FacetGroup[],
  results: Results,
  open: string | null,
): VisibleOptions[] {
  const limit = Math.floor(mostBytes / (toResultsUrl(results).length + optionBytes))
  const openOptions = Math.min(limit, groups.find(({ id }) => id === open)?.options.length ?? 0)
  const others = groups.filter(({ id }) => id !== open)
  const isEnoughForAll = others.reduce((sum, { options }) => sum + options.length, openOptions) <= limit
  // Each group has a link to its other options as well.
  const share = Math.floor((limit - openOptions - groups.length) / Math.max(1, others.length))
  const most = Math.max(1, Math.min(unfoldedOptions, share))
  return groups.map(({ id, options }, nth) => {
    if (!isEnoughForAll && id !== open && nth >= limit / 2) return { first: [], folded: [], hidden: 0 }
    if (isEnoughForAll || id === open) {
      const all = isEnoughForAll ? options : options.slice(0, openOptions)
      return { first: all.slice(0, unfoldedOptions), folded: all.slice(unfoldedOptions), hidden: 0 }
    }
    const chosen = options
      .slice(most)
      .filter(({ value }) => getFilterValues(results.filters, id).includes(value))
    const first = [...options.slice(0, most), ...chosen.slice(0, most)]
    return { first, folded: [], hidden: options.length - first.length }
  })
}

/** The address with one option switched. */
export function toSwitchUrl(results: Results, id: string, value: string): string {
  return toResultsUrl({ ...results, filters: toggleOption(results.filters, id, value) })
}

const mostChipBytes = 15_000

/** One chip for each chosen option, with the address that removes it; of very many the first. */
export function listChips(
  groups: readonly FacetGroup[],
  results: Results,
): { label: string; removeUrl: string }[] {
  const { filters } = results
  const ids = ['type', 'brand', ...filters.attributes.map(({ id }) => String(id))]
  const limit = Math.max(1, Math.floor(mostChipBytes / toResultsUrl(results).length))
  const chips = ids.flatMap(id => {
    const group = groups.find(one => one.id === id)
    return getFilterValues(filters, id).map(value => {
      const label = group?.options.find(option => option.value === value)?.label ?? value
      const isPlain = id === 'type' || id === 'brand' || !group
      return {
        label: isPlain ? label : `${group.name}: ${label}`,
        removeUrl: toSwitchUrl(results, id, value),
      }
    })
  })
  return chips.slice(0, limit)
}

export function listSortLinks(results: Results): Link[] {
  return sorts.map(sort => ({
    label: sortWords[sort],
    url: toResultsUrl({ ...results, sort }),
    chosen: sort === results.sort,
  }))
}

/** Chooses the option, or removes it when it is chosen. */
export function toggleOption(filters: Filters, id: string, value: string): Filters {
  const chosen = getFilterValues(filters, id)
  const values = chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]
  if (id === 'type') return { ...filters, types: values }
  if (id === 'brand') return { ...filters, brands: values }
  const others = filters.attributes.filter(filter => String(filter.id) !== id)
  return {
    ...filters,
    attributes: values.length > 0 ? [...others, { id: Number(id), values }] : others,
  }
}
