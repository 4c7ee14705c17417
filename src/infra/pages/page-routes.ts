import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { DisplayPreferences } from '../../ui/Document.tsx'
import type { AppContext } from '../app-context.ts'
import type { Cookies } from '../http/cookies.ts'
import { storeFlash } from '../http/flash.ts'
import { formatContentPolicy } from '../http/headers.ts'
import { getReturnPath } from '../http/return-path.ts'
import { getVatPreference } from '../http/vat-preference.ts'
import { compressPage, PageCache } from './page-cache.ts'
import { type DocumentSetup, type Head, type PageResult, type Redirect, renderDocument } from './render.ts'

export interface PageContext<Q extends z.ZodType, P extends z.ZodType> {
  query: z.output<Q>
  params: z.output<P>
  request: FastifyRequest
  reply: FastifyReply
}

interface PageRouteOptions<Q extends z.ZodType, P extends z.ZodType> {
  query?: Q
  params?: P
  /**
   * The page is the same for all anonymous visitors and is cached for this long. With a session, a basket or a flash
   * message it is rendered fresh. Default: it is rendered for each request.
   */
  cacheSeconds?: number
  /** What else a cached page depends on, besides its URL: the value of a cookie. */
  getVariant?: (request: FastifyRequest) => string
}

export interface Pages {
  get<Q extends z.ZodType, P extends z.ZodType>(
    path: string,
    options: PageRouteOptions<Q, P>,
    handler: (context: PageContext<Q, P>) => Promise<PageResult | Redirect>,
  ): void
  /** Sends a screen outside a page route (errors, forms that failed). */
  send(request: FastifyRequest, reply: FastifyReply, result: PageResult): Promise<FastifyReply>
  redirect(reply: FastifyReply, redirect: Redirect): FastifyReply
  invalidateCache(): void
}

interface PagesDeps<LayoutProps> {
  context: AppContext
  cookies: Cookies
  document: DocumentSetup<LayoutProps>
  getLayoutProps: (request: FastifyRequest, reply: FastifyReply) => Promise<LayoutProps>
  /** Without anything personal, for pages that are cached. */
  getAnonymousLayoutProps: (request: FastifyRequest) => LayoutProps
}

const vary = 'X-Requested-With, Cookie, Accept-Encoding'

export function createPages<LayoutProps extends object>(
  app: FastifyInstance,
  { context, cookies, document, getLayoutProps, getAnonymousLayoutProps }: PagesDeps<LayoutProps>,
): Pages {
  const cache = new PageCache(context.now, context.metrics.countPageCache)

  const setPageHeaders = (request: FastifyRequest, reply: FastifyReply, head: Head) => {
    reply
      .code(head.status ?? 200)
      .type('text/html; charset=utf-8')
      .header('vary', vary)
    reply.header('speculation-rules', '"/speculation-rules.json"')
    if (hasFonts(request)) reply.header('link', document.assets.fontLinks)
    if (head.policy) reply.header('content-security-policy', formatContentPolicy(context, head.policy))
  }

  const sendCached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { ttlSeconds, variant }: { ttlSeconds: number; variant: string },
    handler: () => Promise<PageResult | Redirect>,
  ) => {
    const preferences = getDisplayPreferences(request)
    const key = `${preferences.vat} ${preferences.hasFonts} ${variant} ${request.url}`
    const page = await cache.getOrRender(key, ttlSeconds, async () => {
      const result = await handler()
      if ('to' in result) return result
      const html = renderDocument(document, result, getAnonymousLayoutProps(request), preferences)
      return { head: result.head, html, onSend: result.onSend }
    })
    if ('to' in page) return pages.redirect(reply, page)
    page.onSend?.()
    if (page.isStale) {
      reply.header('cache-control', 'private, no-store')
    } else {
      reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', page.etag)
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).header('vary', vary).send()
    }
    setPageHeaders(request, reply, page.head)
    if (!acceptsBrotli(request)) return reply.send(page.html)
    return reply.header('content-encoding', 'br').send(await page.getBrotli())
  }

  const pages: Pages = {
    get(path, { query, params, cacheSeconds, getVariant }, handler) {
      const schema = { ...(query && { querystring: query }), ...(params && { params }) }
      app.get(path, { constraints: { marker: 'no' }, schema }, async (request, reply) => {
        const pageContext = {
          query: request.query as never,
          params: request.params as never,
          request,
          reply,
        }
        if (cacheSeconds && !cookies.isPersonal(request)) {
          const caching = { ttlSeconds: cacheSeconds, variant: getVariant?.(request) ?? '' }
          return sendCached(request, reply, caching, () => handler(pageContext))
        }
        const result = await handler(pageContext)
        return 'to' in result ? pages.redirect(reply, result) : pages.send(request, reply, result)
      })
    },
    async send(request, reply, result) {
      const layout = await getLayoutProps(request, reply)
      const preferences = getDisplayPreferences(request)
      const html = Buffer.from(renderDocument(document, result, layout, preferences, getFormPath(request)))
      result.onSend?.()
      setPageHeaders(request, reply, result.head)
      reply.header('cache-control', 'private, no-store')
      if (!acceptsBrotli(request)) return reply.send(html)
      return reply.header('content-encoding', 'br').send(await compressPage(html))
    },
    redirect(reply, { to, status = 303, flash }) {
      if (flash) storeFlash(cookies, reply, flash)
      return reply.header('cache-control', 'no-store').redirect(to, status)
    },
    invalidateCache: () => cache.invalidate(),
  }
  return pages
}

/** Undefined: the page answers no form, or the browser does not say on which page the form was. */
const getFormPath = (request: FastifyRequest): string | undefined =>
  request.method === 'POST' ? getReturnPath(request, '') || undefined : undefined

const hasFonts = (request: FastifyRequest): boolean => request.cookies.fonts === '1'

function getDisplayPreferences(request: FastifyRequest): DisplayPreferences {
  return { vat: getVatPreference(request), hasFonts: hasFonts(request) }
}

const acceptsBrotli = (request: FastifyRequest): boolean =>
  /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
