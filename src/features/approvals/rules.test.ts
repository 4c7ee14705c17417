import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import type { Person } from '../accounts/visitor.ts'
import { decideApprovalAccess } from './rules.ts'

const company = { id: 7, name: 'Northfield', accountNumber: 'NPH001', onStop: false, vatRegistration: '' }
const sender: Person = {
  id: 3,
  email: 'adam@example.com',
  name: 'Adam',
  telephone: '',
  vat: '',
  roles: ['buyer'],
  permissions: [],
  staffRights: null,
  ordersRequireApproval: true,
  approvalAbove: null,
  deputy: null,
  company,
  isVerified: true,
  hasSecondFactor: false,
}
const head: Person = { ...sender, id: 1, roles: ['buyer', 'head_buyer'], ordersRequireApproval: false }
const order = {
  kind: 'approval_request',
  state: 'awaiting_approval',
  personId: 3,
  companyId: 7,
  subtotal: pence(500_00),
} as const
const today = toIsoDate('2026-11-29')
const deputy = (from: string, until: string): Person => ({
  ...head,
  id: 4,
  roles: ['buyer'],
  deputy: { from: toIsoDate(from), until: toIsoDate(until) },
})

describe('an approval request', () => {
  test.each<[string, Person, object]>([
    ['is visible to its sender', sender, { is: 'open', canPlace: false }],
    ['is decided by a head buyer of the company', head, { is: 'open', canPlace: true }],
    ['is not visible to a colleague', { ...sender, id: 2 }, { is: 'unseen' }],
    ['nor to a head buyer of another company', { ...head, company: { ...company, id: 8 } }, { is: 'unseen' }],
    ['nor to one without a company', { ...head, company: null }, { is: 'unseen' }],
    ['nor to staff', { ...head, roles: ['buyer', 'staff'], company: null }, { is: 'unseen' }],
    ['cannot be decided by its own sender', { ...head, id: 3 }, { is: 'open', canPlace: false }],
    [
      'nor by a head buyer whose orders need approval',
      { ...head, ordersRequireApproval: true },
      { is: 'open', canPlace: false },
    ],
    [
      'nor beyond the sum of the head buyer',
      { ...head, approvalAbove: pence(499_99) },
      { is: 'open', canPlace: false },
    ],
    ['but up to it', { ...head, approvalAbove: pence(500_00) }, { is: 'open', canPlace: true }],
    [
      'is decided by a deputy on the first day',
      deputy('2026-11-29', '2026-12-04'),
      { is: 'open', canPlace: true },
    ],
    ['and on the last', deputy('2026-11-20', '2026-11-29'), { is: 'open', canPlace: true }],
    ['not before', deputy('2026-11-30', '2026-12-04'), { is: 'unseen' }],
    ['nor after', deputy('2026-11-20', '2026-11-28'), { is: 'unseen' }],
    [
      'nor in another company',
      { ...deputy('2026-11-29', '2026-12-04'), company: { ...company, id: 8 } },
      { is: 'unseen' },
    ],
    [
      'nor a request of their own',
      { ...deputy('2026-11-29', '2026-12-04'), id: 3 },
      { is: 'open', canPlace: false },
    ],
  ])('%s', (_, person, decision) => {
    expect(decideApprovalAccess(order, person, today)).toEqual(decision)
  })

  test('that was decided is over for both, and still not visible to others', () => {
    const rejected = { ...order, state: 'rejected' } as const
    expect(decideApprovalAccess(rejected, sender, today)).toEqual({ is: 'over', why: 'rejected' })
    expect(decideApprovalAccess({ ...order, state: 'approved' }, head, today)).toEqual({
      is: 'over',
      why: 'approved',
    })
    expect(decideApprovalAccess(rejected, { ...sender, id: 2 }, today)).toEqual({ is: 'unseen' })
  })

  test('is not visible before it was sent, and an order is none', () => {
    expect(decideApprovalAccess({ ...order, state: 'saved' }, head, today)).toEqual({ is: 'unseen' })
    expect(decideApprovalAccess({ ...order, kind: 'order', state: 'placed' }, head, today)).toEqual({
      is: 'unseen',
    })
  })
})
