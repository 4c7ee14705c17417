import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Demo } from './demo-module.ts'
import { emails } from './emails.ts'
import { accountsPlugin } from './features/accounts/plugin.ts'
import { createVisitors } from './features/accounts/service.ts'
import { isStaff, type Visitor } from './features/accounts/visitor.ts'
import { approvalsPlugin } from './features/approvals/plugin.ts'
import { listWaitingReferences, rejectRequestsOfLeaver } from './features/approvals/service.ts'
import { adminErrorPage } from './features/back-office/AdminErrorPage.tsx'
import { isAdminUrl, type StaffLists } from './features/back-office/navigation.ts'
import { adminPlugin } from './features/back-office/plugin.ts'
import { basketPlugin } from './features/basket/plugin.ts'
import { type BasketOwner, mergeBaskets } from './features/basket/service.ts'
import { cataloguePlugin } from './features/catalogue/plugin.ts'
import { importsAdminPlugin } from './features/catalogue-import/admin/plugin.ts'
import { createRequestPlacer } from './features/checkout/place-order/request-placer.server.ts'
import { checkoutPlugin } from './features/checkout/plugin.ts'
import { copyDraft } from './features/checkout/queries.ts'
import { createDeliveryCostCalculator, takesOrders } from './features/checkout/service.ts'
import { customersPlugin } from './features/customers/plugin.ts'
import { listAccountTasks } from './features/customers/stop-overdue.server.ts'
import { findCutOffPromise, formatPromiseCountdown } from './features/delivery/promise.ts'
import { listUsualServices } from './features/delivery/services.ts'
import { listFailureTasks } from './features/failures/failure-list.server.ts'
import { failuresPlugin } from './features/failures/plugin.ts'
import { finderPlugin } from './features/finder/plugin.ts'
import { createPlateFinder, getCompanyId, isFullCustomer } from './features/finder/service.ts'
import { createCatalogueSummary } from './features/home/catalogue-summary.server.ts'
import { homePlugin } from './features/home/plugin.ts'
import { type ErrorPageProps, errorPage } from './features/layout/ErrorPage.tsx'
import { Layout } from './features/layout/Layout.tsx'
import { vatPreferencePlugin } from './features/layout/plugin.ts'
import { mediaPlugin } from './features/media/plugin.ts'
import { newsletterPlugin } from './features/newsletter/plugin.ts'
import { orderAdminPlugin } from './features/order-desk/plugin.ts'
import { listOrderNotes, listOrderTasks } from './features/order-desk/tasks.server.ts'
import { orderEntryPlugin } from './features/order-entry/plugin.ts'
import { orderPadPlugin } from './features/order-pad/plugin.ts'
import { orderPagesPlugin } from './features/order-pages/plugin.ts'
import { releaseChangedBasket, setContactEmail, supersedeGuestOrders } from './features/orders/service.ts'
import { handPaymentsPlugin } from './features/payments/admin/plugin.ts'
import { listPaymentTasks } from './features/payments/admin/pro-formas.server.ts'
import { paymentsPlugin } from './features/payments/plugin.ts'
import type { PaymentsContext } from './features/payments/service.ts'
import { pricesAdminPlugin } from './features/prices/admin/plugin.ts'
import { priceFilePlugin } from './features/prices/price-file.server.ts'
import { listPrivacyTasks, privacyPlugin } from './features/privacy/plugin.ts'
import { productDeskPlugin } from './features/product-desk/plugin.ts'
import { productListsPlugin } from './features/product-lists/plugin.ts'
import { quoteAdminPlugin } from './features/quotes/admin/plugin.ts'
import { createQuote } from './features/quotes/admin/prepare.server.ts'
import { listQuoteTasks } from './features/quotes/admin/quote-list.server.ts'
import { quotesPlugin } from './features/quotes/plugin.ts'
import { reportRoutes } from './features/reports/report-list.server.ts'
import { returnAdminPlugin } from './features/returns/admin/plugin.ts'
import { listReturnsForStaff, listReturnTasks } from './features/returns/admin/service.ts'
import { returnsPlugin } from './features/returns/plugin.ts'
import { createOrderReturnsLoader } from './features/returns/service.ts'
import { salesLedgerAdminPlugin } from './features/sales-ledger/admin/plugin.ts'
import { listReminderTasks } from './features/sales-ledger/admin/reminder-routes.server.ts'
import { statementsPlugin } from './features/sales-ledger/plugin.ts'
import { searchPlugin } from './features/search/plugin.ts'
import { createSearchService, type SearchService } from './features/search/service.ts'
import { searchAdminPlugin } from './features/search-learning/admin/plugin.ts'
import { createSearchLog } from './features/search-learning/search-log.server.ts'
import { settingsPlugin } from './features/settings/plugin.ts'
import { stockAdminPlugin } from './features/stock/admin/plugin.ts'
import { listStockTasks } from './features/stock/admin/stock-list.server.ts'
import { listApplicationTasks } from './features/trade-applications/application-list.server.ts'
import { tradeApplicationsPlugin } from './features/trade-applications/plugin.ts'
import { listDelayTasks } from './features/warehouse/admin/delays.server.ts'
import { warehouseAdminPlugin } from './features/warehouse/admin/plugin.ts'
import type { AppContext, Db } from './infra/app-context.ts'
import { createChangeListeners } from './infra/database/change-listeners.ts'
import { createReplicaReads, type ReplicaPools } from './infra/database/replica.ts'
import { createCookies } from './infra/http/cookies.ts'
import { describeCalls, serveOpenApi } from './infra/http/openapi.ts'
import { createServer, handleErrors } from './infra/http/server.ts'
import { registerHealthRoutes } from './infra/observability/health.ts'
import { clientFolder, readAssets } from './infra/pages/assets.ts'
import { createPages } from './infra/pages/page-routes.ts'
import { type PageResult, toPageResult } from './infra/pages/render.ts'
import { followSettings } from './infra/stored-settings.ts'
import { createLayoutPropsReader } from './layout.ts'
import { type Problem, problemTitles } from './lib/calls/problem.ts'
import { demoCountries } from './lib/contact/countries.ts'
import { formatDay, toLondonTime } from './lib/dates.ts'
import { fillInContact, type ShopContact } from './lib/shop-contact.ts'
import type { Page } from './ui/page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    searchService: SearchService
  }
}

