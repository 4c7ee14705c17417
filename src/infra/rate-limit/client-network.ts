import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const subscriberBits = 64
const unknownNetwork = 'unknown'

/**
 * What each limit by address counts (R-CALL-13): an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber has a whole /64. An IPv4 address that is written as IPv6 (::ffff:192.0.2.1) is the IPv4 address.
 */
export function toClientNetwork(ip: string): string {
  // A trusted proxy may pass on anything.
  if (isIP(ip) === 0) return unknownNetwork
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/${subscriberBits}`)}/${subscriberBits}`
}

const withoutZone = (address: ipaddr.IPv6): string => new ipaddr.IPv6(address.parts).toString()
