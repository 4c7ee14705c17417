import { expect, test } from 'vitest'
import type { FacetGroup } from './facet-group.ts'
import { chipsOf, facetsOf, resultsUrl, sortLinks, switched } from './filter-links.ts'
import { noFilters } from './query.ts'

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

test('an option’s address switches it and leaves the rest as it is', () => {
  const [type, , height] = facetsOf(groups, results)
  expect(type!.options.map(({ chosen }) => chosen)).toEqual([true, false])
  expect(JSON.parse(at(type!.options[1]!.url).get('filters')!)).toEqual({ type: ['Oil', 'Air'], 7: ['93'] })
  expect(JSON.parse(at(type!.options[0]!.url).get('filters')!)).toEqual({ 7: ['93'] })
  expect(at(height!.options[1]!.url).get('query')).toBe('filter & more')
  expect(height!.takesSize).toBe(true)
})

test('what hardly any result has is left out, unless it is chosen', () => {
  expect(facetsOf(groups, results).map(({ id }) => id)).toEqual(['type', 'brand', '7'])
  const chosen = { ...results, filters: switched(results.filters, '9', 'Yes') }
  expect(facetsOf(groups, chosen).map(({ id }) => id)).toContain('9')
})

test('each chosen option is a chip that takes it away', () => {
  const chips = chipsOf(groups, results)
  expect(chips.map(({ label }) => label)).toEqual(['Oil', 'Height: 93 mm'])
  expect(JSON.parse(at(chips[1]!.removeUrl).get('filters')!)).toEqual({ type: ['Oil'] })
  expect(at(resultsUrl({ ...results, filters: noFilters })).has('filters')).toBe(false)
})

test('an order keeps query and filters, and the best match needs no word', () => {
  const links = sortLinks(results)
  expect(links.map(({ chosen }) => chosen)).toEqual([true, false, false, false])
  expect(at(links[0]!.url).has('sort')).toBe(false)
  expect(at(links[1]!.url).get('sort')).toBe('price-up')
  expect(at(links[1]!.url).get('filters')).toBe(at(resultsUrl(results)).get('filters'))
})
