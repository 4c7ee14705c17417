import type { FastifyInstance } from 'fastify'
import { handle, toRouteSchema } from '../../infra/http/handle.ts'
import { show } from '../../infra/pages/render.ts'
import type { QueryOf, ReplyOf } from '../../lib/call.ts'
import { serializeListedProduct } from '../search/listed-product.ts'
import { finderPage } from './FinderPage.tsx'
import type { FinderCache } from './finder-cache.server.ts'
import { finderPath } from './hash.ts'
import { type JsonReply, sendJson } from './json-reply.server.ts'
import { toHeading } from './machine.ts'
import { machineRoutes } from './machine-pages.server.ts'
import { decideSearch } from './machine-query.ts'
import { toPageMakes } from './make-choice.ts'
import { getFilters } from './queries.ts'
import { attributes, finderSearch, manufacturers } from './schemas.ts'
import { type FinderDeps, getCompanyId } from './service.ts'
import { listMakeChoices } from './tree-queries.server.ts'

const pageSize = 10
const cacheSeconds = 30

export async function finderPlugin(app: FastifyInstance, deps: FinderDeps): Promise<void> {
  const { context, visitors, pages, search, cache } = deps
  const { db, config } = context

  // Sent as it was serialized: a schema would parse and write the whole tree again.
  app.get(
    '/filter-finder/manufacturers',
    { schema: toRouteSchema(manufacturers) },
    async (request, reply) => {
      const { depth, manufacturer } = request.query as QueryOf<typeof manufacturers>
      return sendJson(request, reply, await getMakes(cache, depth, manufacturer))
    },
  )

  handle(app, attributes, async () => (await search.getEngine()).listFacets())

  handle(app, finderSearch, async ({ query, request }) => {
    const { person } = await visitors.of(request)
    const isFullCustomer = person?.permissions.includes('full_customer') ?? false
    const empty = createEmptyReply(query.page, isFullCustomer)
    const decision = decideSearch(query, isFullCustomer)
    if (decision.kind === 'nothing') return empty
    if (decision.kind === 'locked') return { ...empty, list: lockedList, total: lockedList.length }
    const { query: machineQuery } = decision
    const part = { size: pageSize, page: query.page, companyId: getCompanyId(person) }
    const { total, machines, list } = await getFilters(db, machineQuery, part)
    const isOneVariant = machineQuery.kind === 'plate' || machineQuery.variantId !== null
    const { model, variantName, image } = toHeading(machines, isOneVariant)
    return {
      ...empty,
      list: list.map(filter => ({
        ...serializeListedProduct(filter, null),
        position: filter.position,
        quantity: filter.quantity,
      })),
      total,
      image,
      model,
      variant_name: variantName,
    }
  })

  pages.get(finderPath, { cacheSeconds }, async ({ request }) => {
    const { person } = await visitors.of(request)
    const props = {
      ...toPageMakes(await listMakeChoices(db)),
      isSignedIn: person !== null,
      phone: config.shopPhone,
      email: config.shopEmail,
    }
    return show(finderPage, props, {
      title: 'Find replacement filters',
      description: 'Filters by machine, by serial or mach number, by size and shape, or by description.',
      canonical: finderPath,
    })
  })

  machineRoutes(deps)
}

// What may not be seen is not looked up either: the same ten for every number.
const lockedList = Array.from({ length: pageSize }, () => ({ locked: true as const }))

function createEmptyReply(page: number, isFullCustomer: boolean): ReplyOf<typeof finderSearch> {
  const nothing = { image: null, model: null, variant_name: null }
  return { list: [], total: 0, page, size: pageSize, ...nothing, full_customer: isFullCustomer }
}

function getMakes(cache: FinderCache, depth: string, slug: string): Promise<JsonReply> {
  if (slug !== '') return cache.getTree(slug)
  return depth === '1' ? cache.getMakes() : cache.getWholeTree()
}
