import { expect, test } from 'vitest'
import { emails } from './emails.ts'

// The outbox has these kinds in rows of earlier releases: a kind that is gone or renamed would never be sent.
const storedKinds = [
  'account-changed',
  'account-created',
  'account-statement',
  'approval-given',
  'approval-refused',
  'approval-stranded',
  'approval-wanted',
  'colleague-removed',
  'credit-note',
  'email-change-current',
  'email-change-new',
  'email-change-taken',
  'failed-logins',
  'invitation',
  'invitation-accepted',
  'limited-logins',
  'newsletter-confirm',
  'order-cancelled',
  'order-changed',
  'order-delayed',
  'order-message',
  'order-note',
  'order-received',
  'parcel-despatched',
  'password-reset',
  'payment-received',
  'payment-requested',
  'quote-message',
  'quote-message-to-staff',
  'quote-ready',
  'quote-reminder',
  'quote-request',
  'ready-to-collect',
  'return-authorised',
  'return-closed',
  'return-received',
  'return-refused',
  'return-requested',
  'verify-address',
]

test('an e-mail of any kind that an earlier release stored has a declaration, and one alone', () => {
  const kinds = emails.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual([...new Set(kinds)].toSorted())
  expect(kinds).toEqual(expect.arrayContaining(storedKinds))
})

test('staff know by name each e-mail that they can send again', () => {
  for (const { name, sendAgainTo } of emails) if (sendAgainTo !== undefined) expect(name).toBeDefined()
  const nameOf = (kind: string, number: string | number | null) => {
    const name = emails.find(email => email.kind === kind)?.name
    return typeof name === 'function' ? name(number) : name
  }
  expect(nameOf('parcel-despatched', 2)).toBe('Parcel 2 despatched')
  expect(nameOf('credit-note', 'CN-000007')).toBe('Credit note CN-000007')
  expect(nameOf('credit-note', null)).toBe('Refund')
  expect(nameOf('return-authorised', 'RMA-000012')).toBe('Return authorised')
})
