import { expect, test } from 'vitest'
import { createOrder } from '../../../../tests/support/order-fixtures.ts'
import { matchesPostcode, normaliseReference, validateLookup } from './lookup.ts'

test('an order’s number and postcode may be typed in any case, with spaces and hyphens', () => {
  expect(normaliseReference(' fh7k-2m9q xa ')).toBe('FH7K2M9QXA')
  for (const typed of ['LS1 4AP', 'ls14ap', ' ls1-4ap. '])
    expect(matchesPostcode(createOrder(), typed)).toBe(true)
  for (const typed of ['', ' ', 'LS1 4AQ', 'LS1', '4AP'])
    expect(matchesPostcode(createOrder(), typed)).toBe(false)
})

test('an order without a postcode is not found by an empty one', () => {
  const { delivery } = createOrder()
  const abroad = { ...delivery, country: 'IE', postcode: '' }
  expect(matchesPostcode({ delivery: abroad, billing: abroad }, '')).toBe(false)
  expect(matchesPostcode({ delivery: abroad, billing: delivery }, 'LS1 4AP')).toBe(true)
})

test('number and postcode are both needed', () => {
  expect(validateLookup({ reference: ' - ', postcode: ' ' })).toEqual({
    reference: 'Enter the order number.',
    postcode: 'Enter the postcode.',
  })
  expect(validateLookup({ reference: 'FH7K2M9QXA', postcode: '' })).toEqual({
    postcode: 'Enter the postcode.',
  })
  expect(validateLookup({ reference: 'FH7K2M9QXA', postcode: 'LS1' })).toEqual({})
})
