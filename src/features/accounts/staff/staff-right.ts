import { hasGodmode, isStaff, type Person, type StaffRight, staffRights } from '../visitor.ts'

/** Managers hold every right, and their own. */
export type HeldRight = StaffRight | 'manager'

/** What a page or call needs: one of these rights; 'any': to be staff. */
export type RequiredRight = HeldRight | readonly StaffRight[] | 'any'

/** The rights of a person; customers have none. */
export function listHeldRights(person: Person | null): readonly HeldRight[] {
  if (!person || !isStaff(person)) return []
  return hasGodmode(person) ? [...staffRights, 'manager'] : (person.staffRights ?? staffRights)
}

export function includesRight(held: readonly string[], required: RequiredRight): boolean {
  return required === 'any' || [required].flat().some(right => held.includes(right))
}

const rightsFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export function formatMissingRight(required: RequiredRight): string {
  if (required === 'any' || required === 'manager') return 'Only managers can do this; ask a manager.'
  const rights = rightsFormat.format([required].flat())
  return `Your login does not include ${rights}; ask a manager.`
}

/** What the operator calls a set of rights. A manager may give goods away, too. */
export const staffRoles = ['staff', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

interface Rights {
  roles: readonly string[]
  permissions: readonly string[]
}

export const managerPermission = 'godmode'

/** The person's role as staff; null: a customer. */
export function toStaffRole({ roles, permissions }: Rights): StaffRole | null {
  if (!roles.includes('staff')) return null
  return permissions.includes(managerPermission) ? 'manager' : 'staff'
}

/** The rights of a person who gets this role. What they may do as a customer stays. */
export function withStaffRole({ roles, permissions }: Rights, role: StaffRole): Rights {
  const customerPermissions = permissions.filter(permission => permission !== managerPermission)
  return {
    roles: [...new Set([...roles, 'staff'])],
    permissions: role === 'manager' ? [...customerPermissions, managerPermission] : customerPermissions,
  }
}
