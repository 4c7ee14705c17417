import { createHash } from 'node:crypto'

/** What is kept of one address: its content, and the page made of it for those who are nobody in particular. */
export interface Kept<Content, Page> {
  content: Content
  /** Made when it is asked for, and kept with content that is. */
  page(make: (content: Content) => Page): Page
  /** It was made into a page of somebody's own: what is kept for the next of these weighs so many bytes. */
  weigh(bytes: number): void
}

interface Entry<Content, Page> {
  /** Null: it was asked for once, and let go. */
  kept: Promise<Kept<Content, Page>> | null
  isAskedAgain: boolean
  keptMs: number
  until: number
  bytes: number
}

interface Shelf<Content, Page> {
  bytesOf: (page: Page) => number
  /** Content that is not a success is found anew each time. */
  isWorthKeeping: (content: Content) => boolean
}

const mostBytes = 16 * 1024 * 1024
/** What content without a page is reckoned to weigh: its objects, and its state as the browser gets it. */
const contentBytes = 32 * 1024
/** And that something was asked for, beside its address. */
const markBytes = 256
const sweepMs = 1000

/**
 * Pages whose content is the same for everybody, kept for seconds in this process from the second time on that they are
 * asked for: most are asked for once. Requests that miss together share one answer; `forgetAll` empties the shelf when
 * the catalogue changes.
 */
export class KeptPages<Content, Page> {
  readonly #shelf: Shelf<Content, Page>
  readonly #entries = new Map<string, Entry<Content, Page>>()
  #bytes = 0
  #sweptMs = 0

  constructor(shelf: Shelf<Content, Page>) {
    this.#shelf = shelf
  }

  async get(
    key: string,
    nowMs: number,
    keptSeconds: number,
    find: () => Promise<Content>,
  ): Promise<Kept<Content, Page>> {
    this.#sweep(nowMs)
    const known = this.#entries.get(key)
    if (known?.kept && known.until > nowMs) {
      known.isAskedAgain = true
      return known.kept
    }
    if (known) this.#drop(key, known)
    const keptMs = keptSeconds * 1000
    const entry: Entry<Content, Page> = {
      kept: null,
      isAskedAgain: known !== undefined,
      keptMs,
      until: nowMs + keptMs,
      bytes: 0,
    }
    const found = find().then(content => this.#keep(key, entry, content))
    entry.kept = found
    this.#entries.set(key, entry)
    try {
      const kept = await found
      if (!this.#shelf.isWorthKeeping(kept.content)) this.#drop(key, entry)
      else if (entry.isAskedAgain) this.#weigh(key, entry, contentBytes)
      else this.#letGo(key, entry)
      return kept
    } catch (error) {
      this.#drop(key, entry)
      throw error
    }
  }

  forgetAll(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #keep(key: string, entry: Entry<Content, Page>, content: Content): Kept<Content, Page> {
    let page: Page | undefined
    let ownBytes = 0
    const weighAll = () => {
      if (!entry.isAskedAgain) return
      const pageBytes = page === undefined ? 0 : this.#shelf.bytesOf(page)
      this.#weigh(key, entry, contentBytes + pageBytes + ownBytes)
    }
    return {
      content,
      page(make) {
        if (page !== undefined) return page
        const made = make(content)
        if (entry.isAskedAgain) page = made
        weighAll()
        return made
      },
      weigh(bytes) {
        ownBytes = Math.max(ownBytes, bytes)
        weighAll()
      },
    }
  }

  #weigh(key: string, entry: Entry<Content, Page>, ownBytes: number): void {
    if (this.#entries.get(key) !== entry) return
    const bytes = ownBytes + markBytes + 2 * key.length
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= mostBytes) break
      this.#drop(oldest, old)
    }
  }

  /** Most pages are asked for once: what is too old to be shown must not wait for its room to be needed. */
  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < sweepMs) return
    this.#sweptMs = nowMs
    for (const [key, entry] of this.#entries) {
      if (entry.until > nowMs) continue
      if (!entry.kept) this.#drop(key, entry)
      else {
        // Whoever asks for it next asks again: it is kept at once.
        entry.until = nowMs + entry.keptMs
        this.#letGo(key, entry)
      }
    }
  }

  /** Only that it was asked for is remembered. */
  #letGo(key: string, entry: Entry<Content, Page>): void {
    entry.kept = null
    this.#weigh(key, entry, 0)
  }

  #drop(key: string, entry: Entry<Content, Page>): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}

export function etagOf(html: Buffer): string {
  return `"${createHash('sha1').update(html).digest('base64url')}"`
}
