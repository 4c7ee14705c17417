import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

const subscriberBits = 64
const unknownNetwork = 'unknown'

/**
 * What each limit by address counts (R-CALL-13): an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber has a whole /64. An IPv4 address that is written as IPv6 (::ffff:192.0.2.1) is the IPv4 address.
 */
export function toClientNetwork(ip: string): string {
  const version = isIP(ip)
  // A trusted proxy may pass on anything.
  if (version === 0) return unknownNetwork
  if (version === 4) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/${subscriberBits}`)}/${subscriberBits}`
}

const withoutZone = (address: ipaddr.IPv6): string => new ipaddr.IPv6(address.parts).toString()

/** As many networks as @fastify/rate-limit counts by default. */
const maxNetworks = 5000

interface Window {
  requests: number
}

/**
 * Counts requests in this process, as the store of @fastify/rate-limit. Its windows are measured by a clock that never
 * goes back; the store of the package uses the time of day, so that a window could last for hours (R-CALL-11).
 */
export class RequestCounts {
  readonly #windows = new LRUCache<string, Window>({ max: maxNetworks, ttl: 1, ttlResolution: 0 })

  /** Calls back with the requests in the current window, this one included, and the milliseconds until its end. */
  incr(
    network: string,
    callback: (error: null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    let window = this.#windows.get(network)
    if (!window) {
      window = { requests: 0 }
      this.#windows.set(network, window, { ttl: windowMs })
    }
    window.requests++
    callback(null, { current: window.requests, ttl: this.#windows.getRemainingTTL(network) })
  }

  /** Routes with options of their own would count apart; the shop has none. */
  child(): RequestCounts {
    return new RequestCounts()
  }
}
