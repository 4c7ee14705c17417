import type { FastifyInstance } from 'fastify'
import { handle, toRouteSchema } from '../platform/handle.ts'
import { show } from '../platform/render.ts'
import { serializeListedProduct } from '../search/listed-product.ts'
import type { QueryOf, ReplyOf } from '../shared/call.ts'
import { attributes, finderSearch, manufacturers } from './contract.ts'
import { filtersOf } from './data.ts'
import { finderPage } from './FinderPage.tsx'
import type { FinderCache } from './finder-cache.server.ts'
import { finderPath } from './hash.ts'
import { type JsonReply, sendJson } from './json-reply.server.ts'
import { headingOf } from './machine.ts'
import { machinePages } from './machine-pages.server.ts'
import { pageMakes } from './make-choice.ts'
import { judgeSearch } from './question.ts'
import { companyOf, type FinderDeps } from './server.ts'
import { listMakeChoices } from './tree-data.server.ts'

const pageSize = 10
const cacheSeconds = 30

export async function finderPlugin(app: FastifyInstance, deps: FinderDeps): Promise<void> {
  const { house, visitors, pages, search, cache } = deps
  const { db, config } = house

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
    const empty = emptyAnswer(query.page, isFullCustomer)
    const verdict = judgeSearch(query, isFullCustomer)
    if (verdict.kind === 'nothing') return empty
    if (verdict.kind === 'locked') return { ...empty, list: lockedList, total: lockedList.length }
    const { question } = verdict
    const part = { size: pageSize, page: query.page, companyId: companyOf(person) }
    const { total, machines, list } = await filtersOf(db, question, part)
    const isOneVariant = question.kind === 'plate' || question.variantId !== null
    const { model, variantName, image } = headingOf(machines, isOneVariant)
    return {
      ...empty,
      list: list.map(found => ({
        ...serializeListedProduct(found, null),
        position: found.position,
        quantity: found.quantity,
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
      ...pageMakes(await listMakeChoices(db)),
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

  machinePages(deps)
}

// What may not be seen is not looked up either: the same ten for every number (contract §3).
const lockedList = Array.from({ length: pageSize }, () => ({ locked: true as const }))

function emptyAnswer(page: number, isFullCustomer: boolean): ReplyOf<typeof finderSearch> {
  const nothing = { image: null, model: null, variant_name: null }
  return { list: [], total: 0, page, size: pageSize, ...nothing, full_customer: isFullCustomer }
}

function getMakes(cache: FinderCache, depth: string, slug: string): Promise<JsonReply> {
  if (slug !== '') return cache.getTree(slug)
  return depth === '1' ? cache.getMakes() : cache.getWholeTree()
}
