import { expect, test } from 'vitest'
import { createTransactionReference } from './transaction-reference.server.ts'

test('a transaction reference names the order and the attempt, and fits every provider', () => {
  expect(createTransactionReference('FHABCDEFGH', 2, '0a1b2c3d')).toBe('FHABCDEFGH-2-0a1b2c3d')
  expect(() => createTransactionReference('FHABCDEFGH', 1, 'x'.repeat(40))).toThrow(RangeError)
  expect(() => createTransactionReference('FH ABC', 1, 'x')).toThrow(RangeError)
})
