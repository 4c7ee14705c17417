import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Visitors } from './features/accounts/service.ts'
import { getVisitorBasketSummary } from './features/basket/service.ts'
import { calculateCutOffPromise, formatPromiseBar } from './features/delivery/promise.ts'
import type { LayoutProps } from './features/layout/layout-props.ts'
import { returnHash } from './features/newsletter/messages.ts'
import { cutQuery } from './features/search/schemas.ts'
import type { AppContext } from './infra/app-context.ts'
import type { Cookies } from './infra/http/cookies.ts'
import { popFlash } from './infra/http/flash.ts'

interface LayoutPropsReader {
  getLayoutProps(request: FastifyRequest, reply: FastifyReply): Promise<LayoutProps>
  /** Without anything personal, for pages that are cached. */
  getAnonymousLayoutProps(request: FastifyRequest): LayoutProps
}

/** Returns what the layout of a page shows: shop, delivery promise, visitor and flash message. */
export function createLayoutPropsReader(
  context: AppContext,
  cookies: Cookies,
  visitors: Visitors,
): LayoutPropsReader {
  const { config, db, now } = context

  const getAnonymousLayoutProps = (request: FastifyRequest): LayoutProps => {
    const { lead, rest } = formatPromiseBar(calculateCutOffPromise(now()))
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
      newsletter: getNewsletterProps(context, request),
    }
  }

  return {
    getAnonymousLayoutProps,
    // One query for the basket's count; the person is loaded with the session.
    async getLayoutProps(request, reply) {
      const flash = popFlash(cookies, request, reply)
      const layout = { ...getAnonymousLayoutProps(request), flash }
      try {
        const visitor = await visitors.get(request)
        if (!visitor.person && !visitor.basketHash) return layout
        const { count, subtotal } = await getVisitorBasketSummary(db, visitor)
        const name = visitor.person?.name ?? null
        const endsIn = visitor.person ? secondsUntil(visitor.sessionEnds, now()) : null
        return { ...layout, visitor: { name, endsIn, basketCount: count, basketSubtotal: subtotal } }
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

function getNewsletterProps({ config, baseUrl }: AppContext, request: FastifyRequest) {
  const provider = config.newsletter
  // The content policy of the page with the payment frame allows no form to another host (R-NEWSLETTER-1).
  if (provider && request.routeOptions.url === '/checkout') return null
  const returnUrl = `${baseUrl()}/${returnHash}`
  return { action: '/newsletter', fields: {}, ...provider, returnUrl }
}

function secondsUntil(end: Date | null, now: Date): number | null {
  return end && Math.max(0, Math.round((end.getTime() - now.getTime()) / 1000))
}

// The query stays in the search box of its results (R-UX-40).
function getSearchQuery(request: FastifyRequest): string {
  if (request.routeOptions.url !== '/search') return ''
  const { query } = request.query as { query?: unknown }
  return typeof query === 'string' ? cutQuery(query) : ''
}
