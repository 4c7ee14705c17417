import { afterEach, expect, test, vi } from 'vitest'
import { runListQuery } from './run-list-query.server.ts'

afterEach(() => vi.useRealTimers())

test('three queries run at a time; one that waits ten seconds is refused with a sentence', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const read = () => new Promise<string>(resolve => ends.push(() => resolve('read')))
  const lists = Array.from({ length: 4 }, () => runListQuery(read))
  const refused = expect(lists[3]).rejects.toMatchObject({
    status: 429,
    message: 'The lists are busy at the moment. Please try again.',
    retryAfterSeconds: 5,
  })
  expect(ends).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  for (const end of ends) end()
  expect(await Promise.all(lists.slice(0, 3))).toEqual(['read', 'read', 'read'])
  expect(await runListQuery(async () => 'its turn')).toBe('its turn')
})

test('an error of a list is its own, and frees its place', async () => {
  const fail = () => runListQuery(() => Promise.reject(new Error('no answer')))
  for (let nth = 0; nth < 4; nth++) await expect(fail()).rejects.toThrow('no answer')
})
