import { describe, expect, test } from 'vitest'
import { type Filters, noFilters } from '../query/filters.ts'
import type { FacetGroup } from './facet-group.ts'
import {
  listChips,
  listSortLinks,
  listVisibleOptions,
  pickGroups,
  toggleOption,
  toResultsUrl,
  toSwitchUrl,
} from './filter-links.ts'

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
  const filtersAt = (id: string, value: string) =>
    JSON.parse(at(toSwitchUrl(results, id, value)).get('filters')!)
  expect(filtersAt('type', 'Air')).toEqual({ type: ['Oil', 'Air'], 7: ['93'] })
  expect(filtersAt('type', 'Oil')).toEqual({ 7: ['93'] })
  expect(at(toSwitchUrl(results, '7', '93')).get('query')).toBe('filter & more')
})

test('what hardly any result has is left out, unless it is chosen', () => {
  const ids = (filters: Filters) => pickGroups(groups, filters).map(({ id }) => id)
  expect(ids(results.filters)).toEqual(['type', 'brand', '7'])
  expect(ids(toggleOption(results.filters, '9', 'Yes'))).toContain('9')
})

describe('who has many options to choose from', () => {
  const many = Array.from({ length: 14 }, (_, nth) =>
    group(
      String(nth + 1),
      `Attribute ${nth}`,
      Array.from({ length: 40 }, (_, option) => [`value ${option}`, 1]),
    ),
  )
  const plain = { ...results, filters: noFilters }

  test('sees the first of a list, and unfolds the rest while the page can carry it', () => {
    const [type] = listVisibleOptions(many.slice(0, 3), plain, null)
    expect([type!.first.length, type!.folded.length, type!.hidden]).toEqual([8, 32, 0])
  })

  test('is led to the rest when it cannot, and then sees all of that list', () => {
    const shown = listVisibleOptions(many, plain, null)
    expect(shown.map(({ first, folded, hidden }) => [first.length, folded.length, hidden])).toEqual(
      many.map(() => [8, 0, 32]),
    )
    const opened = listVisibleOptions(many, plain, '5')
    expect([opened[4]!.first.length, opened[4]!.folded.length]).toEqual([8, 32])
    expect(opened[5]!.hidden).toBeGreaterThanOrEqual(32)
  })

  test('still sees what he has chosen', () => {
    const chosen = { ...plain, filters: toggleOption(noFilters, '3', 'value 39') }
    expect(listVisibleOptions(many, chosen, null)[2]!.first.map(({ value }) => value)).toContain('value 39')
  })
})

test('each chosen option is a chip that takes it away', () => {
  const chips = listChips(groups, results)
  expect(chips.map(({ label }) => label)).toEqual(['Oil', 'Height: 93 mm'])
  expect(JSON.parse(at(chips[1]!.removeUrl).get('filters')!)).toEqual({ type: ['Oil'] })
  expect(at(toResultsUrl({ ...results, filters: noFilters })).has('filters')).toBe(false)
})

test('an order keeps query and filters, and the best match needs no word', () => {
  const links = listSortLinks(results)
  expect(links.map(({ chosen }) => chosen)).toEqual([true, false, false, false])
  expect(at(links[0]!.url).has('sort')).toBe(false)
  expect(at(links[1]!.url).get('sort')).toBe('price-up')
  expect(at(links[1]!.url).get('filters')).toBe(at(toResultsUrl(results)).get('filters'))
})
