import { beforeEach, expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

const startMs = 1_000_000
let nowMs: number
let loads: string[]
let cache: LruCache<{ text: string }>

beforeEach(() => {
  nowMs = startMs
  loads = []
  cache = new LruCache({
    maxBytes: 1000,
    getBytes: ({ text }) => text.length,
    isCacheable: ({ text }) => text !== 'error',
    now: () => new Date(nowMs),
  })
})

const get = (key: string, text = 'text', ttlSeconds = 10) =>
  cache.getOrLoad(key, ttlSeconds, async () => {
    loads.push(key)
    return { text }
  })

test('a value is cached from the first request on, and concurrent misses share its load', async () => {
  const [first, second] = await Promise.all([get('/a'), get('/a')])
  expect(first).toBe(second)
  expect(await get('/a')).toBe(first)
  expect(loads).toEqual(['/a'])
})

test('a value expires after its own seconds', async () => {
  await get('/short', 'text', 10)
  await get('/long', 'text', 30)
  nowMs = startMs + 9_999
  await get('/short')
  nowMs = startMs + 10_001
  await get('/short')
  await get('/long')
  expect(loads).toEqual(['/short', '/long', '/short'])
})

test('the least recently used values go when the bytes are used up, keys included', async () => {
  await get('/a', 'x'.repeat(400))
  await get('/b', 'x'.repeat(400))
  await get('/a')
  await get('/c', 'x'.repeat(400))
  await get('/a')
  await get('/b')
  expect(loads).toEqual(['/a', '/b', '/c', '/b'])
  await get(`/${'x'.repeat(600)}`)
  await get(`/${'x'.repeat(600)}`)
  expect(loads.slice(4)).toHaveLength(2)
})

test('a value that has expired or was invalidated can still be had for a limited time', async () => {
  const tolerant = new LruCache<{ text: string }>({
    maxBytes: 1000,
    getBytes: ({ text }) => text.length,
    staleSeconds: 60,
    now: () => new Date(nowMs),
  })
  const value = await tolerant.getOrLoad('/a', 10, async () => ({ text: 'old' }))
  nowMs = startMs + 11_000
  expect(tolerant.getStale('/a')).toBe(value)
  tolerant.invalidate()
  expect(tolerant.getStale('/a')).toBe(value)
  expect(await tolerant.getOrLoad('/a', 10, async () => ({ text: 'new' }))).toEqual({ text: 'new' })
  nowMs = startMs + 11_000 + 71_000
  expect(tolerant.getStale('/a')).toBeUndefined()
})

test('failures and refused values are not cached', async () => {
  const fail = () => cache.getOrLoad('/a', 10, () => Promise.reject(new Error('away')))
  await expect(fail()).rejects.toThrow('away')
  await get('/a', 'error')
  await get('/a')
  expect(loads).toEqual(['/a', '/a'])
})

test('invalidation also drops what is being loaded: it was read before the change', async () => {
  const { promise, resolve } = Promise.withResolvers<{ text: string }>()
  const old = cache.getOrLoad('/a', 10, () => promise)
  cache.invalidate()
  const fresh = await get('/a', 'new')
  resolve({ text: 'old' })
  expect(await old).toEqual({ text: 'old' })
  expect(await get('/a')).toBe(fresh)
  expect(loads).toEqual(['/a'])
})
