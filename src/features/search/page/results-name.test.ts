import { expect, test } from 'vitest'
import { noFilters } from '../query/filters.ts'
import { nothingUnderstood, type PartKind } from '../query/understood.ts'
import { formatResultsName, formatResultsTitle, type NamedResults } from './results-name.ts'

const types = [
  'Oil filter, spin-on',
  'Air filter, outer',
  'AdBlue filter',
  'Hydraulic element, return',
  'Fuel/water separator',
]
const everything: NamedResults = {
  query: '',
  filters: noFilters,
  understood: nothingUnderstood,
  corrected: null,
  total: 71,
  types,
  properties: [],
}
const ask = (...parts: [PartKind, string][]): NamedResults => ({
  ...everything,
  query: parts.map(([, label]) => label).join(' '),
  understood: { parts: parts.map(([kind, label]) => ({ kind, label, without: '' })), dropped: [] },
})
const choose = (typeNames: string[], brands: string[] = [], properties: string[] = []): NamedResults => ({
  ...everything,
  filters: { types: typeNames, brands, attributes: [] },
  properties,
})

test.each([
  ['Donaldson air filters', ask(['brand', 'Donaldson'], ['kind', 'Air filter'])],
  ['Oil filters', ask(['kind', 'OIL filter'])],
  ['Air filters outer', ask(['kind', 'Air filters outer'])],
  ['AdBlue filters', ask(['kind', 'Adblue filter'])],
  ['Fuel water separators', ask(['kind', 'Fuel water separator'])],
  ['Fleetguard hydraulic filters', ask(['brand', 'Fleetguard'], ['kind', 'Hydraulic'])],
  ['Bosch filters', ask(['brand', 'Bosch'])],
  ['Oil filters for JCB 3CX', ask(['machine', 'JCB 3CX'], ['kind', 'Oil filter'])],
  ['Filters for JCB 3CX', ask(['machine', 'JCB 3CX'])],
  ['Oil filters, 93 x 142', ask(['size', '93 x 142'], ['kind', 'Oil filter'])],
])('a query that names only kinds, brands, machines and sizes is headed %j', (name, results) => {
  expect(formatResultsName(results)).toBe(name)
})

test.each([
  ['All products', everything],
  ['Oil filters, spin-on', choose(['Oil filter, spin-on'])],
  ['Donaldson air filters, outer', choose(['Air filter, outer'], ['Donaldson'])],
  ['Donaldson and Bosch filters', choose([], ['Donaldson', 'Bosch'])],
  ['AdBlue filters of 3 brands', choose(['AdBlue filter'], ['Donaldson', 'Bosch', 'Mahle'])],
  ['Filters, thread: 1-12 UNF', choose([], [], ['Thread: 1-12 UNF'])],
])('filters without a query are headed %j', (name, results) => {
  expect(formatResultsName(results)).toBe(name)
})

test('filters say more than the kind that was typed', () => {
  const { filters } = choose(['Oil filter, spin-on'], ['Donaldson'])
  expect(formatResultsName({ ...ask(['kind', 'Oil filter']), filters })).toBe(
    'Donaldson oil filters, spin-on',
  )
})

test.each([
  ['a number', ask(['number', 'P551712'])],
  ['a word', ask(['word', 'heavy'], ['kind', 'Oil filter'])],
  ['a word of another language', ask(['kind', 'Ölfilter'])],
  ['something that is not understood', { ...everything, query: '---' }],
  ['a slip', { ...ask(['kind', 'Oil filter']), corrected: 'oil filter' }],
])('%s is quoted instead', (_, results) => {
  expect(formatResultsName(results)).toBeNull()
  expect(formatResultsTitle(results)).toBe(`“${results.query}”, 71 products`)
})

test('the title of the page has the number of results', () => {
  expect(formatResultsTitle(ask(['brand', 'Donaldson'], ['kind', 'Air filter']))).toBe(
    'Donaldson air filters, 71',
  )
  expect(formatResultsTitle({ ...everything, total: 3000 })).toBe('All products, 3,000')
})
