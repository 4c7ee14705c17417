import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext, Db } from '../../infra/app-context.ts'
import type { ChangeListeners } from '../../infra/database/change-listeners.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import type { SearchEngine } from './engine/search-engine.ts'
import { listProductIds } from './find-products.server.ts'
import { getChangedProducts, loadEngine } from './load-engine.server.ts'
import { listProductIdsByNumber } from './queries.ts'

export type { SearchEngine } from './engine/search-engine.ts'
export { findNumbers, findProductId, listProductIds, type NumberedProduct } from './find-products.server.ts'
export { getProducts } from './queries.ts'

/** Keeps the search engine of this process in sync with the catalogue. */
export interface SearchService {
  /** Waits for the first engine; throws a Problem (503) when it is not built in time. */
  getEngine(): Promise<SearchEngine>
  isReady(): boolean
  /** Resolves once the first engine is built, at the latest after `timeoutMs`. */
  waitUntilReady(timeoutMs: number): Promise<void>
  /** Resolves when the engine has all changes that were committed before the call. */
  waitUntilCurrent(): Promise<void>
  close(): Promise<void>
}

const requestTimeoutMs = 5_000
const retryMs = 1_000
// Changes of one import arrive in quick succession and are applied together.
const applyDelayMs = 10
const rebuildDelayMs = 50
// A rebuild takes CPU time from requests: during an import two thirds of the time are free of rebuilds.
const rebuildPauseFactor = 2
const maxSingleChanges = 500

/** Builds the first engine at once; during a rebuild the current engine serves requests. */
export function createSearchService(
  { db, log, metrics }: Pick<AppContext, 'db' | 'log' | 'metrics'>,
  changes: ChangeListeners,
): SearchService {
  const ready = Promise.withResolvers<SearchEngine>()
  let engine: SearchEngine | null = null
  let needsRebuild = true
  let changedIds = new Set<number>()
  let buildMs = 0
  let timer: NodeJS.Timeout | null = null
  let update: Promise<void> | null = null
  let isClosed = false
  let waiters: (() => void)[] = []

  async function rebuild(): Promise<void> {
    needsRebuild = false
    changedIds = new Set()
    const startedMs = performance.now()
    engine = withTimes(await loadEngine(db), metrics.observeSearch)
    buildMs = performance.now() - startedMs
    ready.resolve(engine)
    log.info({ ...engine.counts, ms: Math.round(buildMs) }, 'search engine built')
  }

  async function applyChanges(current: SearchEngine): Promise<void> {
    const productIds = [...changedIds]
    changedIds = new Set()
    const products = await getChangedProducts(db, productIds)
    if (!current.applyChange({ productIds, products })) needsRebuild = true
  }

  async function runUpdate(): Promise<void> {
    try {
      if (!engine || needsRebuild || changedIds.size > maxSingleChanges) await rebuild()
      else await applyChanges(engine)
    } catch (error) {
      needsRebuild = true
      buildMs = Math.max(buildMs, retryMs / rebuildPauseFactor)
      if (!isClosed) log.warn({ err: { message: (error as Error).message } }, 'search engine not updated')
    }
    update = null
    schedule()
  }

  function schedule(): void {
    if (timer || update || isClosed) return
    if (!needsRebuild && changedIds.size === 0) {
      for (const resolve of waiters.splice(0)) resolve()
      return
    }
    const delayMs = needsRebuild ? rebuildDelayMs + rebuildPauseFactor * buildMs : applyDelayMs
    timer = setTimeout(() => {
      timer = null
      update = runUpdate()
    }, delayMs)
    timer.unref()
  }

  changes.add(productIds => {
    if (productIds) for (const id of productIds) changedIds.add(id)
    else needsRebuild = true
    schedule()
  })
  // LISTEN first: a change between the first build's snapshot and LISTEN would be lost.
  update = changes.started.then(runUpdate)

  return {
    async getEngine() {
      if (engine) return engine
      await withTimeout(ready.promise, requestTimeoutMs)
      if (engine) return engine
      throw new Problem(503, 'The search is starting. Please try again in a moment.', {
        retryAfterSeconds: 2,
      })
    },
    isReady: () => engine !== null,
    waitUntilReady: timeoutMs => withTimeout(ready.promise, timeoutMs),
    async waitUntilCurrent() {
      await changes.sync()
      const isCurrent = !needsRebuild && changedIds.size === 0 && !timer && !update
      if (!isCurrent) await new Promise<void>(resolve => (waiters = [...waiters, resolve]))
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await update
    },
  }
}

/**
 * For lists of staff: the products that a query means, the best first, after those whose number begins with it; withdrawn
 * ones too. Null: all, there is no query.
 */
export async function listPartIds(
  db: Db,
  search: SearchService,
  query: string,
  limit: number,
): Promise<number[] | null> {
  if (query === '') return null
  const [engine, byNumber] = await Promise.all([
    search.getEngine(),
    listProductIdsByNumber(db, toCodeKey(query), limit),
  ])
  return [...new Set([...byNumber, ...listProductIds(engine, query, limit)])].slice(0, limit)
}

async function withTimeout(promise: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([promise, wait(ms, undefined, { ref: false })])
}

function withTimes(engine: SearchEngine, observe: (seconds: number) => void): SearchEngine {
  const search = engine.search.bind(engine)
  engine.search = request => {
    const startedMs = performance.now()
    const result = search(request)
    observe((performance.now() - startedMs) / 1000)
    return result
  }
  return engine
}
