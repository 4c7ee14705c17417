import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  findCodeStep,
  generateRecoveryCodes,
  generateSecret,
  hashRecoveryCode,
  sealSecret,
  toTotpSetUp,
  unsealSecret,
} from './second-factor.server.ts'

const sessionSecret = 'a secret of more than thirty-two characters'

describe('a code of the app', () => {
  const secret = generateSecret()
  const now = new Date('2026-11-24T09:00:10Z')
  const step = Math.floor(now.getTime() / 30_000)
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + seconds * 1000 })

  // RFC 6238, appendix B: the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ])('equals that of RFC 6238 %i seconds after 1970', (seconds, code) => {
    const rfcSecret = Secret.fromUTF8('12345678901234567890').base32
    expect(findCodeStep(rfcSecret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  test('is accepted one time step early or late, and no more', () => {
    expect(findCodeStep(secret, codeAt(0), now)).toBe(step)
    expect(findCodeStep(secret, codeAt(-30), now)).toBe(step - 1)
    expect(findCodeStep(secret, codeAt(30), now)).toBe(step + 1)
    expect(findCodeStep(secret, codeAt(-90), now)).toBe(null)
    expect(findCodeStep(secret, codeAt(90), now)).toBe(null)
  })

  test('may be typed in two groups and is six digits', () => {
    const code = codeAt(0)
    expect(findCodeStep(secret, `${code.slice(0, 3)} ${code.slice(3)} `, now)).toBe(step)
    for (const typed of ['', '12345', `${code}0`, 'abcdef', `-${code.slice(1)}`])
      expect(findCodeStep(secret, typed, now)).toBe(null)
  })

  test('is set up by a QR code, or by a key in groups of four', () => {
    const { key, qr, uri } = toTotpSetUp(secret, 'Filterhouse', 'sam@example.org')
    expect(key.replaceAll(' ', '')).toBe(secret)
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('issuer=Filterhouse')
    expect(qr.size).toBeGreaterThan(20)
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  })
})

describe('the database stores', () => {
  test('a secret that is useless without the secret of the shop', () => {
    const sealed = sealSecret(sessionSecret, 'JBSWY3DP')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(unsealSecret(sessionSecret, sealed)).toBe('JBSWY3DP')
    expect(unsealSecret(`${sessionSecret}!`, sealed)).toBe(null)
    const tampered = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
    expect(unsealSecret(sessionSecret, tampered)).toBe(null)
    expect(unsealSecret(sessionSecret, '')).toBe(null)
    expect(sealSecret(sessionSecret, 'JBSWY3DP')).not.toBe(sealed)
  })

  test('the same hash of a recovery code however it is typed', () => {
    const codes = generateRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
    const [code = ''] = codes
    expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(hashRecoveryCode(code))
    expect(hashRecoveryCode('123456')).toBe(null)
  })
})
