import { createHash } from 'node:crypto'
import { LruCache } from '../cache/lru-cache.ts'
import { isDatabaseUnavailable } from '../database/db.ts'
import { compressOnce, compressWell, type PageCoding } from './compression.ts'
import type { Head, Redirect } from './render.ts'

/** A page as every anonymous visitor with the same display preferences gets it. */
export interface CachedPage {
  head: Head
  html: Buffer
  etag: string
  /** It could not be rendered again, because the database is unavailable, and says so. */
  isStale: boolean
  onSend: (() => void) | undefined
  /** Quickly, and well once it is requested often; requests share the copies. Null: not for this browser. */
  compress(codings: PageCoding[]): Promise<CompressedPage | null>
}

export interface CompressedPage {
  coding: PageCoding
  bytes: Buffer
}

const maxBytes = 24 * 1024 * 1024
/** To compress a page well takes as long as to compress it quickly for six browsers. */
const quickRequests = 6
/** The compressed copies of a page add some two fifths. */
const bytesWithCopies = 1.4

const staleSeconds = 60 * 60
/** While the database is unavailable, one render in this time tries it; the others do not wait for it. */
const retryMs = 2_000

/**
 * Whole pages of anonymous visitors, bounded by bytes and age. Redirects and errors are not cached. While the database is
 * unavailable, a page that has expired is served for up to an hour, with a note (R-PAGE-7).
 */
export class PageCache {
  readonly #pages: LruCache<CachedPage | Redirect>
  readonly #now: () => Date
  #unavailableUntilMs = 0
  readonly #onRequest: (result: 'hit' | 'miss') => void

  constructor(now: () => Date, onRequest: (result: 'hit' | 'miss') => void = () => {}) {
    this.#onRequest = onRequest
    this.#now = now
    this.#pages = new LruCache({
      maxBytes,
      getBytes: page => ('html' in page ? Math.ceil(page.html.length * bytesWithCopies) : 0),
      isCacheable: page => 'html' in page && (page.head.status ?? 200) === 200,
      staleSeconds,
      now,
    })
  }

  /** Concurrent misses share one render. */
  async getOrRender(
    key: string,
    ttlSeconds: number,
    render: () => Promise<{ head: Head; html: string; onSend?: (() => void) | undefined } | Redirect>,
  ): Promise<CachedPage | Redirect> {
    if (this.#now().getTime() < this.#unavailableUntilMs) {
      const stalePage = this.#getStalePage(key)
      if (stalePage) return stalePage
    }
    try {
      let result: 'hit' | 'miss' = 'hit'
      const page = this.#pages.getOrLoad(key, ttlSeconds, async () => {
        result = 'miss'
        const rendered = await render()
        return 'html' in rendered
          ? toCachedPage(rendered.head, Buffer.from(rendered.html), rendered.onSend)
          : rendered
      })
      // A miss begins its load at once.
      this.#onRequest(result)
      return await page
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      this.#unavailableUntilMs = this.#now().getTime() + retryMs
      const stalePage = this.#getStalePage(key)
      if (!stalePage) throw error
      return stalePage
    }
  }

  #getStalePage(key: string): CachedPage | null {
    const page = this.#pages.getStale(key)
    return page && 'html' in page
      ? { ...toCachedPage(page.head, addStaleNote(page.html), page.onSend), isStale: true }
      : null
  }

  invalidate(): void {
    this.#pages.invalidate()
  }
}

function toCachedPage(head: Head, html: Buffer, onSend: (() => void) | undefined): CachedPage {
  let requests = 0
  const quickCopies = new Map<PageCoding, CompressedPage>()
  let goodCopy: Promise<CompressedPage> | null = null
  return {
    head,
    html,
    isStale: false,
    onSend,
    etag: `"${createHash('sha1').update(html).digest('base64url')}"`,
    async compress(codings) {
      const [coding] = codings
      if (!coding) return null
      requests += 1
      if (requests > quickRequests && codings.includes('br')) {
        goodCopy ??= compressWell(html).then(bytes => ({ coding: 'br', bytes }))
        return goodCopy
      }
      const copy = quickCopies.get(coding) ?? { coding, bytes: compressOnce(html, coding) }
      quickCopies.set(coding, copy)
      return copy
    },
  }
}

// Outside of #root, so that the browser hydrates the page as it was rendered.
const root = '<div id="root">'
const staleMessage =
  'We can’t reach our stock records just now: prices and stock on this page may be out of date, and you can’t order for the moment.'
const staleNote = `<div class="stale-note" role="status"><p class="wrap">${staleMessage}</p></div>`

const addStaleNote = (html: Buffer): Buffer =>
  Buffer.from(html.toString().replace(root, () => staleNote + root))
