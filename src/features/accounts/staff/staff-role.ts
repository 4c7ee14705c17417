/** What the operator calls a set of rights. A manager may place orders without payment, too. */
export const staffRoles = ['staff', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

export interface Rights {
  roles: readonly string[]
  permissions: readonly string[]
}

const managerPermission = 'godmode'

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
