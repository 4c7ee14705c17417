import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type CachedPage, PageCache } from './page-cache.ts'
import type { Redirect } from './render.ts'

const newCache = () => new PageCache(() => new Date(0))
const rendered = (html: string, status = 200) => ({ head: { title: 'Page', status }, html })

test('a page is rendered once, with an ETag, and compressed once quickly and once well', async () => {
  const cache = newCache()
  let renders = 0
  const get = () =>
    cache.getOrRender('/a', 10, async () => {
      renders++
      return rendered('<!doctype html>')
    }) as Promise<CachedPage>
  const [first, second] = await Promise.all([get(), get()])
  expect(renders).toBe(1)
  expect(first.html.toString()).toBe('<!doctype html>')
  expect(first.etag).toMatch(/^"[\w-]{27}"$/)
  const once = await first.compress(['zstd', 'br'])
  expect([once?.coding, zstdDecompressSync(once!.bytes).toString()]).toEqual(['zstd', '<!doctype html>'])
  for (let request = 2; request <= 6; request++) expect(await second.compress(['zstd', 'br'])).toBe(once)
  const [often, other] = await Promise.all([first.compress(['zstd', 'br']), second.compress(['br'])])
  expect([often?.coding, often?.bytes]).toEqual(['br', other?.bytes])
  expect(brotliDecompressSync(often!.bytes).toString()).toBe('<!doctype html>')
  expect((await first.compress(['zstd']))?.coding).toBe('zstd')
  expect(await first.compress([])).toBeNull()
})

test('different content has a different ETag', async () => {
  const cache = newCache()
  const [one, two] = await Promise.all(
    ['one', 'two'].map(html => cache.getOrRender(html, 10, async () => rendered(html))),
  )
  expect((one as CachedPage).etag).not.toBe((two as CachedPage).etag)
})

test.for([[{ to: '/elsewhere' }], [rendered('gone', 404)]] as [Redirect | ReturnType<typeof rendered>][])(
  '%j is not cached',
  async ([answer]) => {
    const cache = newCache()
    let renders = 0
    for (let request = 0; request < 2; request++) {
      await cache.getOrRender('/a', 10, async () => {
        renders++
        return answer
      })
    }
    expect(renders).toBe(2)
  },
)
