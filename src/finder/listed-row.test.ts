import { expect, test } from 'vitest'
import { type Found, listedOnTheWire, listingRow } from '../search/listed.ts'
import { listedRow } from './listed-row.ts'

const usual: Found = {
  id: 7,
  code: 'FH-OIL-1',
  path: 'filterhouse/fh-oil-1',
  title: 'Oil filter',
  details: '⌀ 93 mm · 142 mm',
  brand: 'Filterhouse',
  type: 'Oil filter, spin-on',
  price: 1250,
  forSale: true,
  note: null,
  image: 'fh-oil-1.jpg',
  available: 1000,
  backOrder: false,
  maker: null,
  number: null,
}

// A page made on the server and a list asked for by the browser must say the same of a product.
test.each<Partial<Found>>([
  {},
  { available: 0, note: '7-10 days' },
  { available: 0 },
  { available: 0, backOrder: true, note: '2-3 weeks' },
  { available: -3, backOrder: true },
  { available: 4, forSale: false },
  { available: 4, price: null },
  { image: null, details: '' },
  { maker: 'Donaldson', number: 'P 551-712' },
  { maker: 'Filterhouse', number: 'FH-OIL-1' },
])('the wire carries all that a row shows: %o', change => {
  const found = { ...usual, ...change }
  expect(listedRow(listedOnTheWire(found, true))).toEqual(listingRow(found))
})
