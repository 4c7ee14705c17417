import { expect, test } from 'vitest'
import {
  formatAnnouncement,
  toRecentSearchGroups,
  toSuggestionAnswer,
  toSuggestionGroups,
} from './suggestions.ts'

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

test('a number is listed with its product, and a product’s own number only once', () => {
  const sameNumber = { ...code, code: 'FH-OIL-1', manufacturer: 'Filterhouse' }
  const toCodes = (list: (typeof product)[]) =>
    toSuggestionGroups({ products: products(list), codes: { list: [sameNumber, code], suggestions: [] } })
      .find(({ name }) => name === 'Codes')!
      .options.map(option => `${option.code} ${option.title}`)
  expect(toCodes([product])).toEqual(['P 551-712 Donaldson → FH-OIL-1'])
  expect(toCodes([])).toEqual(['FH-OIL-1 Filterhouse', 'P 551-712 Donaldson → FH-OIL-1'])
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

test('a product has the logo of its brand where there is one', () => {
  const url = '/media/brand/image/wix.png?w=200'
  const branded = { ...product, brand: 'Wix', value: { ...product.value, brand_image: url } }
  const [group] = toSuggestionGroups({ products: products([product, branded] as (typeof product)[]) })
  expect(group!.options.map(({ logo }) => logo)).toEqual([null, { url, brand: 'Wix' }])
})

test('machines and manufacturers have groups of their own', () => {
  const machine = { label: 'JCB 3CX → Oil filters (4)', url: '/search?query=jcb+3cx+oil+filter', image: null }
  const groups = toSuggestionGroups({
    makes_models: { list: [{ ...machine, group: 'machine' }, { ...make, group: 'manufacturer' }, make] },
  })
  expect(groups).toMatchObject([
    { name: 'Machines', options: [{ title: 'JCB 3CX → Oil filters (4)' }] },
    { name: 'Manufacturers', options: [{ title: 'JCB' }, { title: 'JCB' }] },
  ])
})

test('words that name a machine are answered with it first, and with fewer products', () => {
  const machine = { label: 'JCB 3CX', url: '/filters/jcb/3cx', image: null, group: 'machine' as const }
  const reply = {
    products: products(Array.from({ length: 8 }, () => product)),
    makes_models: { list: [machine, machine, machine, make] },
  }
  const sizes = (each: Parameters<typeof toSuggestionGroups>[0]) =>
    toSuggestionGroups(each).map(({ name, options }) => [name, options.length])
  expect(sizes(reply)).toEqual([
    ['Machines', 2],
    ['Products', 5],
    ['Manufacturers', 1],
  ])
  expect(sizes({ ...reply, codes: { list: [code], suggestions: [] } })).toEqual([
    ['Products', 8],
    ['Codes', 1],
    ['Machines', 3],
    ['Manufacturers', 1],
  ])
})

const serialNumber = {
  label: 'JCB 3CX 2012-2018',
  note: 'Serial number 2100000',
  url: '/find-replacement-filters#make?manufacturer=jcb&serial=2100000',
}

test('serial numbers come first, but after products that have all of the text', () => {
  const serial_numbers = { list: [serialNumber] }
  const makes_models = { list: [make] }
  const names = (reply: Parameters<typeof toSuggestionGroups>[0]) =>
    toSuggestionGroups(reply).map(({ name }) => name)
  expect(names({ serial_numbers, makes_models })).toEqual(['Serial numbers', 'Manufacturers'])
  expect(names({ serial_numbers, makes_models, products: products([product]) })).toEqual([
    'Products',
    'Manufacturers',
    'Serial numbers',
  ])
  const understood = { parts: [{ kind: 'machine', label: 'JCB' }], dropped: ['2100000'] }
  const partial = { serial_numbers, products: products([product]), understood }
  expect(names(partial)).toEqual(['Serial numbers', 'Products'])
  expect(toSuggestionAnswer('jcb 2100000', partial).notice).toBeNull()
  expect(toSuggestionGroups({ serial_numbers })[0]!.options).toMatchObject([
    { title: 'JCB 3CX 2012-2018', note: 'Serial number 2100000', url: serialNumber.url },
  ])
})

test('the announcement counts each group', () => {
  const answer = toSuggestionAnswer('p551', {
    products: products([product, product]),
    codes: { list: [code], suggestions: [] },
    makes_models: { list: [{ ...make, group: 'machine' }, make] },
  })
  expect(answer.notice).toBeNull()
  expect(formatAnnouncement(answer)).toBe('2 products, 1 code, 1 machine, 1 manufacturer')
})

test('a correction is named, in the list and in the announcement', () => {
  const answer = toSuggestionAnswer('hydrualic', {
    products: { ...products([product]), corrected: 'hydraulic' },
  })
  expect(answer.notice).toBe('Corrected to “hydraulic”.')
  expect(formatAnnouncement(answer)).toBe('Corrected to “hydraulic”. 1 product')
})

test('words that were left out are named', () => {
  const understood = {
    parts: [
      { kind: 'machine', label: 'JCB 3CX' },
      { kind: 'type', label: 'oil filter' },
    ],
    dropped: ['heavy duty'],
  }
  const { notice } = toSuggestionAnswer('heavy duty jcb 3cx oil filter', {
    products: products([product]),
    understood,
  })
  expect(notice).toBe('Nothing has all of this. Results for JCB 3CX, oil filter, without “heavy duty”.')
})

test('an empty answer says what to try, and similar numbers say that the number is none', () => {
  const nothing = toSuggestionAnswer('xylophone', {
    products: products([]),
    codes: { list: [], suggestions: [] },
    makes_models: { list: [] },
  })
  expect(nothing).toEqual({
    notice:
      'Nothing found for “xylophone”. Try the make of your machine, the type of filter, or the number without its last letters.',
    groups: [],
  })
  expect(formatAnnouncement(nothing)).toBe(nothing.notice)
  const near = toSuggestionAnswer('P551722', { codes: { list: [], suggestions: ['P551712'] } })
  expect(formatAnnouncement(near)).toBe('Nothing found for “P551722”. 1 similar number')
})

test('an empty field offers the last searches, and clearing them', () => {
  expect(toRecentSearchGroups([])).toEqual([])
  const [group] = toRecentSearchGroups(['oil filter', 'P551712'])
  expect(group!.options.map(({ url, title }) => [url, title])).toEqual([
    ['/search?query=oil%20filter', 'oil filter'],
    ['/search?query=P551712', 'P551712'],
    [null, 'Clear last searches'],
  ])
  expect(formatAnnouncement({ notice: null, groups: [group!] })).toBe('2 last searches')
})