export interface AppOptions {
  context: AppContext
  /** Null: no payment provider is configured. */
  payments: PaymentsContext | null
  /** Past a pooler: to listen to changes of the catalogue, and to read the whole of it in one transaction. */
  direct: { db: Db; connection: pg.ClientConfig }
  /** For reads of the catalogue; null: there is none. */
  replicaPools: ReplicaPools | null
  /** Demo mode only. */
  demo: Demo | null
}

/** Registers all features and connects those that do not import each other. */
export async function createApp({
  context,
  payments,
  direct,
  replicaPools,
  demo,
}: AppOptions): Promise<FastifyInstance> {
  const { config, db, now } = context
  const cookies = createCookies(context)
  const app = await createServer(context, cookies)
  const visitors = createVisitors(context, cookies)
  const countries = demoCountries
  const changes = createChangeListeners(direct.connection, context.log)
  const settings = await followSettings(context, direct.db, changes)
  const shopState = {
    takesOrders: () => takesOrders(config),
    takesCards: payments !== null,
    getPromise: () => findCutOffPromise(now(), takesOrders(config) ? config.delivery : null),
  }
  const getDeliveryDay = () => {
    const promise = shopState.getPromise()
    return promise && formatDay(promise.deliveryDate)
  }
  const calculateDeliveryCost = createDeliveryCostCalculator({ context, countries })
  const replicaReads = replicaPools && createReplicaReads(replicaPools, changes, context.log)
  // For what the catalogue shows to everybody. What a visitor has written is read from the primary.
  const catalogue = { ...context, db: replicaReads?.db ?? db }
  const catalogueSummary = createCatalogueSummary(catalogue, changes, demo?.examples ?? null)
  const { getExamples } = catalogueSummary

  const lists: StaffLists = new Map()
  const layoutProps = createLayoutPropsReader(context, cookies, visitors, shopState, lists)
  const document = {
    layout: Layout,
    baseUrl: context.baseUrl,
    get shopName() {
      return config.shopName
    },
    assets: readAssets(),
  }
  const pages = createPages(app, { context, cookies, document, ...layoutProps })
  // To customers a page of the back office does not exist; without the database every visitor counts as one.
  const isInBackOffice = async (request: FastifyRequest) =>
    isAdminUrl(request.url) &&
    visitors.get(request).then(
      ({ person }) => isStaff(person),
      () => false,
    )
  handleErrors(app, context, async (request, reply, problem, reference) => {
    const page = (await isInBackOffice(request)) ? adminErrorPage : errorPage
    return pages.send(request, reply, toErrorPage(page, problem, reference, config.contact))
  })

  const search = createSearchService({ ...context, db: direct.db }, changes)
  changes.add(() => pages.invalidateCache())
  const searchLog = createSearchLog(context)
  app.decorate('searchService', search)
  app.addHook('onClose', async () => {
    await Promise.all([changes.close(), search.close(), searchLog.close(), replicaReads?.close()])
  })

  await serveAssets(app)
  await describeCalls(app, config.shopName)
  serveOpenApi(app)
  registerHealthRoutes(app, context, search.isReady)
  const pictureSource = demo?.pictureSource ?? null
  await app.register(mediaPlugin, { context, pictureSource })
  await app.register(vatPreferencePlugin, { context, pages })
  await app.register(homePlugin, {
    context,
    pages,
    visitors,
    catalogueSummary,
  })
  const colleagueRequests = { list: listWaitingReferences, reject: rejectRequestsOfLeaver }
  await app.register(accountsPlugin, {
    context,
    cookies,
    visitors,
    pages,
    countries,
    listUsualServices: () => listUsualServices(config.delivery),
    onLogin: async (tx, before, personId, sessionHash) => {
      if (before.sessionHash && !before.person) await supersedeGuestOrders(tx, before.sessionHash, now())
      const notice = await mergeBaskets(tx, before, personId)
      if (before.sessionHash) await copyDraft(tx, before.sessionHash, sessionHash)
      return notice
    },
    onEmailChanged: setContactEmail,
    colleagueRequests,
  })
  const toSearchVisitor = ({ person }: Visitor) => ({
    companyId: getCompanyId(person),
    isFullCustomer: isFullCustomer(person),
  })
  await app.register(searchPlugin, {
    context: catalogue,
    visitors: {
      anonymous: toSearchVisitor(visitors.anonymous),
      get: async request => toSearchVisitor(await visitors.get(request)),
    },
    pages,
    search,
    searchLog,
    getExamples,
    findPlateLinks: createPlateFinder(catalogue.db),
  })
  await app.register(finderPlugin, {
    context: catalogue,
    changes,
    visitors,
    pages,
    search,
    getExamples,
    getDeliveryDay,
  })
  const releaseUnpaidStock = (owner: BasketOwner) => releaseChangedBasket(db, owner, now())
  await app.register(basketPlugin, {
    context,
    visitors,
    calculateDeliveryCost,
    releaseUnpaidStock,
    pages,
    search,
  })
  await app.register(orderPadPlugin, {
    context,
    visitors,
    calculateDeliveryCost,
    releaseUnpaidStock,
    pages,
    search,
    getExamples,
  })
  await app.register(newsletterPlugin, { context, pages })
  const checkout = { context, visitors, payments, countries }
  await app.register(checkoutPlugin, {
    ...checkout,
    pages,
    frameSrc: payments?.providers.flatMap(({ frameOrigins }) => frameOrigins) ?? [],
  })
  if (payments) await app.register(paymentsPlugin, { ...payments, visitors, pages })
  await app.register(orderPagesPlugin, {
    context,
    visitors,
    pages,
    loadReturns: createOrderReturnsLoader(db),
    takesCards: payments !== null,
  })
  await app.register(returnsPlugin, { context, visitors, pages })
  const requestPlacer = createRequestPlacer(checkout)
  await app.register(approvalsPlugin, { context, visitors, pages, requestPlacer })
  await app.register(quotesPlugin, { context, visitors, pages })
  await app.register(productListsPlugin, {
    context,
    cookies,
    visitors,
    releaseUnpaidStock,
    pages,
    pictureSource,
  })
  const admin = { context, visitors, pages, lists }
  const listTasks = [
    () => listDelayTasks(db, now()),
    () => listOrderTasks(db),
    () => listReturnTasks(db),
    () => listQuoteTasks(db),
    () => listStockTasks(db),
    () => listAccountTasks(db),
    () => listReminderTasks(context, toLondonTime(now()).date),
    () => listPaymentTasks(db, toLondonTime(now()).date),
    () => listApplicationTasks(db),
    () => listPrivacyTasks(db),
    () => listFailureTasks(db, toLondonTime(now()).date),
  ]
  const listNotes = (personId: number) => listOrderNotes(db, personId)
  const provider = payments?.provider ?? null
  await app.register(adminPlugin, { ...admin, listTasks, listNotes, provider })
  await app.register(settingsPlugin, { ...admin, settings })
  const listReturns = (orderId: number) => listReturnsForStaff(db, orderId)
  const orderAdmin = {
    payments,
    takesCards: payments !== null,
    emails,
    listReturns,
    countries,
  }
  await app.register(warehouseAdminPlugin, admin)
  await app.register(orderAdminPlugin, { ...admin, ...orderAdmin })
  await app.register(handPaymentsPlugin, admin)
  const placing = {
    ...{ ...admin, payments, search, countries, takesCards: payments !== null },
  }
  await app.register(orderEntryPlugin, {
    ...placing,
    createQuote: (quote, action) => createQuote(db, quote, action),
  })
  await app.register(statementsPlugin, { context, visitors, pages, takesCards: payments !== null })
  await app.register(salesLedgerAdminPlugin, admin)
  await app.register(customersPlugin, { ...admin, countries, colleagueRequests })
  await app.register(priceFilePlugin, { context, visitors, pages })
  await app.register(pricesAdminPlugin, admin)
  await app.register(tradeApplicationsPlugin, { ...admin, countries })
  await app.register(privacyPlugin, admin)
  await app.register(async scope => reportRoutes(scope, admin))
  await app.register(failuresPlugin, { ...admin, emails })
  await app.register(returnAdminPlugin, { ...admin, payments })
  await app.register(quoteAdminPlugin, { ...placing, emails })
  await app.register(searchAdminPlugin, { ...admin, searchLog })
  await app.register(stockAdminPlugin, { ...admin, search })
  await app.register(productDeskPlugin, { ...admin, search })
  await app.register(importsAdminPlugin, admin)
  if (demo) await app.register(demo.plugin, { pages })
  await app.register(cataloguePlugin, {
    context: catalogue,
    visitors,
    pages,
    getDeliveryPromise: () => {
      const promise = shopState.getPromise()
      return promise && formatPromiseCountdown(promise)
    },
    getDeliveryDay,
  })
  return app
}

async function serveAssets(app: FastifyInstance): Promise<void> {
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
}

function toErrorPage(
  page: Page<ErrorPageProps>,
  problem: Problem,
  reference: string,
  contact: ShopContact,
): PageResult {
  const { status } = problem
  const detail = problem.detail === undefined ? null : fillInContact(problem.detail, contact)
  const title = problemTitles[status]
  const props = { status, title, detail, reference: status >= 500 ? reference : null }
  return toPageResult(page, props, { title, noindex: true, status })
}
