import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
import { deriveKey, hashToken, withEitherSecret } from '../../../infra/token.ts'
import { addOwnAuditEntry, recordSecurityChange } from '../audit.server.ts'
import {
  activateSecret,
  deleteSecret,
  getSecondFactor,
  markStepUsed,
  redeemRecoveryCode,
  replaceRecoveryCodes,
  setSealedSecret,
} from './queries.ts'
import type { TotpSetUp } from './SecondFactorFields.tsx'

/** Accepts a code of the app or a recovery code, each once. The caller has locked the person. */
export async function verifyCode(
  context: AppContext,
  tx: Tx,
  personId: number,
  code: string,
): Promise<boolean> {
  const { sealed, isConfirmed } = await getSecondFactor(tx, personId)
  if (!isConfirmed || sealed === null) return false
  const secret = unsealWithEither(context.config, sealed)
  const step = secret && findCodeStep(secret, code, context.now())
  if (step) {
    await sealAgain(context, tx, personId, { sealed, secret })
    return markStepUsed(tx, personId, step)
  }
  const hash = hashRecoveryCode(code)
  if (!hash || !(await redeemRecoveryCode(tx, personId, hash))) return false
  await addOwnAuditEntry(tx, personId, 'recovery code used', context.now())
  return true
}

/** A secret that was encrypted before SESSION_SECRET was changed is encrypted with the new one when it is used. */
async function sealAgain(
  { config }: AppContext,
  tx: Tx,
  personId: number,
  { sealed, secret }: { sealed: string; secret: string },
): Promise<void> {
  if (unsealSecret(config.sessionSecret, sealed) !== null) return
  await setSealedSecret(tx, personId, sealSecret(config.sessionSecret, secret))
}

/** Activates a secret with its first code. Returns the recovery codes, which are shown once; null: the code is wrong. */
export async function activateSecondFactor(
  context: AppContext,
  tx: Tx,
  personId: number,
  sealed: string,
  code: string,
): Promise<string[] | null> {
  const now = context.now()
  const secret = unsealWithEither(context.config, sealed)
  const step = secret && findCodeStep(secret, code, now)
  if (!step || !(await activateSecret(tx, personId, { sealed, step, now }))) return null
  const codes = await createRecoveryCodes(tx, personId)
  await recordSecurityChange(context, tx, personId, 'second_factor_on')
  return codes
}

/** Replaces the person's recovery codes and returns the new ones. */
export async function createRecoveryCodes(tx: Tx, personId: number): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map(code => hashRecoveryCode(code)!),
  )
  return codes
}

export async function deactivateSecondFactor(context: AppContext, tx: Tx, personId: number): Promise<void> {
  await deleteSecret(tx, personId)
  await recordSecurityChange(context, tx, personId, 'second_factor_off')
}

const codeCount = 10
const codeLength = 12
// Without look-alikes (R-ORDER-2), because people copy the codes by hand.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten codes of 60 bits, 'K7PD-2QXA-9MTR'. Each replaces a code of the app once. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const code = [...randomBytes(codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
    return code.match(/.{4}/g)!.join('-')
  })
}

/** The stored hash of a code, whatever its case and separators; null when the text cannot be a code. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return code.length === codeLength ? hashToken(code) : null
}

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

const ivBytes = 12
const tagBytes = 16

/** Encrypts a secret for storage (AES-256-GCM): a copy of the database is useless without SESSION_SECRET. */
export function sealSecret(sessionSecret: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(sessionSecret, 'second factor'), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a stored secret; null when it was sealed with another SESSION_SECRET or altered. */
export function unsealSecret(sessionSecret: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const key = deriveKey(sessionSecret, 'second factor')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return null
  }
}

/** Decrypts a stored secret, also one of before SESSION_SECRET was changed. */
export const unsealWithEither = (config: Config, sealed: string): string | null =>
  withEitherSecret(config, sessionSecret => unsealSecret(sessionSecret, sealed))
