import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { people } from '../db/demo/cast.ts'
import { ensureTrade } from '../db/demo/trade.ts'
import { accountRoutes } from './accounts/routes.ts'
import { accountIds, makeVisitors } from './accounts/server.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { backOfficeRoutes } from './back-office/routes.ts'
import { basketRoutes } from './basket/routes.ts'
import { mergeBaskets, sumsOf } from './basket/server.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { waysIn } from './catalogue/server.ts'
import { carryDraft } from './checkout/data.ts'
import { checkoutRoutes, makePriceCarriage } from './checkout/routes.ts'
import { cutOffPromise, promiseBar, promiseCountdown } from './delivery/promise.ts'
import { standardDelivery } from './delivery/services.ts'
import { toPanelMakes } from './finder/make-choice.ts'
import { finderRoutes } from './finder/routes.ts'
import { FinderCache, listMakeChoices } from './finder/server.ts'
import { mediaRoutes } from './media/routes.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { returnHash } from './newsletter/words.ts'
import { orderPadRoutes } from './order-pad/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { endUnfinished } from './orders/server.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { Payments } from './payments/server.ts'
import { clientFolder, readAssets } from './platform/assets.ts'
import { createChangeListeners } from './platform/change-listeners.ts'
import { makeCookies } from './platform/cookies.ts'
import { takeFlash } from './platform/flash.ts'
import { healthRoutes } from './platform/health.ts'
import type { House } from './platform/house.ts'
import { answerErrors, createServer } from './platform/http.ts'
import { makePages } from './platform/page-routes.ts'
import { perMinute } from './platform/per-minute.ts'
import { show } from './platform/render.ts'
import { productListRoutes } from './product-lists/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { cutQuery } from './search/contract.ts'
import { searchRoutes } from './search/routes.ts'
import { createSearchService, type SearchService } from './search/server.ts'
import { demoCountries } from './shared/countries.ts'
import { type Problem, problemTitles } from './shared/problem.ts'
import { demoRoutes } from './shell/demo.server.ts'
import { errorPage } from './shell/ErrorPage.tsx'
import { Frame } from './shell/Frame.tsx'
import type { FrameProps } from './shell/frame.ts'
import { mailViewerRoutes } from './shell/mail-viewer.server.ts'
import { shellRoutes } from './shell/routes.ts'
import { termsVersion } from './shell/terms.ts'

const demoEmails = people.map(({ email }) => email)

declare module 'fastify' {
  interface FastifyInstance {
    searchService: SearchService
  }
}

export interface Shop {
  house: House
  /** Null: no card provider is set up. */
  payments: Payments | null
  /** Where the payment frame may go: the provider's origin. */
  frameSrc: string[]
  /** For the connection that listens to changes of the catalogue. */
  connection: pg.ClientConfig
}

