import { createHash } from 'node:crypto'

export interface KeptPage {
  html: Buffer
  etag: string
  status: number
  policy: string | null
}

interface Entry {
  page: Promise<KeptPage>
  until: number
  bytes: number
}

const mostBytes = 48 * 1024 * 1024

/**
 * Pages that are the same for everybody, kept rendered for seconds in this process. Requests that miss together
 * share one render; `forgetAll` empties the shelf when the catalogue changes.
 */
export class KeptPages {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  async get(
    key: string,
    nowMs: number,
    keptSeconds: number,
    render: () => Promise<KeptPage>,
  ): Promise<KeptPage> {
    const known = this.#entries.get(key)
    if (known && known.until > nowMs) return known.page
    if (known) this.#drop(key, known)
    const entry: Entry = { page: render(), until: nowMs + keptSeconds * 1000, bytes: 0 }
    this.#entries.set(key, entry)
    try {
      const page = await entry.page
      // A page that is not a success is made anew each time.
      if (page.status !== 200) this.#drop(key, entry)
      else this.#weigh(key, entry, page.html.length)
      return page
    } catch (error) {
      this.#drop(key, entry)
      throw error
    }
  }

  forgetAll(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #weigh(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    this.#bytes += bytes
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= mostBytes) break
      this.#drop(oldest, old)
    }
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}

export function etagOf(html: Buffer): string {
  return `"${createHash('sha1').update(html).digest('base64url')}"`
}
