import { LRUCache } from 'lru-cache'

interface LruCacheOptions<Value> {
  maxBytes: number
  getBytes: (value: Value) => number
  /** Values for which this is false are loaded for each request. Default: all are cached. */
  isCacheable?: (value: Value) => boolean
  now: () => Date
}

/**
 * Values that are the same for every visitor, bounded by bytes and age. Concurrent misses share one load; a load that
 * fails, or during which the cache is invalidated, is not cached.
 */
export class LruCache<Value extends object> {
  readonly #values: LRUCache<string, Value>
  readonly #loads = new Map<string, Promise<Value>>()
  readonly #isCacheable: (value: Value) => boolean

  constructor({ maxBytes, getBytes, isCacheable = () => true, now }: LruCacheOptions<Value>) {
    this.#isCacheable = isCacheable
    this.#values = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => getBytes(value) + 2 * key.length,
      perf: { now: () => now().getTime() },
      ttlResolution: 0,
    })
  }

  async getOrLoad(key: string, ttlSeconds: number, load: () => Promise<Value>): Promise<Value> {
    const cached = this.#values.get(key)
    if (cached) return cached
    const running = this.#loads.get(key)
    if (running) return running
    const loading = load()
    this.#loads.set(key, loading)
    const isCurrent = () => this.#loads.get(key) === loading
    try {
      const value = await loading
      if (isCurrent() && this.#isCacheable(value)) this.#values.set(key, value, { ttl: ttlSeconds * 1000 })
      return value
    } finally {
      if (isCurrent()) this.#loads.delete(key)
    }
  }

  /** Running loads still resolve for their callers, but are not cached. */
  invalidate(): void {
    this.#values.clear()
    this.#loads.clear()
  }
}
