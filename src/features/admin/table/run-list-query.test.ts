import { afterEach, expect, test, vi } from 'vitest'
import { coalesceListQuery, runListQuery } from './run-list-query.server.ts'

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

/** A list whose queries the test ends: `batches` has the requests of each. */
function prepareList() {
  const batches: string[][] = []
  const ends: ((results?: string[]) => void)[] = []
  const failures: ((error: Error) => void)[] = []
  const list = coalesceListQuery(
    (request: string) => request[0]!,
    requests => {
      batches.push([...requests])
      return new Promise<string[]>((resolve, reject) => {
        ends.push((results = requests.map(request => request.toUpperCase())) => resolve(results))
        failures.push(reject)
      })
    },
  )
  return { batches, ends, failures, list }
}

test('requests that come while their list is being read share the next query, and each gets its own result', async () => {
  const { batches, ends, list } = prepareList()
  const first = list('a1')
  const shared = [list('a2'), list('a1'), list('a3')]
  expect(batches).toEqual([['a1']])
  ends[0]!()
  expect(await first).toBe('A1')
  await vi.waitFor(() => expect(batches).toEqual([['a1'], ['a2', 'a1', 'a3']]))
  const later = list('a4')
  ends[1]!()
  expect(await Promise.all(shared)).toEqual(['A2', 'A1', 'A3'])
  await vi.waitFor(() => expect(batches).toHaveLength(3))
  ends[2]!()
  expect(await later).toBe('A4')
  const fresh = list('a1')
  expect(batches[3]).toEqual(['a1'])
  ends[3]!()
  await fresh
})

test('another list does not wait, and an error is that of the requests of its query alone', async () => {
  const { batches, ends, failures, list } = prepareList()
  const first = list('a1')
  const other = list('b1')
  const next = [list('a2'), list('a3')]
  expect(batches).toEqual([['a1'], ['b1']])
  failures[0]!(new Error('no answer'))
  await expect(first).rejects.toThrow('no answer')
  ends[1]!()
  expect(await other).toBe('B1')
  await vi.waitFor(() => expect(batches[2]).toEqual(['a2', 'a3']))
  ends[2]!()
  expect(await Promise.all(next)).toEqual(['A2', 'A3'])
})

test('what waits for a turn is refused together after ten seconds, and so is a request behind a hundred', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const lists = Array.from({ length: 3 }, () =>
    runListQuery(() => new Promise<void>(resolve => ends.push(resolve))),
  )
  const { batches, ends: endsOfList, list } = prepareList()
  const busy = { status: 429, message: 'The lists are busy at the moment. Please try again.' }
  const refused = ['a1', 'a2'].map(request => expect(list(request)).rejects.toMatchObject(busy))
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(refused)
  expect(batches).toEqual([])

  for (const end of ends) end()
  await Promise.all(lists)
  const first = list('a1')
  const waiting = Array.from({ length: 100 }, () => list('a2'))
  await expect(list('a3')).rejects.toMatchObject(busy)
  endsOfList[0]!()
  expect(await first).toBe('A1')
  await vi.waitFor(() => expect(batches).toHaveLength(2))
  endsOfList[1]!()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['A2']))
})
