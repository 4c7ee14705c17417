import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Demo } from './demo-module.ts'
import { accountsPlugin } from './features/accounts/plugin.ts'
import { makeVisitors } from './features/accounts/service.ts'
import { adminPlugin } from './features/admin/plugin.ts'
import { approvalsPlugin } from './features/approvals/plugin.ts'
import { basketPlugin } from './features/basket/plugin.ts'
import { getVisitorBasketSummary, mergeBaskets } from './features/basket/service.ts'
import { cataloguePlugin } from './features/catalogue/plugin.ts'
import { waysIn } from './features/catalogue/service.ts'
import { checkoutPlugin } from './features/checkout/plugin.ts'
import { copyDraft } from './features/checkout/queries.ts'
import { createDeliveryCostCalculator } from './features/checkout/service.ts'
import { cutOffPromise, promiseBar, promiseCountdown } from './features/delivery/promise.ts'
import { standardDelivery } from './features/delivery/services.ts'
import { toPanelMakes } from './features/finder/make-choice.ts'
import { finderPlugin } from './features/finder/plugin.ts'
import { FinderCache, listMakeChoices } from './features/finder/service.ts'
import { homePlugin } from './features/home/plugin.ts'
import { termsVersion } from './features/home/terms.ts'
import { errorPage } from './features/layout/ErrorPage.tsx'
import { Layout } from './features/layout/Layout.tsx'
import type { LayoutProps } from './features/layout/layout.ts'
import { layoutPlugin } from './features/layout/plugin.ts'
import { mediaPlugin } from './features/media/plugin.ts'
import { returnHash } from './features/newsletter/messages.ts'
import { newsletterPlugin } from './features/newsletter/plugin.ts'
import { orderPadPlugin } from './features/order-pad/plugin.ts'
import { orderAdminPlugin } from './features/orders/admin/plugin.ts'
import { listOrderTasks } from './features/orders/admin/tasks.server.ts'
import { ordersPlugin } from './features/orders/plugin.ts'
import { supersedeGuestOrders } from './features/orders/service.ts'
import { paymentsPlugin } from './features/payments/plugin.ts'
import type { Payments } from './features/payments/service.ts'
import { productListsPlugin } from './features/product-lists/plugin.ts'
import { quoteAdminPlugin } from './features/quotes/admin/plugin.ts'
import { listQuoteTasks } from './features/quotes/admin/tasks.server.ts'
import { quotesPlugin } from './features/quotes/plugin.ts'
import { searchPlugin } from './features/search/plugin.ts'
import { cutQuery } from './features/search/schemas.ts'
import { createSearchService, type SearchService } from './features/search/service.ts'
import type { AppContext } from './infra/app-context.ts'
import { createChangeListeners } from './infra/database/change-listeners.ts'
import { createCookies } from './infra/http/cookies.ts'
import { takeFlash } from './infra/http/flash.ts'
import { createServer, handleErrors } from './infra/http/http.ts'
import { describeCalls, serveOpenApi } from './infra/http/openapi.ts'
import { healthRoutes } from './infra/observability/health.ts'
import { clientFolder, readAssets } from './infra/pages/assets.ts'
import { createPages } from './infra/pages/page-routes.ts'
import { show } from './infra/pages/render.ts'
import { demoCountries } from './lib/countries.ts'
import { type Problem, problemTitles } from './lib/problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    searchService: SearchService
  }
}

export interface Shop {
  context: AppContext
  /** Null: no card provider is set up. */
  payments: Payments | null
  /** Where the payment frame may go: the provider's origin. */
  frameSrc: string[]
  /** For the connection that listens to changes of the catalogue. */
  connection: pg.ClientConfig
  /** Demo mode only. */
  demo: Demo | null
}

