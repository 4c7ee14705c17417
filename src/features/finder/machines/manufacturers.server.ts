import type { Db } from '../../../infra/app-context.ts'
import { createJsonReply, type JsonReply } from './json-reply.server.ts'
import { getMakeTrees, listShallowMakes } from './make-queries.server.ts'

/**
 * Creates the answers of GET /filter-finder/manufacturers. Requests for the whole tree share one reading while it runs:
 * with 2,000 makes it takes 1.8 s and 9 MB (docs/decisions/022), and many at once would block the database for all.
 */
export function createManufacturersLoader(db: Db): (depth: string, slug: string) => Promise<JsonReply> {
  let wholeTree: Promise<JsonReply> | null = null
  return async (depth, slug) => {
    if (slug !== '') return createJsonReply(await getMakeTrees(db, slug))
    if (depth === '1') return createJsonReply(await listShallowMakes(db))
    wholeTree ??= getMakeTrees(db, null)
      .then(createJsonReply)
      .finally(() => {
        wholeTree = null
      })
    return wholeTree
  }
}
