import type { AppContext } from '../../infra/app-context.ts'
import { LruCache } from '../../infra/cache/lru-cache.ts'
import type { ChangeListeners } from '../../infra/database/change-listeners.ts'
import type { CatalogueExamples } from '../catalogue/messages.ts'
import { findCatalogueExamples, listCatalogueLinks } from '../catalogue/service.ts'
import { toPanelMakes } from '../finder/machines/machine.ts'
import { listMakeChoices } from '../finder/service.ts'
import type { HomePageProps } from './HomePage.tsx'

/** What the catalogue has, in a few words: the same for every visitor. */
export interface CatalogueSummary {
  /** Null: the catalogue is empty. */
  getExamples(): Promise<CatalogueExamples | null>
  /** The filter types and makes, and the makes in the finder's panel. */
  getEntryPoints(): Promise<Pick<HomePageProps, 'types' | 'makes' | 'panel'>>
}

// For the time in which changes are not received, because the connection that listens to them is lost.
const cacheSeconds = 30
const maxBytes = 1024 * 1024

/**
 * Counts all products by type and all machines by make once for each change of the catalogue, not for each visitor with a
 * basket. `examples`: instead of the catalogue's own.
 */
export function createCatalogueSummary(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  changes: Pick<ChangeListeners, 'add'>,
  examples: CatalogueExamples | null,
): CatalogueSummary {
  const cache = new LruCache<object>({ maxBytes, getBytes: facts => JSON.stringify(facts).length, now })
  changes.add(() => cache.invalidate())
  const get = <Facts extends object>(key: string, load: () => Promise<Facts>) =>
    cache.getOrLoad(key, cacheSeconds, load) as Promise<Facts>
  return {
    async getExamples() {
      if (examples) return examples
      const facts = await get('examples', async () => ({ examples: await findCatalogueExamples(db) }))
      return facts.examples
    },
    getEntryPoints: () =>
      get('entry points', async () => {
        const [links, choices] = await Promise.all([listCatalogueLinks(db), listMakeChoices(db)])
        return { ...links, panel: toPanelMakes(choices, links.makes) }
      }),
  }
}
