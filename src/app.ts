import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { people } from '../db/demo/cast.ts'
import { accountRoutes } from './accounts/routes.ts'
import { accountIds, makeVisitors } from './accounts/server.ts'
import { countOf, goodsOf } from './basket/basket.ts'
import { basketRoutes } from './basket/routes.ts'
import { mergeBaskets, openBasket } from './basket/server.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { waysIn } from './catalogue/server.ts'
import { carryDraft } from './checkout/data.ts'
import { checkoutRoutes, makePriceCarriage } from './checkout/routes.ts'
import { cutOffPromise, promiseBar, promiseCountdown } from './delivery/promise.ts'
import { standardDelivery } from './delivery/services.ts'
import { mediaRoutes } from './media/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { Payments } from './payments/server.ts'
import { clientFolder, readAssets } from './platform/assets.ts'
import { makeCookies } from './platform/cookies.ts'
import { takeFlash } from './platform/flash.ts'
import { healthRoutes } from './platform/health.ts'
import type { House } from './platform/house.ts'
import { answerErrors, createServer } from './platform/http.ts'
import { makePages } from './platform/page-routes.ts'
import { show } from './platform/render.ts'
import { searchRoutes } from './search/routes.ts'
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

export interface Shop {
  house: House
  /** Null: no card provider is set up. */
  payments: Payments | null
  /** Where the payment frame may go: the provider's origin. */
  frameSrc: string[]
}

/** The whole shop behind one listener. Wires what must happen across rooms without their knowing each other. */
export async function createApp({ house, payments, frameSrc }: Shop): Promise<FastifyInstance> {
  const { config, db, now } = house
  const cookies = makeCookies(house)
  const app = await createServer(house, cookies)
  const visitors = makeVisitors(house, cookies)
  const delivery = { ...standardDelivery, phone: config.shopPhone }
  const countries = demoCountries
  const priceCarriage = makePriceCarriage({ countries, delivery })

  const anonymousFrame = (): FrameProps => {
    const { lead, rest } = promiseBar(cutOffPromise(now()))
    return {
      shop: {
        name: config.shopName,
        phone: config.shopPhone,
        email: config.shopEmail,
        demo: config.mode === 'demo',
      },
      promise: { orderBy: lead, text: rest },
      visitor: { name: null, basketCount: 0, basketSubtotal: 0 },
      query: '',
      flash: null,
      newsletter: config.newsletter && {
        ...config.newsletter,
        returnUrl: `${house.baseUrl()}/#newsletter-subscribed`,
      },
    }
  }

  // One round trip for the basket's count; the person came with the session.
  const frameOf = async (request: FastifyRequest, reply: FastifyReply): Promise<FrameProps> => {
    const flash = takeFlash(cookies, request, reply)
    const frame = { ...anonymousFrame(), flash }
    try {
      const visitor = await visitors.of(request)
      if (!visitor.person && !visitor.basketHash) return frame
      const { basket } = await openBasket(db, visitor)
      const name = visitor.person?.name ?? null
      return { ...frame, visitor: { name, basketCount: countOf(basket), basketSubtotal: goodsOf(basket) } }
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
  const pages = makePages(app, house, cookies, page, frameOf, anonymousFrame)

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
  healthRoutes(app, house)
  mediaRoutes(app, house)
  shellRoutes(app, { house, pages, waysIn: () => waysIn(db) })
  accountRoutes(app, {
    house,
    cookies,
    visitors,
    pages,
    onLogin: async (tx, before, personId, sessionHash) => {
      await mergeBaskets(tx, before, personId)
      if (before.sessionHash) await carryDraft(tx, before.sessionHash, sessionHash)
    },
  })
  searchRoutes(app, { house, visitors, pages })
  basketRoutes(app, { house, visitors, priceCarriage, pages })
  checkoutRoutes(app, {
    house,
    visitors,
    pages,
    payments,
    countries,
    delivery,
    priceCarriage,
    termsVersion,
    frameSrc,
  })
  if (payments) paymentRoutes(app, { ...payments, visitors, termsVersion })
  orderRoutes({ house, visitors, pages })
  if (config.mode === 'demo') {
    mailViewerRoutes(app, house)
    demoRoutes(app, house, () => accountIds(db, demoEmails))
  }
  catalogueRoutes(app, {
    house,
    visitors,
    pages,
    deliveryPromise: () => promiseCountdown(cutOffPromise(now())),
  })

  answerErrors(app, house, (request, reply, problem, reference) =>
    pages.send(request, reply, errorScreen(problem, reference)),
  )
  return app
}

function errorScreen(problem: Problem, reference: string) {
  const { status, detail = null } = problem
  const title = problemTitles[status]
  const props = { status, title, detail, reference: status >= 500 ? reference : null }
  return show(errorPage, props, { title, noindex: true, status })
}
