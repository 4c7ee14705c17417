import { expect, test } from 'vitest'
import {
  type PartNumber,
  type ProductSummary,
  serializeListedProduct,
  toListingRow,
  toNumberHint,
} from '../../search/listed-product.ts'
import { isBeyondEnd, parseListedRow, toMachineAnswer } from './answer.ts'

const reply = {
  image: null,
  model: null,
  variant_name: null,
  full_customer: true,
  size: 10,
  groups: [],
  add_all: null,
}

test('a page beyond the last one is recognised; an empty list and locked results are not beyond the end', () => {
  expect(isBeyondEnd(toMachineAnswer({ ...reply, list: [], total: 4, page: 99 }))).toBe(true)
  expect(isBeyondEnd(toMachineAnswer({ ...reply, list: [], total: 0, page: 99 }))).toBe(false)
  const locked = [{ locked: true as const }]
  expect(isBeyondEnd(toMachineAnswer({ ...reply, list: locked, total: 1, page: 99 }))).toBe(false)
})

const usual: ProductSummary = {
  id: 7,
  code: 'FH-OIL-1',
  path: 'filterhouse/fh-oil-1',
  title: 'Oil filter',
  details: '⌀ 93 mm · 142 mm',
  brandLogo: 'wix.png',
  brand: 'Filterhouse',
  type: 'Oil filter, spin-on',
  price: 1250,
  forSale: true,
  note: null,
  image: 'fh-oil-1.jpg',
  available: 1000,
  backOrder: false,
}

// A product looks the same in a page rendered on the server and in a list loaded by the browser.
test.each<[Partial<ProductSummary>, PartNumber | null]>([
  [{}, null],
  [{ available: 0, note: '7-10 days' }, null],
  [{ available: 0 }, null],
  [{ available: 0, backOrder: true, note: '2-3 weeks' }, null],
  [{ available: -3, backOrder: true }, null],
  [{ available: 4, forSale: false }, null],
  [{ available: 4, price: null }, null],
  [{ available: 0, price: null }, null],
  [{ available: 0, forSale: false }, null],
  [{ available: 4, price: null, forSale: false }, null],
  [{ image: null, details: '' }, null],
  [{}, { maker: 'Donaldson', number: 'P 551-712' }],
  [{}, { maker: 'Filterhouse', number: 'FH-OIL-1' }],
])('a product of a reply has the same row as on a server page: %o, by number %o', (change, number) => {
  const product = { ...usual, ...change }
  const hint = number && toNumberHint(product.code, number)
  expect(parseListedRow(serializeListedProduct(product, hint))).toEqual(toListingRow(product, hint))
})
