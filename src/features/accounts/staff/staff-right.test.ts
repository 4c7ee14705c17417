import { expect, test } from 'vitest'
import type { Person } from '../visitor.ts'
import {
  formatMissingRight,
  includesRight,
  listHeldRights,
  toStaffRole,
  withStaffRole,
} from './staff-right.ts'

const person: Person = {
  id: 1,
  email: 'anna@example.org',
  name: 'Anna Hill',
  telephone: '',
  vat: '',
  roles: ['staff'],
  permissions: [],
  staffRights: null,
  ordersRequireApproval: false,
  approvalAbove: null,
  deputy: null,
  company: null,
  isVerified: true,
  hasSecondFactor: false,
}

test('R-ADMIN-3: staff whose rights were never limited hold all of them', () => {
  expect(listHeldRights(person)).toEqual(['warehouse', 'sales', 'accounts', 'catalogue'])
  expect(listHeldRights({ ...person, staffRights: ['sales'] })).toEqual(['sales'])
})

test('R-ADMIN-3: managers hold all rights, whatever is listed; customers hold none', () => {
  expect(listHeldRights({ ...person, permissions: ['godmode'], staffRights: [] })).toHaveLength(5)
  expect(listHeldRights({ ...person, roles: ['buyer'], permissions: ['godmode'] })).toEqual([])
  expect(listHeldRights(null)).toEqual([])
})

test('R-ADMIN-3: one of several rights is enough', () => {
  expect(includesRight(['sales'], ['warehouse', 'sales'])).toBe(true)
  expect(includesRight(['accounts'], ['warehouse', 'sales'])).toBe(false)
  expect(includesRight([], 'any')).toBe(true)
})

test('R-ADMIN-3: the refusal names what the login lacks', () => {
  expect(formatMissingRight('accounts')).toBe('Your login does not include accounts; ask a manager.')
  expect(formatMissingRight(['warehouse', 'sales', 'accounts'])).toBe(
    'Your login does not include warehouse, sales or accounts; ask a manager.',
  )
  expect(formatMissingRight('manager')).toBe('Only managers can do this; ask a manager.')
})

const customer = { roles: ['buyer'], permissions: ['account_orders'] }

test('a customer has no role as staff, and keeps what customers may do when they get one', () => {
  expect(toStaffRole(customer)).toBe(null)
  const manager = withStaffRole(customer, 'manager')
  expect(manager).toEqual({ roles: ['buyer', 'staff'], permissions: ['account_orders', 'godmode'] })
  expect(toStaffRole(manager)).toBe('manager')
})

test('a manager who becomes staff may no longer give goods away', () => {
  const staff = withStaffRole(withStaffRole(customer, 'manager'), 'staff')
  expect(staff).toEqual({ roles: ['buyer', 'staff'], permissions: ['account_orders'] })
  expect(toStaffRole(staff)).toBe('staff')
})
