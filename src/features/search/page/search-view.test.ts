import { describe, expect, test } from 'vitest'
import type { FacetGroup } from '../facets/facet-groups.ts'
import { type Filters, noFilters, toResultsUrl, toSearchUrl } from '../query/filters.ts'
import {
  countPositions,
  getPageRange,
  groupByPosition,
  isFirstAnswer,
  isSubmittedUrl,
  listChips,
  listSortLinks,
  listVisibleOptions,
  pickGroups,
  toggleFacetOption,
  toQueryUrl,
  toSwitchUrl,
} from './search-view.ts'

test('a page says which rows of the total it has', () => {
  expect(getPageRange({ page: 1, size: 10, total: 24 })).toEqual({ from: 1, to: 10 })
  expect(getPageRange({ page: 3, size: 10, total: 24 })).toEqual({ from: 21, to: 24 })
})
test('an empty result has rows 0 to 0', () => {
  expect(getPageRange({ page: 1, size: 10, total: 0 })).toEqual({ from: 0, to: 0 })
})
test('rows are under the position of each on the machine, and one that comes again has a heading of its own', () => {
  const groups = groupByPosition(['a', 'b', 'c', 'd'], countPositions(['Oil', 'Oil', 'Fuel', 'Oil']))
  expect(groups.map(({ heading, rows }) => [heading, ...rows])).toEqual([
    ['Oil', 'a', 'b'],
    ['Fuel', 'c'],
    ['Oil', 'd'],
  ])
})
test('a part number with a slash or a plus is encoded in a URL', () => {
  expect(toSearchUrl('W 950/26+A')).toBe('/search?query=W%20950%2F26%2BA')
})

const group = (id: string, name: string, values: [string, number][], unit = ''): FacetGroup => ({
  id,
  name,
  unit,
  collapsed: false,
  options: values.map(([value, count]) => ({ value, label: unit ? `${value} ${unit}` : value, count })),
})
const groups = [
  group('type', 'Filter type', [
    ['Oil', 60],
    ['Air', 40],
  ]),
  group('brand', 'Brand', [['Ridgeway', 100]]),
  group(
    '7',
    'Height',
    [
      ['76..85', 30],
      ['93', 20],
    ],
    'mm',
  ),
  group('9', 'Lock', [['Yes', 3]]),
]
const results = {
  query: 'filter & more',
  filters: { types: ['Oil'], brands: [], attributes: [{ id: 7, values: ['93'] }] },
  sort: 'relevance' as const,
}
const at = (url: string) => new URL(url, 'http://shop.example').searchParams

test('the URL of an option toggles it and keeps the rest', () => {
  const filtersAt = (id: string, value: string) =>
    JSON.parse(at(toSwitchUrl(results, id, value)).get('filters')!)
  expect(filtersAt('type', 'Air')).toEqual({ type: ['Oil', 'Air'], 7: ['93'] })
  expect(filtersAt('type', 'Oil')).toEqual({ 7: ['93'] })
  expect(at(toSwitchUrl(results, '7', '93')).get('query')).toBe('filter & more')
})

test('attributes of few results are left out, unless they are chosen', () => {
  const ids = (filters: Filters) => pickGroups(groups, filters).map(({ id }) => id)
  expect(ids(results.filters)).toEqual(['type', 'brand', '7'])
  expect(ids(toggleFacetOption(results.filters, '9', 'Yes'))).toContain('9')
})

describe('a page with many options', () => {
  const many = Array.from({ length: 14 }, (_, nth) =>
    group(
      String(nth + 1),
      `Attribute ${nth}`,
      Array.from({ length: 40 }, (_, option) => [`value ${option}`, 1]),
    ),
  )
  const plain = { ...results, filters: noFilters }

  test('has the first options of a group, and the rest collapsed while the page is small enough', () => {
    const [type] = listVisibleOptions(many.slice(0, 3), plain, null)
    expect([type!.first.length, type!.folded.length, type!.hidden]).toEqual([8, 32, 0])
  })

  test('links to the rest of a group when it is not, and then has all options of that group', () => {
    const visible = listVisibleOptions(many, plain, null)
    expect(visible.map(({ first, folded, hidden }) => [first.length, folded.length, hidden])).toEqual(
      many.map(() => [8, 0, 32]),
    )
    const opened = listVisibleOptions(many, plain, '5')
    expect([opened[4]!.first.length, opened[4]!.folded.length]).toEqual([8, 32])
    expect(opened[5]!.hidden).toBeGreaterThanOrEqual(32)
  })

  test('always has the chosen options', () => {
    const chosen = { ...plain, filters: toggleFacetOption(noFilters, '3', 'value 39') }
    expect(listVisibleOptions(many, chosen, null)[2]!.first.map(({ value }) => value)).toContain('value 39')
  })
})

test('each chosen option is a chip that removes it', () => {
  const chips = listChips(groups, results)
  expect(chips.map(({ label }) => label)).toEqual(['Oil', 'Height: 93 mm'])
  expect(JSON.parse(at(chips[1]!.removeUrl).get('filters')!)).toEqual({ type: ['Oil'] })
  expect(at(toResultsUrl({ ...results, filters: noFilters })).has('filters')).toBe(false)
})

test('sort links keep query and filters, and the best match is the default', () => {
  const links = listSortLinks(results)
  expect(links.map(({ chosen }) => chosen)).toEqual([true, false, false, false])
  expect(at(links[0]!.url).has('sort')).toBe(false)
  expect(at(links[1]!.url).get('sort')).toBe('price-up')
  expect(at(links[1]!.url).get('filters')).toBe(at(toResultsUrl(results)).get('filters'))
})

test('the URL of another query keeps filters and order, unless they are too long to be repeated in many links', () => {
  const sorted = { ...results, sort: 'price-up' as const }
  expect(toQueryUrl(sorted, 'oil')).toBe(toResultsUrl({ ...sorted, query: 'oil' }))
  const many = { ...noFilters, brands: Array.from({ length: 100 }, (_, nth) => `Brand ${nth}`) }
  expect(toQueryUrl({ ...sorted, filters: many }, 'oil')).toBe('/search?query=oil')
})

test('a question counts when a form sent it, not when a link repeats it', () => {
  expect(isSubmittedUrl('/search?query=gizmo+filter')).toBe(true)
  for (const url of [
    '/search',
    '/search?query=a&page=2',
    '/search?query=a&filters=%7B%7D',
    '/search?page=1',
  ]) {
    expect(isSubmittedUrl(url)).toBe(false)
  }
})

test('a call counts when it asks for the first products of a whole question', () => {
  const products = new Set(['products'])
  expect(isFirstAnswer(products, { page: 1, filters: noFilters })).toBe(true)
  expect(isFirstAnswer(products, { page: 2, filters: noFilters })).toBe(false)
  expect(isFirstAnswer(products, { page: 1, filters: { ...noFilters, types: ['Kit'] } })).toBe(false)
  expect(isFirstAnswer(new Set(['products', 'codes']), { page: 1, filters: noFilters })).toBe(false)
})
