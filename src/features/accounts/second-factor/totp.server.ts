import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { TotpSetUp } from './SetUpSteps.tsx'

// RFC 6238. Some apps support only these values, whatever the QR code says.
const totpParameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
// One time step to either side, because clocks differ and typing takes time.
const window = 1

/** A new secret in Base32, the form that apps read. */
export function generateSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The time step of a code that is valid now, else null. The caller stores it, so that no code is accepted twice. */
export function findCodeStep(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const totp = new TOTP({ ...totpParameters, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: digits, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / totpParameters.period) + delta
}

/** A secret in the forms that apps read. */
export function toTotpSetUp(secret: string, issuer: string, email: string): TotpSetUp {
  const totp = new TOTP({ ...totpParameters, secret: Secret.fromBase32(secret), issuer, label: email })
  const uri = totp.toString()
  return { key: secret.match(/.{1,4}/g)!.join(' '), qr: toQrPath(uri), uri }
}

// One path of unit squares, row by row, because the content policy allows no inline styles.
function toQrPath(text: string): TotpSetUp['qr'] {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
