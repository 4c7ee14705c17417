import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

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
