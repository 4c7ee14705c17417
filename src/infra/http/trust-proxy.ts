import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** True when the headers of a proxy are trusted. `hop`: how many proxies are between it and the shop. */
export type TrustProxy = (address: string, hop: number) => boolean

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

/** 'true': every proxy is trusted; else a list of addresses in Fastify's format. */
export function parseTrustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false' || value === '0') return false
  return value === 'true' || value === '1' ? true : value
}

/** `trust`: the result of `parseTrustProxy`. */
export function createTrustProxy(trust: boolean | string): TrustProxy {
  if (typeof trust === 'boolean') return () => trust
  return proxyAddr.compile(trust.split(',').map(entry => entry.trim()))
}

/** True when TRUST_PROXY is valid: Fastify would throw at the first invalid address. */
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
