import { LRUCache } from 'lru-cache'

interface LruCacheOptions<Value> {
  maxBytes: number
  getBytes: (value: Value) => number
  /** Values for which this is false are loaded for each request. Default: all are cached. */
  isCacheable?: (value: Value) => boolean
  /** How long expired and invalidated values can still be had by `getStale`. Default: not at all. */
  staleSeconds?: number
  now: () => Date
}

interface CacheEntry<Value> {
  value: Value
  freshUntilMs: number
  generation: number
}

/**
 * Values that are the same for every visitor, bounded by bytes and age. Concurrent misses share one load; a load that
 * fails, or during which the cache is invalidated, is not cached.
 *
 * `fetch` of the package cannot do this: a running load is shared even after an invalidation, and to delete it deletes
 * the stale value that it replaces, which is served while the database is unavailable.
 */
export class LruCache<Value extends object> {
  readonly #entries: LRUCache<string, CacheEntry<Value>>
  readonly #loads = new Map<string, Promise<Value>>()
  readonly #isCacheable: (value: Value) => boolean
  readonly #staleSeconds: number
  readonly #now: () => Date
  /** Raised by each invalidation: entries of an earlier generation are stale. */
  #generation = 0

  constructor({
    maxBytes,
    getBytes,
    isCacheable = () => true,
    staleSeconds = 0,
    now,
  }: LruCacheOptions<Value>) {
    this.#isCacheable = isCacheable
    this.#staleSeconds = staleSeconds
    this.#now = now
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => getBytes(value) + 2 * key.length,
      perf: { now: () => now().getTime() },
      ttlResolution: 0,
    })
  }

  async getOrLoad(key: string, ttlSeconds: number, load: () => Promise<Value>): Promise<Value> {
    const cached = this.#entries.get(key)
    if (cached && this.#isFresh(cached)) return cached.value
    const running = this.#loads.get(key)
    if (running) return running
    const loading = load()
    this.#loads.set(key, loading)
    const isCurrent = () => this.#loads.get(key) === loading
    try {
      const value = await loading
      if (isCurrent() && this.#isCacheable(value)) this.#set(key, value, ttlSeconds)
      return value
    } finally {
      if (isCurrent()) this.#loads.delete(key)
    }
  }

  /** The last value, even if it has expired or was invalidated. */
  getStale(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** Running loads still resolve for their callers, but are not cached. */
  invalidate(): void {
    this.#generation += 1
    this.#loads.clear()
  }

  #isFresh({ freshUntilMs, generation }: CacheEntry<Value>): boolean {
    return generation === this.#generation && this.#now().getTime() <= freshUntilMs
  }

  #set(key: string, value: Value, ttlSeconds: number): void {
    const freshUntilMs = this.#now().getTime() + ttlSeconds * 1000
    const entry = { value, freshUntilMs, generation: this.#generation }
    this.#entries.set(key, entry, { ttl: (ttlSeconds + this.#staleSeconds) * 1000 })
  }
}
