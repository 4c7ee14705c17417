import { describe, expect, test } from 'vitest'
import { formatAccess, getStaffRefusal, parseRights, type StaffAccess, toRightsForm } from './staff.ts'

describe('what a member of staff may do', () => {
  test.each<[StaffAccess, string]>([
    [{ role: 'manager', rights: null }, 'Manager'],
    [{ role: 'staff', rights: null }, 'All rights'],
    [{ role: 'staff', rights: ['warehouse', 'sales'] }, 'warehouse and sales'],
  ])('comes back from the form as it was: %o', (access, text) => {
    expect(parseRights(toRightsForm(access))).toEqual(access)
    expect(formatAccess(access)).toBe(text)
  })

  test('is something', () => {
    const none = { warehouse: false, sales: false, accounts: false, catalogue: false }
    expect(parseRights({ role: 'staff', ...none })).toBe(null)
    expect(parseRights({ role: 'manager', ...none })).toEqual({ role: 'manager', rights: null })
  })
})

test('R-STAFF-8: managers change staff as long as they are managers, and never their own login', () => {
  expect(getStaffRefusal(1, 2, [1, 2])).toBe(null)
  expect(getStaffRefusal(1, 1, [1, 2])).toMatch(/another manager/)
  expect(getStaffRefusal(1, 2, [2])).toMatch(/not a manager any more/)
})
