import { expect, test } from 'vitest'
import { formatOriginal, parseOriginalOffer, pickTyped } from './original-offer.ts'

const before = {
  codes: ['FH-OIL-1', 'FH-AIR-1', 'FH-SEAL-1'],
  quantities: ['10', '4', '2'],
  prices: ['11.00', '20.00', '4.00'],
  deliveryTitle: 'By pallet',
  deliveryCost: '30.00',
  note: 'Net',
  validUntil: '2026-12-24',
}
const original = parseOriginalOffer(formatOriginal(before))

test('R-QUOTE-10: what was typed stays, and all else is as the colleague has left the quote', () => {
  const typed = { ...before, prices: ['10.50', '20.00', '4.00'], note: 'Net, by Friday' }
  const current = {
    ...before,
    codes: ['FH-OIL-1', 'FH-AIR-1', 'FH-HYD-1'],
    quantities: ['12', '4', '1'],
    prices: ['11.00', '19.00', '90.00'],
    deliveryCost: '25.00',
  }
  expect(pickTyped(typed, original, current)).toEqual({
    ...current,
    prices: ['10.50', '19.00', '90.00'],
    note: 'Net, by Friday',
  })
})

test('a line that staff changed or removed is theirs, although the colleague did the reverse', () => {
  const typed = {
    ...before,
    codes: ['FH-OIL-1', 'FH-AIR-1'],
    quantities: ['10', '5'],
    prices: ['11.00', '20.00'],
  }
  const current = { ...before, codes: ['FH-OIL-1'], quantities: ['10'], prices: ['11.00'] }
  expect(pickTyped(typed, original, current)).toMatchObject({
    codes: ['FH-OIL-1', 'FH-AIR-1'],
    quantities: ['10', '5'],
  })
})

test('without what the page displayed everything counts as typed', () => {
  expect(parseOriginalOffer('no JSON')).toBeNull()
  expect(pickTyped(before, null, { ...before, note: '' })).toBe(before)
})
