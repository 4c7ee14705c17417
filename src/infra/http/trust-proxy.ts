import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether a peer is a proxy whose headers count. `hop`: how many proxies stand between it and the shop. */
export type TrustProxy = (address: string, hop: number) => boolean

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

/** 'true': every proxy is believed; else a list of their addresses, as Fastify takes it. */
export function parseTrustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false' || value === '0') return false
  return value === 'true' || value === '1' ? true : value
}

/** `trust` as trustOf reads it. */
export function createTrustProxy(trust: boolean | string): TrustProxy {
  if (typeof trust === 'boolean') return () => trust
  return proxyAddr.compile(trust.split(',').map(entry => entry.trim()))
}

/** Whether TRUST_PROXY can be read: Fastify would throw at the first address that is none. */
export function isValidTrustProxy(value: string): boolean {
  return (
    typeof parseTrustProxy(value) === 'boolean' || value.split(',').every(entry => isNetwork(entry.trim()))
  )
}

function isNetwork(entry: string): boolean {
  if (namedNetworks.includes(entry)) return true
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
