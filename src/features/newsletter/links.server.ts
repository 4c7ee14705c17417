import { createHmac, hkdfSync } from 'node:crypto'
import { isSameSecret } from '../../infra/http/cookies.ts'

const macLength = 32

/** The link that confirms an address names the ask: one that was replaced no longer works. */
export function confirmToken(secret: string, id: number, askedAt: Date): string {
  return signed(secret, 'confirm', `${id}-${askedAt.getTime()}`)
}

/** The link in every letter; it works for as long as the address is kept. */
export function unsubscribeToken(secret: string, id: number): string {
  return signed(secret, 'unsubscribe', String(id))
}

/** Which ask a link is of; null when this shop did not sign it. */
export function readConfirmToken(secret: string, token: string): { id: number; askedAtMs: number } | null {
  const name = nameOf(secret, 'confirm', token)
  const [id, askedAtMs] = (name ?? '').split('-').map(Number)
  return id && askedAtMs ? { id, askedAtMs } : null
}

export function readUnsubscribeToken(secret: string, token: string): number | null {
  const name = nameOf(secret, 'unsubscribe', token)
  return name === null ? null : Number(name)
}

/** Where something came from, told apart but not kept. */
export function ipHash(secret: string, ip: string): Buffer {
  return createHmac('sha256', keyOf(secret, 'newsletter addresses')).update(ip).digest()
}

function signed(secret: string, purpose: string, name: string): string {
  const mac = createHmac('sha256', keyOf(secret, 'newsletter links')).update(`${purpose}:${name}`)
  return `${name}.${mac.digest('base64url').slice(0, macLength)}`
}

function nameOf(secret: string, purpose: string, token: string): string | null {
  const [name = ''] = token.split('.')
  return name !== '' && isSameSecret(token, signed(secret, purpose, name)) ? name : null
}

function keyOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}
