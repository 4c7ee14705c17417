import { expect, test } from 'vitest'
import { createLinkToken, verifyLinkToken } from './link-token.server.ts'

const secret = 'a secret of more than thirty-two characters'

test('an e-mailed link needs the secret of the shop and is valid for one purpose', () => {
  const token = createLinkToken(secret, 'reset', 'abc')
  expect(verifyLinkToken(secret, 'reset', token)).toBe('abc')
  expect(verifyLinkToken(secret, 'verify', token)).toBe(null)
  expect(verifyLinkToken('another secret of the shop, long too', 'reset', token)).toBe(null)
  for (const forged of ['', 'abc', 'abc.', '.', `abd${token.slice(3)}`, `${token}x`])
    expect(verifyLinkToken(secret, 'reset', forged)).toBe(null)
})
