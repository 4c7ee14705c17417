import { afterEach, expect, test, vi } from 'vitest'
import { readList } from './read-list.server.ts'

afterEach(() => vi.useRealTimers())

test('two lists are read at a time; one that waits ten seconds is refused with a sentence', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const read = () => new Promise<string>(resolve => ends.push(() => resolve('read')))
  const lists = [readList(read), readList(read), readList(read)]
  const refused = expect(lists[2]).rejects.toMatchObject({
    status: 503,
    message: 'The lists are busy at the moment. Please try again.',
    retryAfterSeconds: 5,
  })
  expect(ends).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  for (const end of ends) end()
  expect(await Promise.all(lists.slice(0, 2))).toEqual(['read', 'read'])
  expect(await readList(async () => 'its turn')).toBe('its turn')
})

test('an error of a list is its own, and frees its place', async () => {
  const fail = () => readList(() => Promise.reject(new Error('no answer')))
  for (let nth = 0; nth < 3; nth++) await expect(fail()).rejects.toThrow('no answer')
})
