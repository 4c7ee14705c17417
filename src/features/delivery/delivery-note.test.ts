import { expect, test } from 'vitest'
import { pence } from '../../lib/money.ts'
import { formatDeliveryNote } from './delivery-note.ts'

const freeFrom = pence(125_00)
const nextDay = { code: 'ND', price: pence(8_00) } as const

test('says how much more makes the delivery free, always with pence', () => {
  expect(formatDeliveryNote(nextDay, pence(94_00), freeFrom)).toBe('£31.00 more for free delivery')
  expect(formatDeliveryNote(nextDay, pence(94_01), freeFrom)).toBe('£30.99 more for free delivery')
})

test('says nothing when delivery is free, never is, or another service was chosen', () => {
  expect(formatDeliveryNote({ ...nextDay, price: pence(0) }, freeFrom, freeFrom)).toBeNull()
  expect(formatDeliveryNote(nextDay, pence(94_00), null)).toBeNull()
  expect(formatDeliveryNote({ code: 'SAT', price: pence(22_00) }, pence(94_00), freeFrom)).toBeNull()
})

test('says why carriage jumps above the weight of a parcel', () => {
  expect(formatDeliveryNote({ code: 'PAL', price: pence(65_00) }, pence(500_00), freeFrom)).toBe(
    'Pallet: over parcel weight',
  )
})
