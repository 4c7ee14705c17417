import type { House } from '../platform/house.ts'
import { allBits, clearBit, setBit } from './bits.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { buyableNow } from './data.ts'
import type { FacetGroup } from './facet-group.ts'
import { readCatalogue } from './index-data.server.ts'
import { groupsUnder, layOut } from './index-facets.ts'
import { KeptListing } from './kept-listing.ts'
import { noFilters } from './query.ts'

export { type NumberedProduct, numbersNear, productsNumbered } from './bulk.server.ts'
export { productsOf } from './data.ts'

/** The index of this process: read in the background, read again when the catalogue changed. */
export interface SearchIndex {
  /** Null while there is none to trust: the database is asked instead. */
  current(): CatalogueIndex | null
  /** Rows of products that need not be asked for again. */
  listing: KeptListing
  /** Type, brand and attributes with their options, counted over all products; null while there is no index. */
  attributes(): FacetGroup[] | null
  /** What is there is old: a notice of change was heard. */
  catalogueChanged(): void
  /** Whether notices of changes arrive: what is read while they do not may be old. */
  hearing(isHeard: boolean): void
  /** The stock of these products changed: '7,12', or '' for all. */
  stockChanged(ids: string): void
  /** A product began or ceased to be there to sell. */
  stockTurned(productId: number): void
  /** Resolves once the index is there, at the latest after `patienceMs`. */
  ready(patienceMs: number): Promise<void>
  close(): Promise<void>
}

// Reading a small catalogue again takes a moment, in which the database answers; of a large one the old index goes
// on answering, since words asked of the database would keep everybody waiting.
const smallCatalogue = 20_000
// An import tells after each file, and a file of a large catalogue takes long.
const quietMs = 50
const restFactor = 2

export function makeSearchIndex({ db, log }: Pick<House, 'db' | 'log'>): SearchIndex {
  let index: CatalogueIndex | null = null
  let isOld = true
  let isClosed = false
  let lastMs = 0
  let reading: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const listing = new KeptListing()
  const turned = new Set<number>()
  let waiting: (() => void)[] = []

  async function readAgain(): Promise<void> {
    isOld = false
    turned.clear()
    const startedMs = performance.now()
    const made = await readCatalogue(db)
    lastMs = performance.now() - startedMs
    index = made
    // Stock that turned while the catalogue was read.
    const missed = [...turned]
    if (missed.length > 0) await correctBuyable(made, missed)
    for (const tell of waiting.splice(0)) tell()
    log.info(
      { products: made.documents, numbers: made.numbers.count, ms: Math.round(lastMs) },
      'search index read',
    )
  }

  async function correctBuyable(into: CatalogueIndex, ids: readonly number[]): Promise<void> {
    const buyable = new Set(await buyableNow(db, ids))
    for (const id of ids) {
      const doc = into.docOf[id] ?? -1
      if (doc < 0) continue
      if (buyable.has(id)) setBit(into.buyable, doc)
      else clearBit(into.buyable, doc)
    }
  }

  function start(): void {
    timer = null
    if (reading || isClosed) return
    reading = readAgain()
      .catch((error: Error) => {
        isOld = true
        lastMs ||= 1000
        if (!isClosed) log.warn({ err: { message: error.message } }, 'the search index could not be read')
      })
      .finally(() => {
        reading = null
        if (isOld) plan()
      })
  }

  function plan(): void {
    if (timer || reading || isClosed) return
    timer = setTimeout(start, quietMs + restFactor * lastMs)
    timer.unref()
  }

  function current(): CatalogueIndex | null {
    if (!index) return null
    return !(isOld || reading) || index.documents > smallCatalogue ? index : null
  }

  start()
  return {
    current,
    listing,
    attributes() {
      const known = current()
      if (!known) return null
      const all = allBits(known.documents)
      return groupsUnder(known, { found: all, all }, layOut(known, all), [], noFilters)
    },
    hearing: isHeard => listing.hearing(isHeard),
    stockChanged: ids => listing.stockChanged(ids),
    catalogueChanged() {
      listing.catalogueChanged()
      isOld = true
      plan()
    },
    stockTurned(productId) {
      turned.add(productId)
      if (index) {
        correctBuyable(index, [productId]).catch((error: Error) =>
          log.warn({ err: { message: error.message } }, 'stock that turned was not seen'),
        )
      }
    },
    async ready(patienceMs) {
      if (index) return
      await new Promise<void>(resolve => {
        const given = setTimeout(resolve, patienceMs)
        waiting = [
          ...waiting,
          () => {
            clearTimeout(given)
            resolve()
          },
        ]
      })
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await reading
    },
  }
}
