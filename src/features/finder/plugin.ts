import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { LruCache } from '../../infra/cache/lru-cache.ts'
import type { ChangeListeners } from '../../infra/database/change-listeners.ts'
import { handle, toRouteSchema } from '../../infra/http/handle.ts'
import { acceptsCoding } from '../../infra/http/request.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import type { QueryOf, ReplyOf } from '../../lib/calls/call.ts'
import { toPounds } from '../../lib/money.ts'
import { toEquivalentRow } from '../catalogue/listing.ts'
import { serializeListedProduct } from '../search/listed-product.ts'
import { finderPath } from './hash/hash.ts'
import { machineRoutes } from './machine-pages/machine-routes.server.ts'
import {
  decideSearch,
  type FittedEquivalent,
  type FittedProduct,
  toPageMakes,
  toResultsHeading,
} from './machines/machine.ts'
import { finderPage } from './page/FinderPage.tsx'
import {
  type AddAllOffer,
  createAddAllOffer,
  groupByPosition,
  type PositionGroup,
} from './positions/position-groups.ts'
import { getMachineFilters, getMakeTrees, getShallowMakesJson, listMakeChoices } from './queries.ts'
import { attributes, type FilterGroup, finderSearch, type ListedFilter, manufacturers } from './schemas.ts'
import { type FinderDeps, getCompanyId, isFullCustomer, listCandidates } from './service.ts'

const pageSize = 10
const cacheSeconds = 30
// 2,000 makes are 192 KB, and 30 KB compressed.
const maxMakesBytes = 4 * 1024 * 1024

export async function finderPlugin(app: FastifyInstance, deps: FinderDeps): Promise<void> {
  const { context, changes, visitors, pages, search, getExamples } = deps
  const { db } = context
  const loadManufacturers = createManufacturersLoader(context, changes)

  // The reply is serialized and compressed by its loader, so the schema only documents it.
  app.get(
    '/filter-finder/manufacturers',
    { schema: toRouteSchema(manufacturers) },
    async (request, reply) => {
      const { depth, manufacturer } = request.query as QueryOf<typeof manufacturers>
      return sendCompressedJson(request, reply, await loadManufacturers(depth, manufacturer))
    },
  )

  handle(app, attributes, async () => (await search.getEngine()).listFacets())

  handle(app, finderSearch, async ({ query, request }) => {
    const { person } = await visitors.get(request)
    const isAllowed = isFullCustomer(person)
    const empty = createEmptyReply(query.page, isAllowed)
    const decision = decideSearch(query, isAllowed)
    if (decision.kind === 'nothing') return empty
    if (decision.kind === 'locked')
      return { ...empty, list: lockedPlaceholders, total: lockedPlaceholders.length }
    const { query: machineQuery } = decision
    const { page } = query
    const listPage = { size: pageSize, page, companyId: getCompanyId(person), withOffers: true }
    const filters = await getMachineFilters(db, machineQuery, listPage)
    const { total, machines, plateKind, list } = filters
    if (machineQuery.kind === 'plate' && machines.length === 0) {
      return { ...empty, candidates: await listCandidates(db, machineQuery) }
    }
    const isOneVariant = machineQuery.kind === 'plate' || machineQuery.variantId !== null
    const { model, variantName, image } = toResultsHeading(machines, isOneVariant)
    return {
      ...empty,
      ...{ list: list.map(serializeFilter), total, image, model, variant_name: variantName },
      ...(plateKind && { number_kind: plateKind }),
      groups: groupByPosition(list, filters.equivalents).map(serializeGroup),
      add_all: serializeAddAll(createAddAllOffer(filters.choices)),
    }
  })

  pages.getCached(finderPath, { cacheSeconds, visitors }, async ({ visitor: { person } }) => {
    const props = {
      ...toPageMakes(await listMakeChoices(db)),
      isSignedIn: person !== null,
      examples: await getExamples(),
      deliveryDay: deps.getDeliveryDay(),
    }
    return toPageResult(finderPage, props, {
      title: 'Find replacement filters',
      description: 'Filters by machine, by serial or mach number, by size and shape, or by description.',
      canonical: finderPath,
    })
  })

  machineRoutes(deps)
}