/** The whole shop behind one listener. Wires what must happen across rooms without their knowing each other. */
export async function createApp({ house, payments, frameSrc, connection }: Shop): Promise<FastifyInstance> {
  const { config, db, now } = house
  const cookies = makeCookies(house)
  const app = await createServer(house, cookies)
  const visitors = makeVisitors(house, cookies)
  const delivery = { ...standardDelivery, phone: config.shopPhone }
  const countries = demoCountries
  const priceCarriage = makePriceCarriage({ countries, delivery })

  const promise = perMinute(now, cutOffPromise)
  const anonymousFrame = (request: FastifyRequest): FrameProps => {
    const { lead, rest } = promiseBar(promise())
    return {
      shop: {
        name: config.shopName,
        phone: config.shopPhone,
        email: config.shopEmail,
        demo: config.mode === 'demo',
      },
      promise: { orderBy: lead, text: rest },
      visitor: { name: null, endsIn: null, basketCount: 0, basketSubtotal: 0 },
      query: searchedFor(request),
      flash: null,
      newsletter: newsletterOf(request),
    }
  }

  const newsletterOf = (request: FastifyRequest): FrameProps['newsletter'] => {
    const keeper = config.newsletter
    // The policy of the page with the card's frame lets no form out.
    if (keeper && request.routeOptions.url === '/checkout') return null
    const returnUrl = `${house.baseUrl()}/${returnHash}`
    return { action: '/newsletter', fields: {}, ...keeper, returnUrl }
  }

  // One round trip for the basket's count; the person came with the session.
  const frameOf = async (request: FastifyRequest, reply: FastifyReply): Promise<FrameProps> => {
    const flash = takeFlash(cookies, request, reply)
    const frame = { ...anonymousFrame(request), flash }
    try {
      const visitor = await visitors.of(request)
      if (!visitor.person && !visitor.basketHash) return frame
      const { count, subtotal } = await sumsOf(db, visitor)
      const name = visitor.person?.name ?? null
      const endsIn = visitor.person ? secondsUntil(visitor.sessionEnds, now()) : null
      return { ...frame, visitor: { name, endsIn, basketCount: count, basketSubtotal: subtotal } }
    } catch (error) {
      // The page that tells that the database is away must not need the database.
      house.log.error(
        { err: { message: (error as Error).message } },
        'the frame was made without its visitor',
      )
      return frame
    }
  }

  const page = { component: Frame, baseUrl: house.baseUrl, shopName: config.shopName, assets: readAssets() }
  const isSignedIn = async (request: FastifyRequest) => (await visitors.of(request)).person !== null
  const pages = makePages(app, house, cookies, page, frameOf, anonymousFrame, isSignedIn)
  const changes = createChangeListeners(connection, house.log)
  const search = createSearchService(house, changes)
  const finderCache = new FinderCache(db)
  changes.add(() => {
    finderCache.invalidate()
    pages.forgetKept()
  })
  app.decorate('searchService', search)
  app.addHook('onClose', async () => {
    await Promise.all([changes.close(), search.close()])
  })

  await app.register(fastifyStatic, {
    root: clientFolder,
    preCompressed: true,
    index: false,
    wildcard: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  healthRoutes(app, house, search.isReady)
  mediaRoutes(app, house)
  shellRoutes(app, {
    house,
    pages,
    visitors,
    waysIn: async () => {
      const ways = await waysIn(db)
      return { ...ways, panel: toPanelMakes(await listMakeChoices(db), ways.makes) }
    },
  })
  accountRoutes(app, {
    house,
    cookies,
    visitors,
    pages,
    countries,
    onLogin: async (tx, before, personId, sessionHash) => {
      if (before.sessionHash && !before.person) await endUnfinished(tx, before.sessionHash, now())
      await mergeBaskets(tx, before, personId)
      if (before.sessionHash) await carryDraft(tx, before.sessionHash, sessionHash)
    },
  })
  const companyOf = async (request: FastifyRequest) =>
    (await visitors.of(request)).person?.company?.id ?? null
  searchRoutes(app, { house, companyOf, pages, search })
  finderRoutes(app, { house, visitors, pages, search, cache: finderCache })
  basketRoutes(app, { house, visitors, priceCarriage, pages, search })
  orderPadRoutes(app, { house, visitors, pages, search })
  newsletterRoutes(app, { house, pages })
  checkoutRoutes(app, {
    house,
    visitors,
    pages,
    payments,
    countries,
    delivery,
    termsVersion,
    frameSrc,
  })
  if (payments) paymentRoutes(app, { ...payments, visitors, termsVersion })
  orderRoutes(app, { house, visitors, pages })
  approvalRoutes(app, { house, visitors, pages })
  quoteRoutes(app, { house, visitors, pages })
  productListRoutes({ app, house, cookies, visitors, pages })
  backOfficeRoutes(app, { house, visitors, pages }, payments)
  if (config.mode === 'demo') {
    mailViewerRoutes(app, house)
    demoRoutes(
      app,
      house,
      () => accountIds(db, demoEmails),
      () => ensureTrade((text, values) => db.executeQuery(CompiledQuery.raw(text, values))),
    )
  }
  catalogueRoutes(app, {
    house,
    visitors,
    pages,
    deliveryPromise: () => promiseCountdown(promise()),
  })

  answerErrors(app, house, (request, reply, problem, reference) =>
    pages.send(request, reply, errorScreen(problem, reference)),
  )
  return app
}

function secondsUntil(end: Date | null, now: Date): number | null {
  return end && Math.max(0, Math.round((end.getTime() - now.getTime()) / 1000))
}

// Rule 40: the query stays in the search box of its results.
function searchedFor(request: FastifyRequest): string {
  if (request.routeOptions.url !== '/search') return ''
  const { query } = request.query as { query?: unknown }
  return typeof query === 'string' ? cutQuery(query) : ''
}

function errorScreen(problem: Problem, reference: string) {
  const { status, detail = null } = problem
  const title = problemTitles[status]
  const props = { status, title, detail, reference: status >= 500 ? reference : null }
  return show(errorPage, props, { title, noindex: true, status })
}
