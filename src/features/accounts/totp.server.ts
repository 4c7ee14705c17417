import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { SetUp } from './set-up.ts'

// RFC 6238 as every app reads it: others take these three for granted, whatever the QR code says.
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
// One step to either side: clocks differ, and people type slowly.
const window = 1

/** A fresh secret, in Base32 as apps take it. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The step a code is of, if it is one of now or next to it; else null. A step's code is good once: keep it. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: digits, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / shape.period) + delta
}

/** A secret as an app takes it. */
export function setUpOf(secret: string, issuer: string, email: string): SetUp {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret), issuer, label: email })
  const uri = totp.toString()
  return { key: secret.match(/.{1,4}/g)!.join(' '), qr: qrOf(uri), uri }
}

// One path of little squares, row by row: no style, no script.
function qrOf(text: string): SetUp['qr'] {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
