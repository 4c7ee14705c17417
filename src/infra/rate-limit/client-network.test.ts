import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestCounts, toClientNetwork } from './client-network.ts'

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

afterEach(() => {
  vi.useRealTimers()
})

function count(counts: RequestCounts, network: string, windowMs: number) {
  let result = { current: 0, ttl: 0 }
  counts.incr(
    network,
    (_error, counted) => {
      result = counted
    },
    windowMs,
  )
  return result
}

describe('requests of a network', () => {
  test('are counted until its window ends, apart from those of others', async () => {
    const counts = new RequestCounts()
    expect([count(counts, 'a', 60_000).current, count(counts, 'a', 60_000).current]).toEqual([1, 2])
    expect(count(counts, 'b', 20).current).toBe(1)
    const { ttl } = count(counts, 'a', 60_000)
    expect(ttl).toBeGreaterThan(0)
    expect(ttl).toBeLessThanOrEqual(60_000)
    await sleep(40)
    expect(count(counts, 'b', 20).current).toBe(1)
    expect(count(counts, 'a', 60_000).current).toBe(4)
  })

  test('R-CALL-11: are counted anew after the window when the clock was set back by a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const counts = new RequestCounts()
    count(counts, 'a', 20)
    vi.setSystemTime(Date.now() - 24 * 3_600_000)
    await sleep(40)
    expect(count(counts, 'a', 20).current).toBe(1)
  })
})
