import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findWeakness } from './weak-secret.ts'

describe('a secret is weak', () => {
  test.each([
    ['a'.repeat(40), 'it hardly varies'],
    ['abcdefgh'.repeat(4), 'it repeats itself'],
    ['0123456789abcdef0123456789abcdef', 'it repeats itself'],
    ['kJ8#mN2$kJ8#mN2$kJ8#mN2$kJ8#mN2$kJ', 'it repeats itself'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'it follows the alphabet'],
    ['qwertyuiopasdfghjklzxcvbnm1234567890', 'it follows the alphabet'],
    ['change-me-to-a-long-random-secret-please', 'it is a placeholder'],
    ['your-32-character-random-secret-here', 'it is a placeholder'],
    ['Passw0rd-of-the-shop-in-production-2026', 'it is a placeholder'],
  ])('such as %s', (secret, weakness) => {
    expect(findWeakness(secret)).toContain(weakness)
  })
})

test('random secrets of every usual form are accepted', () => {
  for (let round = 0; round < 300; round++) {
    for (const secret of [
      randomBytes(32).toString('base64'),
      randomBytes(24).toString('base64url'),
      randomBytes(16).toString('hex'),
    ]) {
      expect(findWeakness(secret), secret).toBe(null)
    }
    const token = randomBytes(12).toString('base64url')
    expect(findWeakness(token), token).toBe(null)
  }
})
