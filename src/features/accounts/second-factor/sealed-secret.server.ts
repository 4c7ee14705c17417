import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Config } from '../../../infra/config.ts'
import { deriveKey, withEitherSecret } from '../../../infra/signed-token.ts'

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
