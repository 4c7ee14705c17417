import { describe, expect, test } from 'vitest'
import type { Person } from '../visitor.ts'
import {
  decideInvitation,
  decideRemoval,
  type Invitation,
  type InvitationState,
  type InvitedAccount,
  listInheritedPermissions,
  type RemovalRefusal,
} from './colleague.ts'

const company = { id: 7, name: 'Northfield', accountNumber: 'NPH001', onStop: false, vatRegistration: '' }
const head: Person = {
  id: 1,
  email: 'head@example.com',
  name: 'Hannah',
  telephone: '',
  vat: '',
  roles: ['buyer', 'head_buyer'],
  permissions: ['account_orders', 'godmode'],
  staffRights: null,
  ordersRequireApproval: false,
  approvalAbove: null,
  deputy: null,
  company,
  isVerified: true,
  hasSecondFactor: false,
}

describe('removing a colleague', () => {
  const colleague = { id: 2, companyId: 7 }
  test.each<[string, Person | null, { id: number; companyId: number | null } | null, RemovalRefusal | null]>([
    ['is for head buyers', head, colleague, null],
    ['is not for buyers', { ...head, roles: ['buyer'] }, colleague, 'not_a_head_buyer'],
    [
      'nor for head buyers whose orders need approval',
      { ...head, ordersRequireApproval: true },
      colleague,
      'not_a_head_buyer',
    ],
    ['nor for those who were removed meanwhile', { ...head, company: null }, colleague, 'not_a_head_buyer'],
    ['does not remove oneself, so that a head buyer remains', head, { id: 1, companyId: 7 }, 'yourself'],
    ['does not find people of other companies', head, { id: 2, companyId: 8 }, 'unknown'],
    ['nor people without a company', head, { id: 2, companyId: null }, 'unknown'],
  ])('%s', (_name, remover, target, refusal) => expect(decideRemoval(remover, 7, target)).toBe(refusal))
})

describe('an invitation', () => {
  const invitation: Invitation = {
    id: 1,
    companyId: 7,
    email: 'new@example.com',
    role: 'buyer',
    needsApproval: true,
    invitedBy: 1,
    permissions: null,
    isAccepted: false,
  }
  const account: InvitedAccount = {
    id: 5,
    companyId: null,
    isActive: true,
    isVerified: true,
    isStaff: false,
  }
  const decide = (
    changes: {
      invitation?: Partial<Invitation> | null
      inviter?: Person | null
      account?: Partial<InvitedAccount> | null
      visitor?: { id: number } | null
    } = {},
  ) =>
    decideInvitation(
      changes.invitation === null ? null : { ...invitation, ...changes.invitation },
      changes.inviter === undefined ? head : changes.inviter,
      changes.account ? { ...account, ...changes.account } : null,
      changes.visitor ?? null,
    )

  test.each<[string, Parameters<typeof decide>[0], InvitationState]>([
    ['creates an account', {}, 'new_account'],
    ['is unknown', { invitation: null }, 'gone'],
    ['ends with the company of the inviter', { inviter: { ...head, company: null } }, 'gone'],
    ['ends when the inviter is no head buyer', { inviter: { ...head, roles: ['buyer'] } }, 'gone'],
    ['ends when the inviter is disabled', { inviter: null }, 'gone'],
    [
      'works while the inviter is staff',
      { inviter: { ...head, company: null, roles: ['staff'] } },
      'new_account',
    ],
    ['needs the login of an account', { account: {} }, 'sign_in'],
    ['is for the account of its address', { account: {}, visitor: { id: 6 } }, 'wrong_account'],
    ['is joined by the signed-in owner', { account: {}, visitor: { id: 5 } }, 'can_join'],
    ['needs a verified account', { account: { isVerified: false }, visitor: { id: 5 } }, 'unverified'],
    [
      'is not for people of another company',
      { account: { companyId: 8 }, visitor: { id: 5 } },
      'cannot_join',
    ],
    ['is not for staff', { account: { isStaff: true }, visitor: { id: 5 } }, 'cannot_join'],
    ['is not for disabled people', { account: { isActive: false } }, 'cannot_join'],
    ['was accepted', { invitation: { isAccepted: true }, account: { companyId: 7 } }, 'accepted'],
    ['was accepted by somebody who left', { invitation: { isAccepted: true }, account: {} }, 'gone'],
  ])('%s', (_name, changes, state) => expect(decide(changes)).toBe(state))
})

test('an invited colleague gets the inviter’s permissions for accounts, never those of staff', () => {
  expect(listInheritedPermissions(head)).toEqual(['account_orders'])
})
