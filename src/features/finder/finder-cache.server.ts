import { LRUCache } from 'lru-cache'
import type { Db } from '../../infra/app-context.ts'
import { createJsonReply, type JsonReply } from './json-reply.server.ts'
import { getMakeTrees, listShallowMakes } from './tree-queries.server.ts'

const maxBytes = 16 * 2 ** 20

/**
 * Replies of GET /filter-finder/manufacturers until the catalogue changes. With 2,000 makes the list of makes takes
 * 20 ms to read and compress and the whole tree 2 s (docs/decisions/022): a visitor who opens the finder would wait.
 */
export class FinderCache {
  readonly #replies: LRUCache<string, JsonReply>

  constructor(db: Db) {
    this.#replies = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes,
      sizeCalculation: getByteSize,
      // Requests that miss together share one query. Those that wait for it when the catalogue changes still get its
      // reply, which is then not cached.
      ignoreFetchAbort: true,
      fetchMethod: key => loadReply(db, key),
    })
  }

  /** A list of one make with its models and variants; empty when no make has this slug. */
  getTree(slug: string): Promise<JsonReply> {
    return this.#replies.forceFetch(`make:${slug}`)
  }

  /** All makes without their models. */
  getMakes(): Promise<JsonReply> {
    return this.#replies.forceFetch('makes')
  }

  /** All makes with their models and variants. */
  getWholeTree(): Promise<JsonReply> {
    return this.#replies.forceFetch('tree')
  }

  invalidate(): void {
    this.#replies.clear()
  }
}

async function loadReply(db: Db, key: string): Promise<JsonReply> {
  if (key === 'makes') return createJsonReply(JSON.stringify(await listShallowMakes(db)))
  const slug = key === 'tree' ? null : key.slice('make:'.length)
  return createJsonReply(JSON.stringify(await getMakeTrees(db, slug)))
}

function getByteSize({ text, compressed }: JsonReply): number {
  return compressed.reduce((sum, { bytes }) => sum + bytes.length, text.length * 2 + 200)
}
