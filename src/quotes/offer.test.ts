import { describe, expect, test } from 'vitest'
import { standardRate } from '../delivery/vat-rate.ts'
import { day } from '../shared/dates.ts'
import { pence } from '../shared/money.ts'
import { lastDayOf, readOffer, type TypedOffer, typedTotals } from './offer.ts'

const now = new Date('2026-11-24T09:00:00Z')
const lines = [
  { code: 'FH-OIL-1', quantity: 20 },
  { code: 'FH-AIR-1', quantity: 2 },
]
const typed: TypedOffer = {
  prices: ['11.25', '£22.49'],
  carriage: '12',
  note: ' On one pallet. ',
  validUntil: '2026-12-24',
}
const readAs = (changes: Partial<TypedOffer>) =>
  readOffer({ ...typed, ...changes }, { lines, vatRate: standardRate, now })
const errorsOf = (changes: Partial<TypedOffer>) => {
  const read = readAs(changes)
  return 'errors' in read ? read.errors : {}
}

describe('what staff type for a quote', () => {
  test('is read to the penny, and holds through its last day in London', () => {
    expect(readAs({})).toEqual({
      offer: {
        prices: [1125, 2249],
        carriage: 1200,
        note: 'On one pallet.',
        expiresAt: new Date('2026-12-25T00:00:00Z'),
      },
    })
    const inSummer = readAs({ validUntil: '2027-06-30' })
    expect(inSummer).toMatchObject({ offer: { expiresAt: new Date('2027-06-30T23:00:00Z') } })
    expect(lastDayOf(new Date('2027-06-30T23:00:00Z'))).toBe(day('2027-06-30'))
  })

  test('that is no amount is told beside its field, by the part it is for', () => {
    expect(errorsOf({ prices: ['', '1.234'], carriage: 'free' })).toEqual({
      'price-0': 'Enter a price for FH-OIL-1 in pounds, for instance 12.50.',
      'price-1': 'Enter a price for FH-AIR-1 in pounds, for instance 12.50.',
      carriage: 'Enter the carriage in pounds; 0 if it is free.',
    })
    expect(errorsOf({ prices: ['11.25'] })).toHaveProperty('price-1')
    expect(errorsOf({ prices: ['-1', '2'] })).toHaveProperty('price-0')
  })

  test('holds from today for a year at most', () => {
    expect(errorsOf({ validUntil: '2026-11-24' })).toEqual({})
    expect(errorsOf({ validUntil: '2026-11-23' })).toHaveProperty('valid_until')
    expect(errorsOf({ validUntil: '2027-11-24' })).toEqual({})
    expect(errorsOf({ validUntil: '2027-11-25' })).toHaveProperty('valid_until')
    expect(errorsOf({ validUntil: '24.12.2026' })).toHaveProperty('valid_until')
  })

  test('below the minimum order could not be ordered, and what is beyond all measure is a slip', () => {
    expect(errorsOf({ prices: ['0.40', '0.99'] })['price-0']).toMatch(/minimum order of £10\.00/)
    expect(errorsOf({ prices: ['0.40', '1.00'] })).toEqual({})
    expect(errorsOf({ prices: ['1000000', '1'] })['price-0']).toMatch(/£10,000,000/)
    expect(errorsOf({ prices: ['1000000.01', '1'] })['price-0']).toMatch(/more than £1,000,000/)
    expect(errorsOf({ note: 'x'.repeat(1001) })).toHaveProperty('note')
  })

  test('adds up while it is typed, once every amount is one', () => {
    // 20 × 11.25 + 2 × 22.49 = 269.98; 12.00 carriage; VAT 56.396.
    expect(typedTotals(typed, lines, standardRate)).toMatchObject({
      subtotal: pence(26998),
      vat: pence(5640),
      total: pence(33838),
    })
    expect(typedTotals({ ...typed, prices: ['11.25', '22.'] }, lines, standardRate)).toBe(null)
    expect(typedTotals({ ...typed, carriage: '' }, lines, standardRate)).toBe(null)
  })
})
