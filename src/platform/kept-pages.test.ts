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
  all.page(() => Buffer.alloc(20 * megabyte))
  const own = await get('/own')
  own.weigh(10 * megabyte)
  // As heavy as it is, however many look at it.
  own.weigh(10 * megabyte)
  await get('/all')
  expect(found).toEqual(['/all', '/own'])
  const more = await get('/more')
  more.weigh(5 * megabyte)
  for (const key of ['/own', '/more', '/all']) await get(key)
  expect(found).toEqual(['/all', '/own', '/more', '/all'])
})