/** The whole shop behind one listener. Wires what must happen across rooms without their knowing each other. */
export async function createApp({
  context,
  payments,
  frameSrc,
  connection,
  demo,
}: Shop): Promise<FastifyInstance> {
  const { config, db, now } = context
  const cookies = createCookies(context)
  const app = await createServer(context, cookies)
  const visitors = makeVisitors(context, cookies)
  const delivery = { ...standardDelivery, phone: config.shopPhone }
  const countries = demoCountries
  const calculateDeliveryCost = createDeliveryCostCalculator({ countries, delivery })

  const getAnonymousLayoutProps = (request: FastifyRequest): LayoutProps => {
    const { lead, rest } = promiseBar(cutOffPromise(now()))
    return {
      shop: {
        name: config.shopName,
        phone: config.shopPhone,
        email: config.shopEmail,
        demo: config.mode === 'demo',
      },
      promise: { orderBy: lead, text: rest },
      visitor: { name: null, endsIn: null, basketCount: 0, basketSubtotal: 0 },
      query: getSearchQuery(request),
      flash: null,
      newsletter: getNewsletterProps(request),
    }
  }

  const getNewsletterProps = (request: FastifyRequest): LayoutProps['newsletter'] => {
    const provider = config.newsletter
    // The policy of the page with the card provider's frame lets no form out to another host.
    if (provider && request.routeOptions.url === '/checkout') return null
    const returnUrl = `${context.baseUrl()}/${returnHash}`
    return { action: '/newsletter', fields: {}, ...provider, returnUrl }
  }

  // One round trip for the basket's count; the person came with the session.
  const getLayoutProps = async (request: FastifyRequest, reply: FastifyReply): Promise<LayoutProps> => {
    const flash = takeFlash(cookies, request, reply)
    const layout = { ...getAnonymousLayoutProps(request), flash }
    try {
      const visitor = await visitors.of(request)
      if (!visitor.person && !visitor.basketHash) return layout
      const { count, subtotal } = await getVisitorBasketSummary(db, visitor)
      const name = visitor.person?.name ?? null
      const endsIn = visitor.person ? secondsUntil(visitor.sessionEnds, now()) : null
      return { ...layout, visitor: { name, endsIn, basketCount: count, basketSubtotal: subtotal } }
    } catch (error) {
      // The page that says that the database is away must not need the database.
      request.log.error(
        { err: { message: (error as Error).message } },
        'The layout was rendered without its visitor.',
      )
      return layout
    }
  }

  const document = {
    layout: Layout,
    baseUrl: context.baseUrl,
    shopName: config.shopName,
    assets: readAssets(),
  }
  const pages = createPages(app, { context, cookies, document, getLayoutProps, getAnonymousLayoutProps })
  handleErrors(app, context, (request, reply, problem, reference) =>
    pages.send(request, reply, errorScreen(problem, reference)),
  )

  const changes = createChangeListeners(connection, context.log)
  const search = createSearchService(context, changes)
  const finderCache = new FinderCache(db)
  changes.add(() => {
    finderCache.invalidate()
    pages.invalidateCache()
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
  await describeCalls(app, config.shopName)
  serveOpenApi(app)
  healthRoutes(app, context, search.isReady)
  const pictureSource = demo?.pictureSource ?? null
  await app.register(mediaPlugin, { context, pictureSource })
  await app.register(layoutPlugin, { context, pages })
  await app.register(homePlugin, {
    context,
    pages,
    visitors,
    waysIn: async () => {
      const ways = await waysIn(db)
      return { ...ways, panel: toPanelMakes(await listMakeChoices(db), ways.makes) }
    },
  })
  await app.register(accountsPlugin, {
    context,
    cookies,
    visitors,
    pages,
    countries,
    onLogin: async (tx, before, personId, sessionHash) => {
      if (before.sessionHash && !before.person) await supersedeGuestOrders(tx, before.sessionHash, now())
      await mergeBaskets(tx, before, personId)
      if (before.sessionHash) await copyDraft(tx, before.sessionHash, sessionHash)
    },
  })
  const companyOf = async (request: FastifyRequest) =>
    (await visitors.of(request)).person?.company?.id ?? null
  await app.register(searchPlugin, { context, companyOf, pages, search })
  await app.register(finderPlugin, { context, visitors, pages, search, cache: finderCache })
  await app.register(basketPlugin, { context, visitors, calculateDeliveryCost, pages, search })
  await app.register(orderPadPlugin, { context, visitors, pages, search })
  await app.register(newsletterPlugin, { context, pages })
  await app.register(checkoutPlugin, {
    context,
    visitors,
    pages,
    payments,
    countries,
    delivery,
    termsVersion,
    frameSrc,
  })
  if (payments) await app.register(paymentsPlugin, { ...payments, visitors, termsVersion })
  await app.register(ordersPlugin, { context, visitors, pages })
  await app.register(approvalsPlugin, { context, visitors, pages })
  await app.register(quotesPlugin, { context, visitors, pages })
  await app.register(productListsPlugin, { context, cookies, visitors, pages, pictureSource })
  const listTasks = [() => listOrderTasks(db), () => listQuoteTasks(db)]
  await app.register(adminPlugin, { context, visitors, pages, listTasks })
  await app.register(orderAdminPlugin, { context, visitors, pages, payments })
  await app.register(quoteAdminPlugin, { context, visitors, pages })
  demo?.registerRoutes(app, pages)
  await app.register(cataloguePlugin, {
    context,
    visitors,
    pages,
    deliveryPromise: () => promiseCountdown(cutOffPromise(now())),
  })
  return app
}

function secondsUntil(end: Date | null, now: Date): number | null {
  return end && Math.max(0, Math.round((end.getTime() - now.getTime()) / 1000))
}

// Rule 40: the query stays in the search box of its results.
function getSearchQuery(request: FastifyRequest): string {
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
