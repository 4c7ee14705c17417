import { isHeadBuyer, isStaff, type Person } from '../visitor.ts'

export const colleagueRoles = ['buyer_with_approval', 'buyer', 'head_buyer'] as const
export type ColleagueRole = (typeof colleagueRoles)[number]

export const roleNames: Record<ColleagueRole, { name: string; description: string }> = {
  buyer_with_approval: {
    name: 'Buyer with approval',
    description: 'A head buyer approves each order before it is placed.',
  },
  buyer: { name: 'Buyer', description: 'Orders without approval.' },
  head_buyer: {
    name: 'Head buyer',
    description: 'Orders without approval, approves other people’s orders and manages colleagues.',
  },
}

export const toColleagueRole = (role: 'buyer' | 'head_buyer', needsApproval: boolean): ColleagueRole =>
  role === 'buyer' && needsApproval ? 'buyer_with_approval' : role

/** The permissions that colleagues get from the head buyer who invites them; all others are given by staff. */
const inheritedPermissions = ['full_customer', 'account_orders']

export const listInheritedPermissions = ({ permissions }: Pick<Person, 'permissions'>): string[] =>
  inheritedPermissions.filter(permission => permissions.includes(permission))

/**
 * Only head buyers whose own orders need no approval: the others could invite somebody who lifts their restriction, or
 * remove everybody who approves.
 */
export const canManageColleagues = (person: Person): boolean =>
  isHeadBuyer(person) && !person.ordersRequireApproval

export const managesColleaguesOf = (companyId: number, person: Person | null): person is Person =>
  person?.company?.id === companyId && canManageColleagues(person)

export type RemovalRefusal = 'not_a_head_buyer' | 'yourself' | 'unknown'

/** `remover` and `colleague` as they are now; null: there is no such person. The last head buyer cannot leave that way. */
export function decideRemoval(
  remover: Person | null,
  companyId: number,
  colleague: { id: number; companyId: number | null } | null,
): RemovalRefusal | null {
  if (!managesColleaguesOf(companyId, remover)) return 'not_a_head_buyer'
  if (colleague?.id === remover.id) return 'yourself'
  return colleague?.companyId === companyId ? null : 'unknown'
}

export interface Colleague {
  id: number
  name: string
  email: string
  role: ColleagueRole
}

export interface Invitation {
  id: number
  companyId: number
  email: string
  role: 'buyer' | 'head_buyer'
  needsApproval: boolean
  invitedBy: number
  /** Null: those of the head buyer who invites. */
  permissions: readonly string[] | null
  isAccepted: boolean
}

export type InvitationState =
  | 'new_account'
  | 'sign_in'
  | 'wrong_account'
  /** The account's password may be a squatter's: the address was never verified. */
  | 'unverified'
  | 'can_join'
  /** Belongs to another company, is staff, or is disabled. */
  | 'cannot_join'
  | 'accepted'
  | 'gone'

export interface InvitedAccount {
  id: number
  companyId: number | null
  isActive: boolean
  isVerified: boolean
  isStaff: boolean
}

/** What the holder of an invitation's link can do. The inviter must still be a head buyer of the company, or staff. */
export function decideInvitation(
  invitation: Invitation | null,
  inviter: Person | null,
  account: InvitedAccount | null,
  visitor: Pick<Person, 'id'> | null,
): InvitationState {
  if (!invitation) return 'gone'
  if (invitation.isAccepted) return account?.companyId === invitation.companyId ? 'accepted' : 'gone'
  if (!isStaff(inviter) && !managesColleaguesOf(invitation.companyId, inviter)) return 'gone'
  if (!account) return 'new_account'
  if (account.companyId === invitation.companyId && account.isActive) return 'accepted'
  if (!account.isActive || account.isStaff || account.companyId !== null) return 'cannot_join'
  if (!account.isVerified) return 'unverified'
  if (!visitor) return 'sign_in'
  return visitor.id === account.id ? 'can_join' : 'wrong_account'
}