// Ten placeholders for every number: without the right nothing is looked up, so their count reveals nothing.
const lockedPlaceholders = Array.from({ length: pageSize }, () => ({ locked: true as const }))

function serializeFilter(filter: FittedProduct): ListedFilter {
  const { position, quantity } = filter
  return { ...serializeListedProduct(filter, null), position, quantity }
}

function serializeGroup({
  heading,
  filters,
  equivalents,
}: PositionGroup<FittedProduct, FittedEquivalent>): FilterGroup {
  return {
    heading,
    filters: filters.map(({ filter, quantity }) => ({ product: filter.id, quantity })),
    equivalents: equivalents.map(product => serializeListedProduct(product, toEquivalentRow(product).hint)),
  }
}

function serializeAddAll(offer: AddAllOffer | null): ReplyOf<typeof finderSearch>['add_all'] {
  return offer && { ...offer, total: toPounds(offer.total) }
}

function createEmptyReply(page: number, isAllowed: boolean): ReplyOf<typeof finderSearch> {
  const nothing = { image: null, model: null, variant_name: null, groups: [], add_all: null }
  return { list: [], total: 0, page, size: pageSize, ...nothing, full_customer: isAllowed }
}

/**
 * Creates the answers of GET /filter-finder/manufacturers. All makes are read and compressed once for each change of the
 * catalogue that is not one of single products. Requests for the whole tree share one reading while it runs:
 * with 2,000 makes it takes 1.8 s and 9 MB (docs/decisions/022), and many at once would block the database for all.
 */
function createManufacturersLoader(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  changes: Pick<ChangeListeners, 'add'>,
): (depth: string, slug: string) => Promise<JsonReply> {
  const makes = new LruCache<JsonReply>({ maxBytes: maxMakesBytes, getBytes: ({ text }) => text.length, now })
  changes.add(productIds => {
    if (productIds === null) makes.invalidate()
  })
  let wholeTree: Promise<JsonReply> | null = null
  return async (depth, slug) => {
    if (slug !== '') return createJsonReply(JSON.stringify(await getMakeTrees(db, slug)))
    if (depth === '1')
      return makes.getOrLoad('makes', cacheSeconds, async () =>
        createJsonReply(await getShallowMakesJson(db)),
      )
    wholeTree ??= getMakeTrees(db, null)
      .then(makes => createJsonReply(JSON.stringify(makes)))
      .finally(() => {
        wholeTree = null
      })
    return wholeTree
  }
}

const compressors = {
  br: (text: string) => brotliAsync(text, brotliOptions),
  gzip: (text: string) => gzipAsync(text),
}
type Coding = keyof typeof compressors
// The most compact first.
const codings: readonly Coding[] = ['br', 'gzip']

/** JSON that is the same for all visitors, with its ETag and the compressed forms that were requested. */
interface JsonReply {
  text: string
  etag: string
  compressed: Map<Coding, Promise<Buffer>>
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const minCompressedLength = 4_000
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

function createJsonReply(text: string): JsonReply {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  return { text, etag, compressed: new Map() }
}

function compress({ text, compressed }: JsonReply, coding: Coding): Promise<Buffer> {
  const bytes = compressed.get(coding) ?? compressors[coding](text)
  compressed.set(coding, bytes)
  return bytes
}

/** `no-store`, as all JSON (R-CALL-1); a client that stored a copy nevertheless can validate it by its ETag. */
async function sendCompressedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: JsonReply,
): Promise<FastifyReply> {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'X-Requested-With, Accept-Encoding')
    .header('etag', json.etag)
  if (request.headers['if-none-match'] === json.etag) return reply.code(304).send()
  const isLong = json.text.length >= minCompressedLength
  const coding = isLong && codings.find(one => acceptsCoding(request, one))
  if (!coding) return reply.send(json.text)
  return reply.header('content-encoding', coding).send(await compress(json, coding))
}
