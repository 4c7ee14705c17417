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
  return { found, get }
}

test('a page is found once for all who come while it is kept', async () => {
  const { found, get } = shelfOf()
  await Promise.all([get('/a'), get('/a')])
  await get('/a')
  expect(found).toEqual(['/a'])
})

test('what is kept never grows beyond its room, whoever the pages were made for: the oldest goes', async () => {
  const { found, get } = shelfOf()
  const all = await get('/all')
  for (const _time of ['first', 'second']) all.page(() => Buffer.alloc(10 * megabyte))
  const own = await get('/own')
  own.weigh(5 * megabyte)
  // As heavy as it is, however many look at it.
  own.weigh(5 * megabyte)
  await get('/all')
  expect(found).toEqual(['/all', '/own'])
  const more = await get('/more')
  more.weigh(3 * megabyte)
  for (const key of ['/own', '/more', '/all']) await get(key)
  expect(found).toEqual(['/all', '/own', '/more', '/all'])
})

test('a page is kept from the second time on that it is asked for', async () => {
  const { get } = shelfOf()
  const kept = await get('/a')
  let made = 0
  const make = () => {
    made++
    return Buffer.alloc(1)
  }
  for (let asked = 1; asked <= 4; asked++) kept.page(make)
  expect(made).toBe(2)
})

test('what is too old to be shown goes, though nobody asks for it again', async () => {
  const shelf = new KeptPages<object, Buffer>({ bytesOf: page => page.length, isWorthKeeping: () => true })
  const content = async (key: string, nowMs: number) =>
    new WeakRef((await shelf.get(key, nowMs, 10, async () => ({}))).content)
  const once = await content('/once', 0)
  await content('/later', 9_000)
  await collectGarbage()
  expect(once.deref()).toBeDefined()
  await content('/later still', 11_000)
  await collectGarbage()
  expect(once.deref()).toBeUndefined()
})

/** What a WeakRef was asked for stays until the turn's end. */
async function collectGarbage(): Promise<void> {
  await nextTurn()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
