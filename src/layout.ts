import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Visitors } from './features/accounts/service.ts'
import { listHeldRights } from './features/accounts/staff/staff-right.ts'
import { isStaff } from './features/accounts/visitor.ts'
import { isAdminUrl, listMenu, type StaffLists } from './features/back-office/navigation.ts'
import { getVisitorBasketSummary } from './features/basket/service.ts'
import { type CutOffPromise, formatClosings, formatPromiseBar } from './features/delivery/promise.ts'
import { formatDeliveryCharge } from './features/delivery/tariff.ts'
import { FooterColumns } from './features/layout/footer/FooterColumns.tsx'
import type { LayoutProps } from './features/layout/layout-props.ts'
import { returnHash } from './features/newsletter/messages.ts'
import { cutQuery } from './features/search/query-length.ts'
import type { AppContext } from './infra/app-context.ts'
import type { Config } from './infra/config.ts'
import { type Cookies, popFlash } from './infra/http/cookies.ts'
import { canSendEmail } from './infra/mail/mailer.ts'
import type { AnonymousRequest } from './infra/pages/page-routes.ts'
import { toTelephoneUrl } from './lib/contact/telephone.ts'

interface LayoutPropsReader {
  getLayoutProps(request: FastifyRequest, reply: FastifyReply): Promise<LayoutProps>
  /** Without anything personal, for pages that are cached. */
  getAnonymousLayoutProps(request: AnonymousRequest): LayoutProps
}

/** What the shop can do and promise now. */
export interface ShopState {
  takesOrders: () => boolean
  takesCards: boolean
  /** Null: there is no next-day delivery to promise. */
  getPromise: () => CutOffPromise | null
}

/** Returns what the layout of a page shows: shop, delivery promise, visitor and flash message. */
export function createLayoutPropsReader(
  context: AppContext,
  cookies: Cookies,
  visitors: Visitors,
  { takesOrders, takesCards, getPromise }: ShopState,
  staffLists: StaffLists,
): LayoutPropsReader {
  const { config, db, now } = context
  const getShop = () => ({
    name: config.shopName,
    ...config.contact,
    phoneUrl: config.contact.phone === null ? '' : toTelephoneUrl(config.contact.phone),
    demo: config.mode === 'demo',
    takesOrders: takesOrders(),
    takesCards,
    takesTransfers: !takesCards && config.seller.bank.length > 0,
  })

  const getAnonymousLayoutProps = (request: AnonymousRequest): LayoutProps => {
    const promise = getPromise()
    const shop = getShop()
    const footerProps = { shop, ...toFooterProps(config, shop.takesOrders) }
    const bar = promise && formatPromiseBar(promise)
    const closings = config.delivery ? formatClosings(config.delivery, now()) : ''
    return {
      shop,
      promise: bar && { orderBy: bar.lead, text: [bar.rest, closings].filter(Boolean).join('. ') },
      visitor: { name: null, staffRights: [], endsIn: null, basketCount: 0, basketSubtotal: 0 },
      query: getSearchQuery(request),
      flash: null,
      footer: () => createElement(FooterColumns, footerProps),
      frame: request.routeOptions.url === '/checkout' ? 'checkout' : 'shop',
      newsletter: getNewsletterProps(context, request),
    }
  }

  return {
    getAnonymousLayoutProps,
    // At most one query, for the basket's count; the person is loaded with the session.
    async getLayoutProps(request, reply) {
      const flash = popFlash(cookies, request, reply)
      const layout = { ...getAnonymousLayoutProps(request), flash }
      try {
        const visitor = await visitors.get(request)
        if (!visitor.person && !visitor.basketHash) return layout
        const name = visitor.person?.name ?? null
        const endsIn = visitor.person ? secondsUntil(visitor.sessionEnds, now()) : null
        const staffRights = listHeldRights(visitor.person)
        // To anybody else a page of the back office does not exist.
        const isAdmin = isStaff(visitor.person) && isAdminUrl(request.url)
        const person = { name, staffRights, endsIn }
        // The frame of the back office has no basket.
        if (isAdmin) {
          const menu = listMenu(staffLists, staffRights)
          return { ...layout, frame: 'admin', visitor: { ...layout.visitor, ...person, menu } }
        }
        const { count, subtotal } = await getVisitorBasketSummary(db, visitor)
        return { ...layout, visitor: { ...person, basketCount: count, basketSubtotal: subtotal } }
      } catch (error) {
        // The error page for an unavailable database must not need the database.
        request.log.error(
          { err: { message: (error as Error).message } },
          'The layout was rendered without its visitor.',
        )
        return layout
      }
    },
  }
}

// What is not set is left out, and so is delivery where nothing can be ordered (R-EMPTY-1).
function toFooterProps(config: Config, takesOrders: boolean) {
  const delivery = takesOrders ? config.delivery : null
  const { address, companyNumber, vatNumber } = config.seller
  return {
    openingHours: config.openingHours,
    deliveryCharge: delivery && formatDeliveryCharge(delivery),
    collectionPoint: delivery?.collectionPoint ?? null,
    seller: { address, companyNumber, vatNumber },
  }
}

function getNewsletterProps({ config, baseUrl }: AppContext, request: AnonymousRequest) {
  const provider = config.newsletter
  // The shop's own list confirms each address by e-mail: without a mail server it cannot keep that promise.
  if (!provider && !canSendEmail(config)) return null
  // The content policy of the page with the payment frame allows no form to another host (R-NEWSLETTER-1).
  if (provider && request.routeOptions.url === '/checkout') return null
  const returnUrl = `${baseUrl()}/${returnHash}`
  return { action: '/newsletter', fields: {}, ...provider, returnUrl }
}

function secondsUntil(end: Date | null, now: Date): number | null {
  return end && Math.max(0, Math.round((end.getTime() - now.getTime()) / 1000))
}

// The query stays in the search box of its results (R-UX-40).
function getSearchQuery(request: AnonymousRequest): string {
  if (request.routeOptions.url !== '/search') return ''
  const { query } = request.query as { query?: unknown }
  return typeof query === 'string' ? cutQuery(query) : ''
}
