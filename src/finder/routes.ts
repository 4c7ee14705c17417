import type { FastifyInstance } from 'fastify'
import { handle, toRouteSchema } from '../platform/handle.ts'
import { show } from '../platform/render.ts'
import { listedOnTheWire } from '../search/listed.ts'
import type { QueryOf, ReplyOf } from '../shared/call.ts'
import { attributes, finderSearch, manufacturers } from './contract.ts'
import { filtersOf } from './data.ts'
import { finderPage } from './FinderPage.tsx'
import { finderPath } from './hash.ts'
import { type KeptJson, sendJson } from './kept-json.server.ts'
import { headingOf } from './machine.ts'
import { machinePages } from './machine-pages.server.ts'
import { pageMakes } from './make-choice.ts'
import { judgeSearch } from './question.ts'
import { companyOf, type FinderShelf, type FinderWiring } from './server.ts'

const pageSize = 10 // specification §9
const cacheSeconds = 30

export async function finderPlugin(app: FastifyInstance, wiring: FinderWiring): Promise<void> {
  const { house, visitors, pages, shelf } = wiring
  const { db, config } = house

  // Written by the database as it is sent: a schema would read and write the whole tree again.
  app.get(
    '/filter-finder/manufacturers',
    { schema: toRouteSchema(manufacturers) },
    async (request, reply) => {
      const { depth, manufacturer } = request.query as QueryOf<typeof manufacturers>
      return sendJson(request, reply, await treeOf(shelf, depth, manufacturer))
    },
  )

  handle(app, attributes, () => shelf.attributes())

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
        ...listedOnTheWire(found, false),
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
      ...pageMakes(await shelf.makeChoices()),
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

  machinePages(wiring)
}

// What may not be seen is not looked up either: the same ten for every number (contract §3).
const lockedList = Array.from({ length: pageSize }, () => ({ locked: true as const }))

function emptyAnswer(page: number, isFullCustomer: boolean): ReplyOf<typeof finderSearch> {
  const nothing = { image: null, model: null, variant_name: null }
  return { list: [], total: 0, page, size: pageSize, ...nothing, full_customer: isFullCustomer }
}

function treeOf(shelf: FinderShelf, depth: string, slug: string): Promise<KeptJson> {
  if (slug !== '') return shelf.tree(slug)
  return depth === '1' ? shelf.makes() : shelf.wholeTree()
}
