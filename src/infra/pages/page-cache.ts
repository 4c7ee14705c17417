import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LruCache } from '../cache/lru-cache.ts'
import type { Head, Redirect } from './render.ts'

/** A page as every anonymous visitor with the same display preferences gets it. */
export interface CachedPage {
  head: Head
  html: Buffer
  etag: string
  /** Compressed at the first request that accepts Brotli, and reused. */
  getBrotli(): Promise<Buffer>
}

const maxBytes = 24 * 1024 * 1024
/** The compressed copy of a page adds about a fifth. */
const bytesWithBrotli = 1.2

/** Whole pages of anonymous visitors, bounded by bytes and age. Redirects and errors are not cached. */
export class PageCache {
  readonly #pages: LruCache<CachedPage | Redirect>

  constructor(now: () => Date) {
    this.#pages = new LruCache({
      maxBytes,
      getBytes: page => ('html' in page ? Math.ceil(page.html.length * bytesWithBrotli) : 0),
      isCacheable: page => 'html' in page && (page.head.status ?? 200) === 200,
      now,
    })
  }

  /** Concurrent misses share one render. */
  getOrRender(
    key: string,
    ttlSeconds: number,
    render: () => Promise<{ head: Head; html: string } | Redirect>,
  ): Promise<CachedPage | Redirect> {
    return this.#pages.getOrLoad(key, ttlSeconds, async () => {
      const rendered = await render()
      return 'html' in rendered ? toCachedPage(rendered.head, Buffer.from(rendered.html)) : rendered
    })
  }

  invalidate(): void {
    this.#pages.invalidate()
  }
}

function toCachedPage(head: Head, html: Buffer): CachedPage {
  let brotli: Promise<Buffer> | null = null
  return {
    head,
    html,
    etag: `"${createHash('sha1').update(html).digest('base64url')}"`,
    getBrotli() {
      brotli ??= compressPage(html)
      return brotli
    },
  }
}

const compress = promisify(brotliCompress)
// Quality 4 balances speed and size: the longest pages (search results) fit into the first packets of a new connection,
// for half a millisecond in the thread pool.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export const compressPage = (html: Buffer): Promise<Buffer> => compress(html, quality)
