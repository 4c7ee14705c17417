import { expect, test } from 'vitest'
import { toStaffRole, withStaffRole } from './staff-role.ts'

const customer = { roles: ['buyer'], permissions: ['account_orders'] }

test('a customer has no role as staff, and keeps what customers may do when they get one', () => {
  expect(toStaffRole(customer)).toBe(null)
  const manager = withStaffRole(customer, 'manager')
  expect(manager).toEqual({ roles: ['buyer', 'staff'], permissions: ['account_orders', 'godmode'] })
  expect(toStaffRole(manager)).toBe('manager')
})

test('a manager who becomes staff may no longer place orders without payment', () => {
  const staff = withStaffRole(withStaffRole(customer, 'manager'), 'staff')
  expect(staff).toEqual({ roles: ['buyer', 'staff'], permissions: ['account_orders'] })
  expect(toStaffRole(staff)).toBe('staff')
})
