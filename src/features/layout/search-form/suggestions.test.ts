import { expect, test } from 'vitest'
import { formatCounts, toRecentSearchGroups, toSuggestionGroups } from './suggestions.ts'

const product = {
  id: 1,
  path: 'filterhouse/fh-oil-1',
  title: 'Oil filter, spin-on',
  label: 'FH-OIL-1 Oil filter, spin-on',
  details: '',
  code: 'FH-OIL-1',
  value: {
    id: 1,
    url: '/filterhouse/fh-oil-1',
    image: '/media/product/image/fh-oil-1.jpg?w=50&h=50',
    brand_image: null,
    price: 12.5,
    hint: null,
  },
  hint: { name: 'replaces Donaldson', value: 'P 551-712' },
  brand: 'Filterhouse',
  brand_image: { thumbnail: null },
  customer_price: { standard: 12.5 },
  stock: 1000,
  availability_note: null,
  can_be_purchased: true,
  sale_state: 'for_sale' as const,
  type: 'Oil filter, spin-on',
  primary_image: null,
}
const code = {
  code: 'P 551-712',
  manufacturer: 'Donaldson',
  product: {
    id: 1,
    title: product.title,
    code: 'FH-OIL-1',
    label: 'Donaldson P 551-712',
    url: '/filterhouse/fh-oil-1',
  },
}
const make = { label: 'JCB', url: '/filters/jcb', image: null }
const products = (list: (typeof product)[]) => ({ list, total: list.length, size: 8, page: 1 })

test('groups have a fixed order, and empty ones are left out', () => {
  const groups = toSuggestionGroups({
    products: products([product]),
    codes: { list: [code], suggestions: [] },
    makes_models: { list: [] },
  })
  expect(groups.map(group => group.name)).toEqual(['Products', 'Codes'])
  expect(toSuggestionGroups({})).toEqual([])
})

test('a product found by another number leads to its page with that number', () => {
  const [group] = toSuggestionGroups({ products: products([product]) })
  expect(group!.options[0]).toMatchObject({
    url: '/filterhouse/fh-oil-1?for=P%20551-712',
    note: 'replaces Donaldson P 551-712',
    price: '£12.50',
  })
})

test('a product found by its own number or by words has nothing to explain', () => {
  const byOwnNumber = { ...product, hint: { name: 'part number', value: 'FH-OIL-1' } }
  for (const each of [byOwnNumber, { ...product, hint: null }]) {
    const [group] = toSuggestionGroups({ products: products([each as typeof product]) })
    expect(group!.options[0]).toMatchObject({ url: '/filterhouse/fh-oil-1', note: null })
  }
})

test('near numbers are offered as a question, never mixed with matches', () => {
  const groups = toSuggestionGroups({ codes: { list: [], suggestions: ['P551712'] } })
  expect(groups).toMatchObject([
    { name: 'Did you mean', options: [{ code: 'P551712', url: '/search?query=P551712' }] },
  ])
})

test('the announcement counts each group', () => {
  const groups = toSuggestionGroups({
    products: products([product, product]),
    codes: { list: [code], suggestions: [] },
    makes_models: { list: [make] },
  })
  expect(formatCounts(groups)).toBe('2 products, 1 code, 1 manufacturer')
  expect(formatCounts([])).toBe('No suggestions')
})

test('an empty field offers the last searches, and clearing them', () => {
  expect(toRecentSearchGroups([])).toEqual([])
  const [group] = toRecentSearchGroups(['oil filter', 'P551712'])
  expect(group!.options.map(({ url, title }) => [url, title])).toEqual([
    ['/search?query=oil%20filter', 'oil filter'],
    ['/search?query=P551712', 'P551712'],
    [null, 'Clear last searches'],
  ])
  expect(formatCounts([group!])).toBe('2 last searches')
})
