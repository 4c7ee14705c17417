import { expect, test } from 'vitest'
import { renderSitemap, renderSitemapIndex } from './routes.server.ts'

const perFile = 1000
const baseUrl = 'https://a-shop-with-a-long-name.example.co.uk'

test('the index of 300,000 products stays below 200 KB', () => {
  const files = Array.from(
    { length: 300 + 40 + 120 },
    (_, at) => `/sitemaps/products-${at * perFile + 1}.xml`,
  )
  const xml = renderSitemapIndex(baseUrl, files)
  expect(xml.match(/<sitemap><loc>/g)).toHaveLength(files.length)
  expect(Buffer.byteLength(xml)).toBeLessThan(200_000)
})

test('each file is well-formed, with any characters in a path, and has the day of the last change', () => {
  const xml = renderSitemap(baseUrl, [{ path: `/a&b<c>"d"'e'`, changed: '2026-11-20' }, { path: '/plain' }])
  expect(xml).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
      `<url><loc>${baseUrl}/a&#38;b&#60;c&#62;&#34;d&#34;&#39;e&#39;</loc><lastmod>2026-11-20</lastmod></url>` +
      `<url><loc>${baseUrl}/plain</loc></url></urlset>`,
  )
})
