import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../infra/http/cookies.ts'

const ivBytes = 12
const tagBytes = 16
const macLength = 32

/** What the table keeps of a secret: who reads it without SESSION_SECRET learns nothing (AES-256-GCM). */
export function seal(sessionSecret: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret, 'second factor'), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** The secret again; null when it was sealed with another SESSION_SECRET, or changed. */
export function unseal(sessionSecret: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const key = keyOf(sessionSecret, 'second factor')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return null
  }
}

/**
 * The token of a mailed link: the id that stands in the outbox, signed. Neither the outbox nor the table of tokens
 * is enough to make one.
 */
export function linkToken(sessionSecret: string, purpose: string, id: string): string {
  const mac = createHmac('sha256', keyOf(sessionSecret, 'mailed links')).update(`${purpose}:${id}`)
  return `${id}.${mac.digest('base64url').slice(0, macLength)}`
}

/** The id of a link that this shop signed for this purpose, else null. */
export function readLinkToken(sessionSecret: string, purpose: string, token: string): string | null {
  const [id = ''] = token.split('.')
  return id !== '' && isSameSecret(token, linkToken(sessionSecret, purpose, id)) ? id : null
}

function keyOf(sessionSecret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', use, 32))
}
