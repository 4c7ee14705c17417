import { expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import {
  formatCreditHold,
  formatCreditWarning,
  formatLimitUse,
  formatStaffCreditWarning,
  needsCreditHold,
} from './credit.ts'

const toLeft = (limit: number | null, available: number | null) => ({
  limit: limit === null ? null : pence(limit),
  available: available === null ? null : pence(available),
})

test('an order that takes all that is left is within the credit, a penny more is not', () => {
  expect(formatCreditWarning(toLeft(50_000, 32_000), pence(32_000))).toBeNull()
  expect(formatCreditWarning(toLeft(50_000, 32_000), pence(32_001))).toBe(
    '£320.00 of your £500.00 credit is left: this order will be held until we have spoken.',
  )
  expect(formatCreditWarning(toLeft(50_000, -1_460), pence(1))).toMatch(/^Nothing of your £500\.00 credit/)
  expect(formatCreditWarning(toLeft(null, null), pence(1_000_000))).toBeNull()
  const check = { limit: pence(50_000), overdueSince: null }
  expect(needsCreditHold({ ...check, used: pence(50_000) })).toBe(false)
  expect(needsCreditHold({ ...check, used: pence(50_001) })).toBe(true)
})

test('before an order is placed staff read why it will be held', () => {
  const check = { used: pence(18_000), limit: pence(50_000), overdueSince: null }
  expect(formatStaffCreditWarning(check, pence(32_000))).toBeNull()
  expect(formatStaffCreditWarning(check, pence(32_001))).toBe(
    '£320.00 of their £500.00 credit is left: on account, this order will be held.',
  )
  expect(formatStaffCreditWarning({ ...check, used: pence(60_000) }, pence(1))).toMatch(/^Nothing of their/)
  const overdue = {
    used: pence(60_000),
    limit: null,
    overdueSince: toIsoDate('2026-09-01'),
  }
  expect(formatStaffCreditWarning(overdue, pence(1))).toMatch(
    /^An invoice that was due on .*2026 isn’t paid: on account, this order will be held/,
  )
})

test('both sides are warned from 80% of the limit on', () => {
  const atLimit = (used: number, limit: number | null) =>
    formatLimitUse({ used: pence(used), limit: limit === null ? null : pence(limit) })
  expect(atLimit(39_999, 50_000)).toBeNull()
  expect(atLimit(40_000, 50_000)).toBe('80% of the limit used')
  expect(atLimit(50_000, 50_000)).toBe('100% of the limit used')
  expect(atLimit(50_001, 50_000)).toBe('Over the limit')
  expect(atLimit(50_001, null)).toBeNull()
  expect(atLimit(0, 0)).toBeNull()
})

test('staff read each reason of a hold', () => {
  const overdueSince = toIsoDate('2026-10-03')
  expect(formatCreditHold({ used: pence(62_460), limit: pence(50_000), overdueSince })).toBe(
    'over the credit limit: £624.60 of £500.00 used; an invoice that was due on 3 October 2026 isn’t paid',
  )
})
