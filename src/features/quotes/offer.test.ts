import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import { standardRate } from '../delivery/vat-rate.ts'
import {
  calculateTypedTotals,
  formatOfferChanges,
  getLastDay,
  type OfferedGoods,
  type OfferInput,
  parseOffer,
} from './offer.ts'

const now = new Date('2026-11-24T09:00:00Z')
const lines = [
  { code: 'FH-OIL-1', quantity: 20 },
  { code: 'FH-AIR-1', quantity: 2 },
]
const typed: OfferInput = {
  prices: ['11.25', '£22.49'],
  deliveryTitle: ' By pallet ',
  deliveryCost: '12',
  note: ' On one pallet. ',
  validUntil: '2026-12-24',
}
const parseWith = (changes: Partial<OfferInput>) =>
  parseOffer({ ...typed, ...changes }, { lines, vatRate: standardRate, now, minimumOrder: pence(10_00) })
const getErrors = (changes: Partial<OfferInput>) => {
  const parsed = parseWith(changes)
  return 'errors' in parsed ? parsed.errors : {}
}

describe('what staff type for a quote', () => {
  test('is parsed to the penny, and valid through its last day in London', () => {
    expect(parseWith({})).toEqual({
      offer: {
        prices: [1125, 2249],
        deliveryTitle: 'By pallet',
        deliveryCost: 1200,
        note: 'On one pallet.',
        expiresAt: new Date('2026-12-25T00:00:00Z'),
      },
    })
    const inSummer = parseWith({ validUntil: '2027-06-30' })
    expect(inSummer).toMatchObject({ offer: { expiresAt: new Date('2027-06-30T23:00:00Z') } })
    expect(getLastDay(new Date('2027-06-30T23:00:00Z'))).toBe(toIsoDate('2027-06-30'))
  })

  test('has a message beside each field that is not an amount, with the part number', () => {
    expect(getErrors({ prices: ['', '1.234'], deliveryCost: 'free' })).toEqual({
      'price-0': 'Enter a price for FH-OIL-1 in pounds, for example 12.50.',
      'price-1': 'Enter a price for FH-AIR-1 in pounds, for example 12.50.',
      carriage: 'Enter the carriage in pounds; 0 if it is free.',
    })
    expect(getErrors({ prices: ['11.25'] })).toHaveProperty('price-1')
    expect(getErrors({ prices: ['-1', '2'] })).toHaveProperty('price-0')
  })

  test('is valid from today for a year at most', () => {
    expect(getErrors({ validUntil: '2026-11-24' })).toEqual({})
    expect(getErrors({ validUntil: '2026-11-23' })).toHaveProperty('valid_until')
    expect(getErrors({ validUntil: '2027-11-24' })).toEqual({})
    expect(getErrors({ validUntil: '2027-11-25' })).toHaveProperty('valid_until')
    expect(getErrors({ validUntil: '24.12.2026' })).toHaveProperty('valid_until')
  })

  test('is rejected below the minimum order and beyond the largest amounts', () => {
    expect(getErrors({ prices: ['0.40', '0.99'] })['price-0']).toMatch(/minimum order of £10\.00/)
    expect(getErrors({ prices: ['0.40', '1.00'] })).toEqual({})
    expect(getErrors({ prices: ['1000000', '1'] })['price-0']).toMatch(/£10,000,000/)
    expect(getErrors({ prices: ['1000000.01', '1'] })['price-0']).toMatch(/more than £1,000,000/)
    expect(getErrors({ note: 'x'.repeat(1001) })).toHaveProperty('note')
    expect(getErrors({ deliveryTitle: 'x'.repeat(81) })).toHaveProperty('carriage_title')
  })

  test('has totals while it is typed, once every amount is valid', () => {
    // 20 × 11.25 + 2 × 22.49 = 269.98; 12.00 carriage; VAT 56.396.
    expect(calculateTypedTotals(typed, lines, standardRate)).toMatchObject({
      subtotal: pence(26998),
      vat: pence(5640),
      total: pence(33838),
    })
    expect(calculateTypedTotals({ ...typed, prices: ['11.25', '22.'] }, lines, standardRate)).toBe(null)
    expect(calculateTypedTotals({ ...typed, deliveryCost: '' }, lines, standardRate)).toBe(null)
  })

  test('has no totals while a quantity cannot be read', () => {
    const unread = [{ quantity: null }, { quantity: 2 }]
    expect(calculateTypedTotals(typed, unread, standardRate)).toBe(null)
  })
})

const line = (code: string, quantity: number, price: number | null) => ({
  code,
  quantity,
  unitPrice: price === null ? null : pence(price),
})
const offer = (lines: OfferedGoods['lines'], deliveryCost: number | null = 1250, deliveryTitle = '') => ({
  lines,
  deliveryTitle,
  deliveryCost: deliveryCost === null ? null : pence(deliveryCost),
})

test('the history of a quote says what was changed, before and after', () => {
  const before = offer([line('FH-OIL-1', 10, 1137), line('FH-SEAL-1', 3, 350)])
  const after = offer([line('FH-OIL-1', 12, 1100), line('FH-AIR-1', 4, 2249)], 0, 'By pallet')
  expect(formatOfferChanges(before, after)).toBe(
    'FH-SEAL-1 removed (quantity was 3). FH-OIL-1: quantity 10 → 12, price £11.37 → £11.00 each. ' +
      'FH-AIR-1 added: 4 at £22.49 each. Carriage £12.50 → £0.00 By pallet.',
  )
  expect(formatOfferChanges(before, before)).toBe('')
})

test('the first prices of a request are no change, a changed quantity is', () => {
  const request = offer([line('FH-OIL-1', 10, null)], null)
  expect(formatOfferChanges(request, offer([line('FH-OIL-1', 10, 1137)]))).toBe('')
  expect(formatOfferChanges(request, offer([line('FH-OIL-1', 8, 1137)]))).toBe('FH-OIL-1: quantity 10 → 8.')
})

test('a long list of changes is cut', () => {
  const lines = Array.from({ length: 30 }, (_, index) => line(`FH-${index}`, 1, 100))
  expect(formatOfferChanges(offer([]), offer(lines))).toMatch(
    /FH-19 added: 1 at £1\.00 each\. and 10 more changes\.$/,
  )
})
