import { describe, expect, test } from 'vitest'
import { pluralize } from '../../lib/count.ts'
import {
  type Availability,
  canBuy,
  filterRows,
  getOrderAdvice,
  getSaleState,
  toStockView,
} from './listing.ts'

const usual: Availability = { available: 0, backOrder: false, note: null, forSale: true }

describe('stock that is not there is followed by', () => {
  const adviseOn = (availability: Partial<Availability>, price: number | null = 800) => {
    const product = { ...usual, note: '7-10 days', price, ...availability }
    const saleState = getSaleState(product)
    return getOrderAdvice({ canBuy: canBuy(product), saleState, stock: toStockView(product) })
  }
  test('what an order does, where back orders are taken', () => {
    expect(adviseOn({ backOrder: true })).toBe('Order now, sent when it arrives')
    expect(adviseOn({ backOrder: true, note: null })).toBe('Order now, sent when it arrives')
  })
  test('that it cannot be ordered yet', () => expect(adviseOn({})).toBe('Cannot be ordered yet'))
  test('nothing when it is in stock, not sold, or on request', () => {
    expect(adviseOn({ available: 3 })).toBeNull()
    expect(adviseOn({ forSale: false })).toBeNull()
    expect(adviseOn({}, null)).toBeNull()
    expect(adviseOn({ backOrder: true }, null)).toBeNull()
  })
})

describe('stock in words', () => {
  test('a product in stock shows its number', () => {
    expect(toStockView({ ...usual, available: 1000 })).toEqual({ kind: 'in', text: '1,000 in stock' })
  })
  test('the last piece is in stock like any other: it is sent the same day', () => {
    expect(toStockView({ ...usual, available: 1 })).toEqual({ kind: 'in', text: '1 in stock' })
  })
  test('a product that is sold out shows when it is expected', () => {
    expect(toStockView({ ...usual, note: '7-10 days' })).toEqual({
      kind: 'due',
      text: 'Available in - 7-10 days',
    })
  })
  test('a blank note is no note', () => {
    expect(toStockView({ ...usual, note: '  ' })).toEqual({ kind: 'none', text: 'Out of stock' })
  })
  test('a back order is offered, with its note where there is one, also below zero', () => {
    expect(toStockView({ ...usual, backOrder: true, available: -3 })).toEqual({
      kind: 'back_order',
      text: 'Available to back order',
    })
    expect(toStockView({ ...usual, backOrder: true, note: '3-5 days' }).text).toBe('Available in - 3-5 days')
  })
  test('the note is not shown while there is stock', () => {
    expect(toStockView({ ...usual, available: 62, note: '7-10 days' }).text).toBe('62 in stock')
  })
  test('a withdrawn product shows no stock, even if there is some', () => {
    expect(toStockView({ ...usual, available: 12, forSale: false })).toEqual({
      kind: 'none',
      text: 'No longer available',
    })
  })
})

test.each([
  [true, 1250, 'for_sale'],
  [true, 0, 'for_sale'],
  [true, null, 'price_on_request'],
  [false, 1250, 'discontinued'],
  [false, null, 'discontinued'],
])('for sale %s at %s pence: %s', (forSale, price, state) =>
  expect(getSaleState({ forSale, price })).toBe(state),
)

test('one is singular, none and many are plural', () => {
  expect([0, 1, 24, 1234].map(count => pluralize(count, 'product'))).toEqual([
    '0 products',
    '1 product',
    '24 products',
    '1,234 products',
  ])
})

describe('narrowing a long list', () => {
  const rows = ['Donaldson P 551-712', 'Fleetguard LF9009', 'MANN-FILTER W 950/26']
  const find = (typed: string) => filterRows(rows, typed, row => row)
  test('nothing typed leaves every row', () => expect(find('  ')).toEqual(rows))
  test('a number is found however it is written', () => {
    expect(find('p551712')).toEqual(['Donaldson P 551-712'])
    expect(find('w950-26')).toEqual(['MANN-FILTER W 950/26'])
  })
  test('every word counts', () => {
    expect(find('fleet 9009')).toEqual(['Fleetguard LF9009'])
    expect(find('fleet 712')).toEqual([])
  })
  test('punctuation alone must match literally', () => expect(find('/')).toEqual(['MANN-FILTER W 950/26']))
})
