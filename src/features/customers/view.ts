import { formatDateOf } from '../../lib/dates.ts'
import { type Invitation, roleNames, toColleagueRole } from '../accounts/colleagues/colleague.ts'
import type { CustomerLogin } from '../accounts/people/customer-login.ts'
import type { SavedAddress } from '../accounts/schemas.ts'
import { toPersonUrl } from './customer.ts'

export interface BoughtProduct {
  code: string
  title: string
  quantity: number
  orders: number
}

export type ListedPerson = ReturnType<typeof toListedPerson>

export const toListedPerson = (person: CustomerLogin) => ({
  id: person.id,
  /** Staff are changed by other means. */
  url: person.isStaff ? '' : toPersonUrl(person.id),
  name: person.name || person.email,
  email: person.email,
  telephone: person.telephone,
  rights: formatRights(person),
  state: !person.isActive ? 'Disabled' : person.isStaff ? 'Staff' : '',
})

/** 'Head buyer, orders on account', as the audit has it too. */
export const formatRights = ({
  isHeadBuyer,
  needsApproval,
  mayOrderOnAccount,
}: Pick<CustomerLogin, 'isHeadBuyer' | 'needsApproval' | 'mayOrderOnAccount'>): string =>
  [
    isHeadBuyer ? 'Head buyer' : 'Buyer',
    ...(needsApproval ? ['orders need approval'] : []),
    mayOrderOnAccount ? 'orders on account' : 'not on account',
  ].join(', ')

export type ListedInvitation = ReturnType<typeof toListedInvitation>

export const toListedInvitation = ({
  id,
  email,
  role,
  needsApproval,
  permissions,
  expiresAt,
}: Pick<Invitation, 'id' | 'email' | 'role' | 'needsApproval' | 'permissions'> & { expiresAt: Date }) => ({
  id,
  email,
  until: formatDateOf(expiresAt),
  rights: [
    roleNames[toColleagueRole(role, needsApproval)].name.toLowerCase(),
    ...(permissions === null
      ? []
      : [permissions.includes('account_orders') ? 'orders on account' : 'not on account']),
  ].join(', '),
})

export type ListedAddress = ReturnType<typeof toListedAddress>

export const toListedAddress = (address: SavedAddress) => ({
  id: address.id,
  kind: address.imported
    ? 'Account billing address'
    : address.billing
      ? 'Billing address'
      : 'Delivery address',
  lines: [
    [address.firstname, address.surname].filter(Boolean).join(' '),
    address.company,
    ...[address.line_1, address.line_2, address.line_3, address.line_4],
    [address.postcode, address.country === 'GB' ? '' : address.country].filter(Boolean).join(' '),
    address.telephone,
  ].filter(text => text !== ''),
})
