import { describe, expect, test } from 'vitest'
import { toClientNetwork } from './client-network.ts'

describe('R-CALL-13: a limit by address counts', () => {
  test('an IPv4 address by itself, however it is written', () => {
    expect(toClientNetwork('192.0.2.1')).toBe('192.0.2.1')
    expect(toClientNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(toClientNetwork('::FFFF:c000:0201')).toBe('192.0.2.1')
  })

  test('all IPv6 addresses of one /64 together', () => {
    expect(toClientNetwork('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
    expect(toClientNetwork('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64')
    expect(toClientNetwork('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
    expect(toClientNetwork('::1')).toBe('::/64')
    expect(toClientNetwork('fe80::1%eth0')).toBe('fe80::/64')
  })

  test('everything that is no address together', () => {
    expect(toClientNetwork('')).toBe('unknown')
    expect(toClientNetwork('not an address')).toBe('unknown')
    expect(toClientNetwork('203.0.113.9, 10.0.0.1')).toBe('unknown')
  })
})
