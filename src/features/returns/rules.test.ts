import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { formatReturnNumber, parseReturnNumber, type Returnable } from './returns.ts'
import {
  addUpPieces,
  findRequestRefusal,
  getProposedCharge,
  getReturnDeadline,
  isDeliveryRefunded,
  type RequestInput,
} from './rules.ts'

const line = (changes: Partial<Returnable> = {}): Returnable => ({
  position: 1,
  code: 'FH-OIL-1',
  title: 'Oil filter',
  entry: {},
  despatched: 4,
  returned: 0,
  restocked: 0,
  ...changes,
})
const lastDespatch = toIsoDate('2026-11-02')
const trade = { state: 'despatched', companyId: 7, lastDespatch } as const
const consumer = { ...trade, companyId: null }

const find = (changes: Partial<RequestInput>) =>
  findRequestRefusal({
    order: trade,
    lines: [line()],
    pieces: [{ position: 1, quantity: 4 }],
    reason: 'not_needed',
    days: 30,
    today: toIsoDate('2026-11-24'),
    ...changes,
  })

describe('R-RETURN-3: what may come back', () => {
  test('everything that was despatched and is in no other return', () => {
    expect(find({})).toBeNull()
    expect(find({ lines: [line({ returned: 1 })] })).toEqual({
      why: 'too_many',
      position: 1,
      code: 'FH-OIL-1',
      returnable: 3,
      despatched: 4,
    })
    expect(find({ lines: [line({ returned: 4 })] })).toEqual({ why: 'nothing_left' })
  })

  test('pieces of a line that was sent twice are added up', () => {
    const twice = [
      { position: 1, quantity: 3 },
      { position: 1, quantity: 2 },
      { position: 2, quantity: 0 },
    ]
    expect(addUpPieces(twice)).toEqual([{ position: 1, quantity: 5 }])
  })

  test.each([
    ['placed', 'not_despatched'],
    ['cancelled', 'ended'],
    ['payment_reversed', 'ended'],
    ['awaiting_payment', 'not_despatched'],
  ] as const)('nothing of an order that is %s', (state, why) => {
    const lines = [line({ despatched: why === 'ended' ? 4 : 0 })]
    expect(find({ order: { ...trade, state }, lines })).toEqual({ why })
  })
})

describe('R-RETURN-2: until when', () => {
  test('a trade buyer has the days that the shop offers, a consumer at least 14, and the time of the delivery', () => {
    expect(getReturnDeadline(trade, 30)).toBe('2026-12-09')
    expect(getReturnDeadline(trade, 7)).toBe('2026-11-16')
    expect(getReturnDeadline(consumer, 7)).toBe('2026-11-23')
  })

  test('there is no last day before everything has left, nor without an offer of the shop', () => {
    expect(getReturnDeadline({ ...trade, lastDespatch: null }, 30)).toBeNull()
    expect(getReturnDeadline(consumer, null)).toBeNull()
  })

  test('what is our fault is never too late', () => {
    const late = { days: 7, today: toIsoDate('2026-11-17') }
    expect(find(late)).toEqual({ why: 'too_late', deadline: '2026-11-16' })
    expect(find({ ...late, today: toIsoDate('2026-11-16') })).toBeNull()
    for (const reason of ['faulty', 'damaged', 'wrong_part'] as const)
      expect(find({ ...late, reason })).toBeNull()
  })
})

test('R-RETURN-7: the charge is proposed to trade buyers alone, and never when it is our fault', () => {
  expect(getProposedCharge('not_needed', 7, 15)).toBe(15)
  expect(getProposedCharge('faulty', 7, 15)).toBe(0)
  expect(getProposedCharge('not_needed', null, 15)).toBe(0)
  expect(getProposedCharge('not_needed', 7, null)).toBe(0)
})

test('R-RETURN-9: the delivery charge goes back with a whole order: when it is our fault, or a consumer cancels in time', () => {
  const input = {
    reason: 'not_needed',
    companyId: null,
    isWholeOrder: true,
    isWithinCancellation: true,
  } as const
  expect(isDeliveryRefunded(input)).toBe(true)
  expect(isDeliveryRefunded({ ...input, isWholeOrder: false })).toBe(false)
  expect(isDeliveryRefunded({ ...input, isWithinCancellation: false })).toBe(false)
  expect(isDeliveryRefunded({ ...input, companyId: 7 })).toBe(false)
  expect(isDeliveryRefunded({ ...input, companyId: 7, reason: 'faulty' })).toBe(true)
})

test('R-RETURN-6: a number of a return is read in any spelling', () => {
  expect(formatReturnNumber(12)).toBe('RMA-000012')
  for (const text of ['RMA-000012', 'rma 12', ' RMA12 ', 'rma-12']) expect(parseReturnNumber(text)).toBe(12)
  for (const text of ['12', 'RMA-0', 'RMA-', 'FH12', 'RMA-1234567890'])
    expect(parseReturnNumber(text)).toBeNull()
})
