import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, recoveryHash } from './recovery.server.ts'
import { linkToken, readLinkToken, seal, unseal } from './seal.server.ts'
import { newSecret, setUpOf, stepOfCode } from './totp.server.ts'

const secretOfTheShop = 'a secret of more than thirty-two characters'

describe('a code of the app', () => {
  const secret = newSecret()
  const now = new Date('2026-11-24T09:00:10Z')
  const step = Math.floor(now.getTime() / 30_000)
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + seconds * 1000 })

  // RFC 6238, appendix B, of its eight digits the last six.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ])('is that of the standard %i seconds after 1970', (seconds, code) => {
    const standard = Secret.fromUTF8('12345678901234567890').base32
    expect(stepOfCode(standard, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  test('is taken one step early or late, and no more', () => {
    expect(stepOfCode(secret, codeAt(0), now)).toBe(step)
    expect(stepOfCode(secret, codeAt(-30), now)).toBe(step - 1)
    expect(stepOfCode(secret, codeAt(30), now)).toBe(step + 1)
    expect(stepOfCode(secret, codeAt(-90), now)).toBe(null)
    expect(stepOfCode(secret, codeAt(90), now)).toBe(null)
  })

  test('may be typed in two groups, and is nothing but six digits', () => {
    const code = codeAt(0)
    expect(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)} `, now)).toBe(step)
    for (const typed of ['', '12345', `${code}0`, 'abcdef', `-${code.slice(1)}`])
      expect(stepOfCode(secret, typed, now)).toBe(null)
  })

  test('is set up by a QR code, or by a key in groups of four', () => {
    const { key, qr, uri } = setUpOf(secret, 'Filterhouse', 'sam@example.org')
    expect(key.replaceAll(' ', '')).toBe(secret)
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('issuer=Filterhouse')
    expect(qr.size).toBeGreaterThan(20)
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  })
})

describe('what the database keeps', () => {
  test('of a secret is of no use without the shop’s own', () => {
    const sealed = seal(secretOfTheShop, 'JBSWY3DP')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(unseal(secretOfTheShop, sealed)).toBe('JBSWY3DP')
    expect(unseal(`${secretOfTheShop}!`, sealed)).toBe(null)
    const tampered = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
    expect(unseal(secretOfTheShop, tampered)).toBe(null)
    expect(unseal(secretOfTheShop, '')).toBe(null)
    expect(seal(secretOfTheShop, 'JBSWY3DP')).not.toBe(sealed)
  })

  test('of a mailed link makes no link, and a link is good for one purpose', () => {
    const token = linkToken(secretOfTheShop, 'reset', 'abc')
    expect(readLinkToken(secretOfTheShop, 'reset', token)).toBe('abc')
    expect(readLinkToken(secretOfTheShop, 'verify', token)).toBe(null)
    expect(readLinkToken('another secret of the shop, long too', 'reset', token)).toBe(null)
    for (const forged of ['', 'abc', 'abc.', '.', `abd${token.slice(3)}`, `${token}x`])
      expect(readLinkToken(secretOfTheShop, 'reset', forged)).toBe(null)
  })

  test('of a recovery code is the same however it is typed', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
    const [code = ''] = codes
    expect(recoveryHash(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(recoveryHash(code))
    expect(recoveryHash('123456')).toBe(null)
  })
})
