import { expect, test } from 'vitest'
import { toSummaryErrors } from './discarded-input.ts'

type Summarised = Parameters<typeof toSummaryErrors>[0]

test('R-UX-2: the summary names the line or the parcel that an error is about', () => {
  const lines = [{ position: 1, code: 'FH-AIR-1' }]
  const order = { despatch: { lines }, credit: { lines: [{ position: 1, code: 'FH-OIL-1' }] } } as Summarised
  const errors = {
    'quantity-1': 'Enter a whole number.',
    'refund-quantity-1': 'Enter a whole number.',
    'parcel-2-tracking': 'Tracking number must be 60 characters or fewer.',
    carrier: 'Choose a carrier.',
  }
  expect(Object.values(toSummaryErrors(order, errors))).toEqual([
    'FH-AIR-1: enter a whole number.',
    'FH-OIL-1: enter a whole number.',
    'Parcel 2: tracking number must be 60 characters or fewer.',
    'Choose a carrier.',
  ])
  const error = { 'quantity-1': 'Only 6 of FH-AIR-1 are left to send.' }
  expect(toSummaryErrors(order, error)).toEqual(error)
})
