import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'

/** 192 random bits, for sessions, baskets and links that must not be guessable. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** The hash that the database stores instead of a token, so that the table's rows cannot be used. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

const macLength = 32

/**
 * The result of `verify` with SESSION_SECRET, or else with SESSION_SECRET_PREVIOUS while the secret is being changed
 * (R-RUN-41). Null: neither is right.
 */
export function withEitherSecret<Result>(
  config: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>,
  verify: (sessionSecret: string) => Result | null,
): Result | null {
  const result = verify(config.sessionSecret)
  if (result !== null || config.previousSessionSecret === null) return result
  return verify(config.previousSessionSecret)
}

/** A key for one use, derived from SESSION_SECRET, so that what is made for one use is worthless for another. */
export function deriveKey(sessionSecret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', use, 32))
}

/** `id` (without a full stop) with a signature for one purpose: 'abc.Zk3…'. */
export function createSignedToken(key: Buffer, purpose: string, id: string): string {
  const mac = createHmac('sha256', key).update(`${purpose}:${id}`)
  return `${id}.${mac.digest('base64url').slice(0, macLength)}`
}

/** The id of a token that was signed with this key for this purpose, else null. */
export function readSignedToken(key: Buffer, purpose: string, token: string): string | null {
  const [id = ''] = token.split('.')
  return id !== '' && isSameSecret(token, createSignedToken(key, purpose, id)) ? id : null
}
