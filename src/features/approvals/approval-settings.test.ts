import { describe, expect, test } from 'vitest'
import type { CompanyMember } from '../accounts/visitor.ts'
import { decideApprovalSettings } from './rules.ts'

const person = (id: number, needsApproval: boolean, isActive = true): CompanyMember => ({
  id,
  email: `${id}@example.com`,
  name: `Person ${id}`,
  needsApproval,
  isActive,
})

const head = person(1, false)
const tom = person(2, false)
const adam = person(3, true)
const company = [head, tom, adam]

describe('the list of those who need approval', () => {
  test('is complete: people in it need approval, all others no longer do', () => {
    expect(decideApprovalSettings(company, [2], head.id)).toEqual({
      ok: true,
      changes: [
        { id: 2, needsApproval: true },
        { id: 3, needsApproval: false },
      ],
    })
  })

  test('changes nothing when everybody has that setting already, even when named twice', () => {
    expect(decideApprovalSettings(company, [3, 3], head.id)).toEqual({ ok: true, changes: [] })
  })

  test('is refused as a whole for one person of another company', () => {
    expect(decideApprovalSettings(company, [2, 99], head.id)).toEqual({ ok: false, reason: 'not_yours' })
  })

  test('is refused when head buyers name themselves', () => {
    expect(decideApprovalSettings(company, [1, 3], head.id)).toEqual({ ok: false, reason: 'yourself' })
  })

  test('does not lift the restriction of the head buyer who sends it', () => {
    const restricted = [person(1, true), tom, adam]
    expect(decideApprovalSettings(restricted, [3], 1)).toEqual({ ok: true, changes: [] })
  })

  test('does not change deactivated members', () => {
    const withLeaver = [...company, person(4, true, false)]
    expect(decideApprovalSettings(withLeaver, [3], head.id)).toEqual({ ok: true, changes: [] })
    expect(decideApprovalSettings(withLeaver, [3, 4], head.id)).toEqual({ ok: true, changes: [] })
  })
})
