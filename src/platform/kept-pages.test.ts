import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { KeptPages } from './kept-pages.ts'

const megabyte = 1024 * 1024

function shelfOf() {
  const found: string[] = []
  const shelf = new KeptPages<string, Buffer>({ bytesOf: page => page.length, isWorthKeeping: () => true })
  const get = (key: string) =>
    shelf.get(key, 0, 10, async () => {
      found.push(key)
      return key
    })
  return { found, get, shelf }
}

test('a page is found once for all who come together, and kept from the second asking on', async () => {
  const { found, get } = shelfOf()
  await Promise.all([get('/a'), get('/a')])
  await get('/a')
  expect(found).toEqual(['/a'])
  for (let asked = 1; asked <= 4; asked++) await get('/b')
  expect(found).toEqual(['/a', '/b', '/b'])
})

test('a page that many look at is found once in its seconds', async () => {
  const { found, shelf } = shelfOf()
  for (let second = 0; second < 60; second += 0.5) {
    await shelf.get('/a', second * 1000, 10, async () => {
      found.push('/a')
      return '/a'
    })
  }
  expect(found).toHaveLength(7)
})

test('its page is made once for all from then on', async () => {
  const { get } = shelfOf()
  let made = 0
  for (let asked = 1; asked <= 4; asked++) {
    const kept = await get('/a')
    kept.page(() => {
      made++
      return Buffer.alloc(1)
    })
  }
  expect(made).toBe(2)
})

test('what is kept never grows beyond its room, whoever the pages were made for: the oldest goes', async () => {
  const { found, get } = shelfOf()
  const askTwice = async (key: string) => (await Promise.all([get(key), get(key)]))[0]
  const all = await askTwice('/all')
  all.page(() => Buffer.alloc(10 * megabyte))
  const own = await askTwice('/own')
  own.weigh(5 * megabyte)
  // As heavy as it is, however many look at it.
  own.weigh(5 * megabyte)
  await get('/all')
  expect(found).toEqual(['/all', '/own'])
  const more = await askTwice('/more')
  more.weigh(3 * megabyte)
  for (const key of ['/own', '/more', '/all']) await get(key)
  expect(found).toEqual(['/all', '/own', '/more', '/all'])
})

test('a long address weighs what it takes to remember it', async () => {
  const { found, get } = shelfOf()
  const addresses = Array.from({ length: 1500 }, (_, nth) => `/${nth}?${'x'.repeat(12_000)}`)
  for (const address of ['/first', ...addresses, '/first', '/first']) await get(address)
  // Its mark had to go: it is found, and found again to be kept.
  expect(found.filter(key => key === '/first')).toHaveLength(3)
})

test('what was asked for once is let go, and what is too old to be shown, though nobody asks for it again', async () => {
  const shelf = new KeptPages<object, Buffer>({ bytesOf: page => page.length, isWorthKeeping: () => true })
  const content = async (key: string, nowMs: number) =>
    new WeakRef((await shelf.get(key, nowMs, 10, async () => ({}))).content)
  await content('/twice', 0)
  const twice = await content('/twice', 0)
  const once = await content('/once', 0)
  await content('/later', 9_000)
  await collectGarbage()
  expect([twice.deref(), once.deref()]).toEqual([{}, undefined])
  await content('/later still', 11_000)
  await collectGarbage()
  expect(twice.deref()).toBeUndefined()
})

/** What a WeakRef was asked for stays until the turn's end. */
async function collectGarbage(): Promise<void> {
  await nextTurn()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
