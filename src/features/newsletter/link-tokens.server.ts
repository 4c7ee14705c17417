import { createHmac } from 'node:crypto'
import { createSignedToken, deriveKey, readSignedToken } from '../../infra/token.ts'

/** The token of the link that confirms an address. It names the time of the request: a later request replaces it. */
export function createConfirmToken(secret: string, id: number, requestedAt: Date): string {
  return createSignedToken(getLinkKey(secret), 'confirm', `${id}-${requestedAt.getTime()}`)
}

/** The token of the link in every newsletter. It works for as long as the address is stored. */
export function createUnsubscribeToken(secret: string, id: number): string {
  return createSignedToken(getLinkKey(secret), 'unsubscribe', String(id))
}

/** The subscription and the time of its request; null when the token was not signed by this shop. */
export function verifyConfirmToken(
  secret: string,
  token: string,
): { id: number; requestedAtMs: number } | null {
  const signedText = readSignedToken(getLinkKey(secret), 'confirm', token)
  const [id, requestedAtMs] = (signedText ?? '').split('-').map(Number)
  return id && requestedAtMs ? { id, requestedAtMs } : null
}

export function verifyUnsubscribeToken(secret: string, token: string): number | null {
  const id = readSignedToken(getLinkKey(secret), 'unsubscribe', token)
  return id === null ? null : Number(id)
}

/** Proof of where a consent came from: addresses can be compared, but not read back. */
export function hashIp(secret: string, ip: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'newsletter addresses')).update(ip).digest()
}

const getLinkKey = (secret: string): Buffer => deriveKey(secret, 'newsletter links')
