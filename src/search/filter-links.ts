import type { FacetGroup } from './facet-group.ts'
import { chosenOf } from './facet-groups.ts'
import { type Filters, type Sort, sorts } from './query.ts'
import { type Link, searchUrl } from './search-view.ts'
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

// What a twentieth of the results has tells little apart.
const leastShare = 0.05
const mostGroups = 14

/** The groups that a page offers: the telling ones, and each of which something is chosen. */
export function offeredGroups(groups: readonly FacetGroup[], filters: Filters): FacetGroup[] {
  const products = has(groups[0])
  const isChosen = ({ id }: FacetGroup) => chosenOf(filters, id).length > 0
  const telling = groups
    .filter((group, place) => place < 2 || has(group) >= leastShare * products)
    .slice(0, mostGroups)
  return groups.filter(group => isChosen(group) || telling.includes(group))
}

// How many of the results have the attribute.
function has(group: FacetGroup | undefined): number {
  return group?.options.reduce((sum, { count }) => sum + count, 0) ?? 0
}

/** What a page shows of a group's options: the first ones, the rest folded, or only a way to them. */
export interface OptionsShown {
  first: FacetGroup['options']
  folded: FacetGroup['options']
  /** Options that this page leaves away. */
  left: number
}

// Each option carries an address with all that is chosen. A page stays below 200 KB.
const mostBytes = 60_000
const optionBytes = 260
// More than these are folded: a long list hides the next group.
const shownAtOnce = 8

/** `open`: the group whose options are wanted, all of them; in the order of `groups`. */
export function optionsShown(
  groups: readonly FacetGroup[],
  results: Results,
  open: string | null,
): OptionsShown[] {
  const room = Math.floor(mostBytes / (resultsUrl(results).length + optionBytes))
  const wanted = Math.min(room, groups.find(({ id }) => id === open)?.options.length ?? 0)
  const others = groups.filter(({ id }) => id !== open)
  const isRoomForAll = others.reduce((sum, { options }) => sum + options.length, wanted) <= room
  // Each group has a way to its other options as well.
  const share = Math.floor((room - wanted - groups.length) / Math.max(1, others.length))
  const most = Math.max(1, Math.min(shownAtOnce, share))
  return groups.map(({ id, options }, nth) => {
    if (!isRoomForAll && id !== open && nth >= room / 2) return { first: [], folded: [], left: 0 }
    if (isRoomForAll || id === open) {
      const all = isRoomForAll ? options : options.slice(0, wanted)
      return { first: all.slice(0, shownAtOnce), folded: all.slice(shownAtOnce), left: 0 }
    }
    const chosen = options.slice(most).filter(({ value }) => chosenOf(results.filters, id).includes(value))
    const first = [...options.slice(0, most), ...chosen.slice(0, most)]
    return { first, folded: [], left: options.length - first.length }
  })
}

/** The address that switches one option and leaves the rest as it is. */
export function switchUrl(results: Results, id: string, value: string): string {
  return resultsUrl({ ...results, filters: switched(results.filters, id, value) })
}

const mostChipBytes = 15_000

/** One chip for each option chosen, with the address that takes it away; of very many the first. */
export function chipsOf(
  groups: readonly FacetGroup[],
  results: Results,
): { label: string; removeUrl: string }[] {
  const { filters } = results
  const ids = ['type', 'brand', ...filters.attributes.map(({ id }) => String(id))]
  const room = Math.max(1, Math.floor(mostChipBytes / resultsUrl(results).length))
  const chips = ids.flatMap(id => {
    const group = groups.find(one => one.id === id)
    return chosenOf(filters, id).map(value => {
      const label = group?.options.find(option => option.value === value)?.label ?? value
      const isPlain = id === 'type' || id === 'brand' || !group
      return {
        label: isPlain ? label : `${group.name}: ${label}`,
        removeUrl: switchUrl(results, id, value),
      }
    })
  })
  return chips.slice(0, room)
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
