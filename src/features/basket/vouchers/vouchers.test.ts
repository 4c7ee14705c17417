import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence } from '../../../lib/money.ts'
import {
  calculateDiscounts,
  formatVoucherLapse,
  formatVoucherRefusal,
  formatVoucherSummary,
  hasFreeDelivery,
  parseVoucherCode,
  type Voucher,
  validateCombination,
  validateVoucher,
} from './vouchers.ts'

const plain: Voucher = {
  id: 1,
  code: 'SAVE10',
  kind: 'percentage',
  amount: 1000,
  minimumSpend: pence(0),
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  customerLimit: null,
  companyId: null,
  personId: null,
}
const fiver: Voucher = {
  ...plain,
  id: 2,
  code: 'FIVER',
  kind: 'fixed',
  amount: 5_00,
  minimumSpend: pence(50_00),
}
const freedel: Voucher = { ...plain, id: 3, code: 'FREEDEL', kind: 'free_delivery', amount: 0 }

const guest = {
  subtotal: pence(123_45),
  now: new Date('2026-11-23T12:16:00Z'),
  usesTotal: 0,
  usesByCustomer: 0,
  personId: null,
  companyId: null,
}

const why = (voucher: Voucher | null, conditions = {}) => {
  const decision = validateVoucher(voucher, { ...guest, ...conditions })
  return decision.ok ? 'accepted' : decision.reason
}

test('a plain voucher is accepted, an unknown code is not', () => {
  expect(why(plain)).toBe('accepted')
  expect(why(null)).toBe('unknown')
})

test('£5 off from £50 holds at exactly £50 and not a penny below', () => {
  expect(why(fiver, { subtotal: pence(50_00) })).toBe('accepted')
  expect(why(fiver, { subtotal: pence(49_99) })).toBe('minimum_spend')
})

test('a voucher holds from its first instant until just before its last', () => {
  const dated = {
    ...plain,
    startsAt: new Date('2026-11-23T00:00:00Z'),
    endsAt: new Date('2026-11-24T00:00:00Z'),
  }
  expect(why(dated, { now: new Date('2026-11-22T23:59:59Z') })).toBe('not_started')
  expect(why(dated, { now: dated.startsAt })).toBe('accepted')
  expect(why(dated, { now: new Date('2026-11-23T23:59:59Z') })).toBe('accepted')
  expect(why(dated, { now: dated.endsAt })).toBe('ended')
})

test('a limit of one use is used up by one', () => {
  expect(why({ ...plain, totalLimit: 1 })).toBe('accepted')
  expect(why({ ...plain, totalLimit: 1 }, { usesTotal: 1 })).toBe('used_up')
  expect(why({ ...plain, customerLimit: 1 }, { usesTotal: 9, usesByCustomer: 1 })).toBe('used_by_you')
})

test('a voucher for a company or a person is theirs alone', () => {
  expect(why({ ...plain, companyId: 7 }, { companyId: 7 })).toBe('accepted')
  expect(why({ ...plain, companyId: 7 }, { companyId: 8 })).toBe('not_yours')
  expect(why({ ...plain, companyId: 7 })).toBe('not_yours')
  expect(why({ ...plain, personId: 3 }, { personId: 4 })).toBe('not_yours')
})

test('one percentage or fixed code at a time, plus one free delivery', () => {
  expect(validateCombination(freedel, [plain])).toEqual({ ok: true })
  expect(validateCombination(plain, [freedel])).toEqual({ ok: true })
  expect(validateCombination(fiver, [plain, freedel])).toEqual({ ok: false, reason: 'one_at_a_time' })
  expect(validateCombination({ ...freedel, id: 9 }, [freedel])).toEqual({
    ok: false,
    reason: 'one_at_a_time',
  })
  expect(validateCombination(plain, [plain])).toEqual({ ok: false, reason: 'already_there' })
})

test('10 % of £123.45 is £12.35, and a free delivery lists 0', () => {
  expect(calculateDiscounts([plain, freedel], pence(123_45))).toEqual([
    { code: 'SAVE10', summary: '10% off', amount: 12_35 },
    { code: 'FREEDEL', summary: 'Free delivery', amount: 0 },
  ])
  expect(hasFreeDelivery([plain, freedel])).toBe(true)
  expect(hasFreeDelivery([plain])).toBe(false)
})

test('discounts never exceed the goods, even if the rows in the basket broke the rules', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.array(fc.record({ fixed: fc.boolean(), amount: fc.nat(10_000) }), { maxLength: 5 }),
      (subtotal, drafts) => {
        const vouchers = drafts.map(
          ({ fixed, amount }): Voucher => ({ ...plain, kind: fixed ? 'fixed' : 'percentage', amount }),
        )
        const amounts = calculateDiscounts(vouchers, pence(subtotal)).map(({ amount }) => amount)
        expect(amounts.every(amount => amount >= 0)).toBe(true)
        expect(amounts.reduce((all, amount) => all + amount, 0)).toBeLessThanOrEqual(subtotal)
      },
    ),
  )
})

test('summaries read like the offer', () => {
  expect(formatVoucherSummary(fiver)).toBe('£5.00 off')
  expect(formatVoucherSummary({ kind: 'percentage', amount: 1250 })).toBe('12.5% off')
})

test('codes are parsed without regard to case and surrounding spaces', () => {
  expect(parseVoucherCode('  save10 ')).toBe('SAVE10')
  expect(parseVoucherCode('   ')).toBe('')
})

test('an unknown, a foreign and an expired code get the same message', () => {
  const messages = (['unknown', 'not_yours', 'not_started', 'ended'] as const).map(no =>
    formatVoucherRefusal(no, plain),
  )
  expect(new Set(messages).size).toBe(1)
})

test('a minimum spend is named, when entering and when leaving', () => {
  expect(formatVoucherRefusal('minimum_spend', fiver)).toContain('£50.00')
  expect(formatVoucherLapse('minimum_spend', fiver)).toBe(
    'FIVER was removed from your basket: it needs at least £50.00 ex VAT of goods.',
  )
})
