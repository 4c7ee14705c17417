import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import type { CompanyMember } from '../accounts/visitor.ts'
import { parseDeputy } from './deputy.ts'
import { decideApprovalSettings } from './rules.ts'

const person = (id: number, needsApproval: boolean, isActive = true): CompanyMember => ({
  id,
  email: `${id}@example.com`,
  name: `Person ${id}`,
  needsApproval,
  approvalAbove: null,
  deputy: null,
  isActive,
})

const head = person(1, false)
const tom = person(2, false)
const adam = person(3, true)
const company = [head, tom, adam]
const same = (id: number) => ({ id, approvalAbove: null, before: 'any sum', after: 'any sum' })

describe('the list of those who need approval', () => {
  test('is complete: people in it need approval, all others no longer do', () => {
    expect(decideApprovalSettings(company, [2], [], head.id)).toEqual({
      ok: true,
      changes: [
        { ...same(2), needsApproval: true, isSwitched: true },
        { ...same(3), needsApproval: false, isSwitched: true },
      ],
    })
  })

  test('changes nothing when everybody has that setting already, even when named twice', () => {
    expect(decideApprovalSettings(company, [3, 3], [], head.id)).toEqual({ ok: true, changes: [] })
  })

  test('is refused as a whole for one person of another company', () => {
    expect(decideApprovalSettings(company, [2, 99], [], head.id)).toEqual({ ok: false, reason: 'not_yours' })
  })

  test('is refused when head buyers name themselves', () => {
    expect(decideApprovalSettings(company, [1, 3], [], head.id)).toEqual({ ok: false, reason: 'yourself' })
  })

  test('does not lift the restriction of the head buyer who sends it', () => {
    const restricted = [person(1, true), tom, adam]
    expect(decideApprovalSettings(restricted, [3], [], 1)).toEqual({ ok: true, changes: [] })
  })

  test('does not change deactivated members', () => {
    const withLeaver = [...company, person(4, true, false)]
    expect(decideApprovalSettings(withLeaver, [3], [], head.id)).toEqual({ ok: true, changes: [] })
    expect(decideApprovalSettings(withLeaver, [3, 4], [], head.id)).toEqual({ ok: true, changes: [] })
  })
})

describe('the sum of a day that needs no approval', () => {
  const rich = { ...tom, approvalAbove: pence(250_00) }
  const decide = (above: string, user = 2) =>
    decideApprovalSettings([head, rich, adam], [3], [{ user, above }], 1)

  test.each([
    ['1,000', 1000_00],
    ['£99.50', 99_50],
    ['0', 0],
    ['', null],
    ['1000000', 1_000_000_00],
  ])('is set to %j', (typed, approvalAbove) => {
    const decision = decide(typed)
    expect(decision).toMatchObject({
      ok: true,
      changes: [{ id: 2, needsApproval: false, isSwitched: false, approvalAbove }],
    })
  })

  test('stays as it is when it is the same, or is not sent', () => {
    expect(decide('250')).toEqual({ ok: true, changes: [] })
    expect(decideApprovalSettings([head, rich, adam], [3], [], 1)).toEqual({ ok: true, changes: [] })
  })

  test.each(['abc', '-1', '1.234', '1000000.01', '£'])('is refused as %j', typed => {
    expect(decide(typed)).toEqual({ ok: false, reason: 'bad_amount' })
  })

  test('cannot be set by head buyers for themselves, nor for somebody of another company', () => {
    expect(decide('5', 1)).toEqual({ ok: false, reason: 'yourself' })
    expect(decide('5', 99)).toEqual({ ok: false, reason: 'not_yours' })
  })
})

describe('the deputy of a head buyer', () => {
  const today = toIsoDate('2026-11-29')
  const parse = (deputy: string, from: string, until: string, members = company) =>
    parseDeputy({ deputy, from, until }, members, { headBuyerId: 1, today })

  test('is a colleague, from day to day, or there is none', () => {
    expect(parse('2', '2026-12-20', '2027-01-03')).toEqual({
      deputy: { id: 2, from: '2026-12-20', until: '2027-01-03' },
    })
    expect(parse('', '', '')).toEqual({ deputy: null })
  })

  test.each([
    ['oneself', '1', '2026-12-20', '2027-01-03', 'deputy', /colleagues/],
    ['a stranger', '9', '2026-12-20', '2027-01-03', 'deputy', /colleagues/],
    ['a colleague whose orders need approval', '3', '2026-12-20', '2027-01-03', 'deputy', /need approval/],
    ['no first day', '2', '', '2027-01-03', 'from', /first day/],
    ['no day of the calendar', '2', '2026-12-20', '2026-12-32', 'until', /last day/],
    ['the wrong order', '2', '2026-12-20', '2026-12-19', 'until', /before the first/],
    ['the past', '2', '2026-11-01', '2026-11-28', 'until', /has passed/],
    ['a year and more', '2', '2026-12-20', '2027-12-20', 'until', /A year ahead/],
  ])('cannot be %s', (_, deputy, from, until, field, message) => {
    const parsed = parse(deputy, from, until)
    expect(parsed).toEqual({ errors: { [field]: expect.stringMatching(message) } })
  })

  test('cannot stand in for two head buyers', () => {
    const busy = { ...tom, deputy: { of: 7, from: today, until: today } }
    expect(parse('2', '2026-12-20', '2027-01-03', [head, busy])).toHaveProperty('errors.deputy')
  })
})
