import { formatAddressLines } from '../../lib/contact/address.ts'
import { formatDateOf } from '../../lib/dates.ts'
import { toPostalAddress } from '../accounts/addresses/saved-address.ts'
import { type Invitation, roleNames, toColleagueRole } from '../accounts/colleagues/colleague.ts'
import type { SavedAddress } from '../accounts/schemas.ts'
import { formatOnAccount } from './customer.ts'

export interface BoughtProduct {
  code: string
  title: string
  quantity: number
  orders: number
}

export type ListedInvitation = ReturnType<typeof toListedInvitation>

export const toListedInvitation = (invitation: Invitation & { expiresAt: Date }) => {
  const { id, email, role, needsApproval, permissions, expiresAt } = invitation
  const name = roleNames[toColleagueRole(role, needsApproval)].name.toLowerCase()
  const rights = permissions && [formatOnAccount(permissions.includes('account_orders'))]
  return { id, email, until: formatDateOf(expiresAt), rights: [name, ...(rights ?? [])].join(', ') }
}

export type ListedAddress = ReturnType<typeof toListedAddress>

export const toListedAddress = (address: SavedAddress) => ({
  id: address.id,
  kind: address.imported
    ? 'Account billing address'
    : address.billing
      ? 'Billing address'
      : 'Delivery address',
  text: [...formatAddressLines(toPostalAddress(address)), address.telephone].filter(Boolean).join(', '),
})
