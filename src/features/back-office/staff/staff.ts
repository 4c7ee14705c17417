import type { BodyOf } from '../../../lib/calls/call.ts'
import type { StaffRole } from '../../accounts/staff/staff-right.ts'
import { type StaffRight, staffRights } from '../../accounts/visitor.ts'
import type { inviteStaff } from './schemas.ts'

export const staffUrl = '/admin/staff'
export const toStaffUrl = (id: number): `/admin/staff/${number}` => `${staffUrl}/${id}`

/** What a member of staff may do, as the form has it. */
export type StaffRightsForm = Omit<BodyOf<typeof inviteStaff>, 'name' | 'email'>

export interface StaffAccess {
  role: StaffRole
  /** Null: everything. */
  rights: readonly StaffRight[] | null
}

export const rightNames: Record<StaffRight, string> = {
  warehouse: 'Warehouse: picking, despatch, stock',
  sales: 'Sales: orders, quotes, customers',
  accounts: 'Accounts: invoices, payments, refunds',
  catalogue: 'Catalogue: products, imports, prices, search',
}

/** Null: none of the rights is ticked. */
export function parseRights(form: StaffRightsForm): StaffAccess | null {
  if (form.role === 'manager') return { role: 'manager', rights: null }
  const rights = staffRights.filter(right => form[right])
  if (rights.length === 0) return null
  return { role: 'staff', rights: rights.length === staffRights.length ? null : rights }
}

export const toRightsForm = ({ role, rights }: StaffAccess): StaffRightsForm => {
  const held = rights ?? staffRights
  return {
    role,
    ...(Object.fromEntries(staffRights.map(right => [right, held.includes(right)])) as Record<
      StaffRight,
      boolean
    >),
  }
}

/** 'Manager', 'Warehouse and sales', 'Everything but managing'. */
export function formatAccess({ role, rights }: StaffAccess): string {
  if (role === 'manager') return 'Manager'
  return rights === null ? 'All rights' : rightsFormat.format(rights)
}

const rightsFormat = new Intl.ListFormat('en-GB')

/** Why a manager may not change a member of staff; null: they may. `managers`: who can sign in now, all of them locked. */
export function getStaffRefusal(
  actorId: number,
  memberId: number,
  managers: readonly number[],
): string | null {
  if (!managers.includes(actorId)) return 'You are not a manager any more, so nothing was changed.'
  // So at least this one is left, and no manager locks themselves out.
  return actorId === memberId ? 'This is your login: ask another manager to change it.' : null
}
