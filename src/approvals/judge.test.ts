import { describe, expect, test } from 'vitest'
import type { Person } from '../accounts/visitor.ts'
import { judgeApproval } from './judge.ts'

const company = { id: 7, name: 'Northfield', accountNumber: 'NPH001', onStop: false, vatRegistration: '' }
const sender: Person = {
  id: 3,
  email: 'adam@example.com',
  name: 'Adam',
  telephone: '',
  vat: '',
  roles: ['buyer'],
  permissions: [],
  ordersRequireApproval: true,
  company,
  isVerified: true,
  hasSecondFactor: false,
}
const head: Person = { ...sender, id: 1, roles: ['buyer', 'head_buyer'], ordersRequireApproval: false }
const order = { method: 'approval', state: 'awaiting_approval', personId: 3, companyId: 7 } as const

describe('an order that waits for approval', () => {
  test.each<[string, Person, object]>([
    ['its sender sees it', sender, { is: 'open', mayPlace: false }],
    ['a head buyer of his company decides', head, { is: 'open', mayPlace: true }],
    ['a colleague does not see it', { ...sender, id: 2 }, { is: 'unseen' }],
    [
      'nor does a head buyer of another company',
      { ...head, company: { ...company, id: 8 } },
      { is: 'unseen' },
    ],
    ['nor one without a company', { ...head, company: null }, { is: 'unseen' }],
    ['nor staff', { ...head, roles: ['buyer', 'staff'], company: null }, { is: 'unseen' }],
    ['nobody decides about his own', { ...head, id: 3 }, { is: 'open', mayPlace: false }],
    [
      'nor who needs approval himself',
      { ...head, ordersRequireApproval: true },
      { is: 'open', mayPlace: false },
    ],
  ])('%s', (_, person, verdict) => {
    expect(judgeApproval(order, person)).toEqual(verdict)
  })

  test('that was decided is over for both, and still unseen by others', () => {
    const rejected = { ...order, state: 'rejected' } as const
    expect(judgeApproval(rejected, sender)).toEqual({ is: 'over', why: 'rejected' })
    expect(judgeApproval({ ...order, state: 'approved' }, head)).toEqual({ is: 'over', why: 'approved' })
    expect(judgeApproval(rejected, { ...sender, id: 2 })).toEqual({ is: 'unseen' })
  })

  test('is nothing to approve before it was sent, or when it is an ordinary order', () => {
    expect(judgeApproval({ ...order, state: 'saved' }, head)).toEqual({ is: 'unseen' })
    expect(judgeApproval({ ...order, method: 'account', state: 'placed' }, head)).toEqual({ is: 'unseen' })
  })
})
