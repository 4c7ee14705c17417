import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What this process counts. The names are documented by docs/runbook.md and deploy/grafana. */
export interface Metrics {
  registry: Registry
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  observeSearch(seconds: number): void
  countPageCache(result: 'hit' | 'miss'): void
}

const requestBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
const searchBuckets = [0.0005, 0.001, 0.002, 0.005, 0.02, 0.1, 0.5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const searches = new Histogram({
    name: 'shop_search_duration_seconds',
    help: 'Time of the search engine for one search',
    buckets: searchBuckets,
    registers,
  })
  const pageCache = new Counter({
    name: 'shop_page_cache_requests_total',
    help: 'Requests for pages of anonymous visitors, by whether the cache had them',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['hit', 'miss']) pageCache.inc({ result }, 0)
  return {
    registry,
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    observeSearch: seconds => searches.observe(seconds),
    countPageCache: result => pageCache.inc({ result }),
  }
}

/** Gauges of the pool of connections, read at each scrape. */
export function addPoolMetrics({ registry }: Metrics, pool: pg.Pool): void {
  const registers = [registry]
  new Gauge({
    name: 'shop_database_pool_connections',
    help: 'Connections of this process to the database',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'shop_database_pool_waiting',
    help: 'Requests that wait for a connection to the database',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
