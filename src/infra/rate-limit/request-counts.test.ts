import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestCounts } from './request-counts.ts'

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
